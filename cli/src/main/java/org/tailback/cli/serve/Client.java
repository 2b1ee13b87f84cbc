package org.tailback.cli.serve;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.ResultsNotWrittenException;
import org.tailback.error.InputException;

/**
 * A stream of requests and a stream of answers. One thread reads and another thread writes: a client that does not read
 * its answers blocks the threads of jobs only when its queue is full. If a client's stream fails, its jobs are
 * cancelled.
 */
final class Client {
    /** Length of the longest line, in bytes. */
    private static final int LONGEST = 1 << 20;
    /**
     * Largest number of bytes of the lines of all requests that wait or run; a shorter line counts as {@link
     * #LEAST_LINE} bytes.
     */
    private static final int MOST_WAITING = 4 << 20;

    private static final int LEAST_LINE = 4 << 10;
    /** Largest number of characters of answers that wait to be written; a longer answer waits alone. */
    private static final int MOST_UNSENT = 16 << 20;

    private static final int BAD_INPUT = 2;

    private final Server server;
    private final InputStream requests;
    private final Consumer<String> sink;
    private final Semaphore room = new Semaphore(MOST_WAITING);
    private final Semaphore unsent = new Semaphore(MOST_UNSENT);
    private final ExecutorService writer =
            Executors.newSingleThreadExecutor(task -> Server.daemon(new Thread(task, "answers")));
    /**
     * Phaser whose parties must arrive before the client ends: the input, and each request without an answer. The
     * number of requests is at most 1,024, because each takes {@link #LEAST_LINE} of the {@link #room}; a phaser allows
     * 65,535 parties.
     */
    private final Phaser pending = new Phaser(1);

    /** Requests by id; a request without an id is its own key. */
    private final Map<Object, Job> jobs = new ConcurrentHashMap<>();

    private volatile boolean inputEnded;
    private volatile boolean gone;

    Client(Server server, InputStream requests, Consumer<String> answers) {
        this.server = server;
        this.requests = new BufferedInputStream(requests, 1 << 16);
        this.sink = answers;
    }

    /** Answers requests until the input has ended and all requests are answered, or the stream of answers is closed. */
    void serve() {
        Server.daemon(new Thread(this::read, "requests")).start();
        try {
            while (!pending.isTerminated()) {
                try {
                    pending.awaitAdvanceInterruptibly(0, 1, SECONDS);
                } catch (TimeoutException e) {
                    writeProgress();
                }
            }
            if (!gone) {
                writer.shutdown();
                writer.awaitTermination(Long.MAX_VALUE, SECONDS);
            }
        } catch (InterruptedException e) {
            lost();
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try {
            for (byte[] line = nextLine(); line != null && !gone; line = nextLine()) {
                RequestReader reader = new RequestReader();
                try {
                    if (line.length > LONGEST) {
                        throw new InputException("a line has at most " + LONGEST + " bytes, found more");
                    }
                    if (!new String(line, StandardCharsets.ISO_8859_1).matches("[ \t\r]*")) {
                        handle(reader.read(line), line.length);
                    }
                } catch (InputException e) {
                    write(Answers.failed(reader.id(), BAD_INPUT, String.valueOf(e.getMessage()), null));
                }
            }
        } catch (IOException e) {
            lost();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            lost();
        } finally {
            inputEnded = true;
            pending.arriveAndDeregister();
        }
    }

    /**
     * Returns the next line without its end, or its first bytes up to one above the limit; null at the end of the
     * stream. Text after the last line feed is a line.
     */
    private byte @Nullable [] nextLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int b = requests.read();
        if (b < 0) {
            return null;
        }
        for (; b >= 0 && b != '\n'; b = requests.read()) {
            if (line.size() <= LONGEST) {
                line.write(b);
            }
        }
        return line.toByteArray();
    }

    private void handle(RequestReader.Request request, int length) throws InterruptedException {
        if (request instanceof RequestReader.Request.Cancel cancel) {
            Job job = jobs.get(cancel.cancelled());
            if (job != null) {
                job.cancel("cancelled");
            }
            write(Answers.done(cancel.id(), "{\"cancelled\":" + (job != null) + "}", List.of()));
        } else {
            if (request instanceof RequestReader.Request.Run run) {
                server.requireServed(run.command());
            }
            int permits = Math.max(LEAST_LINE, length);
            room.acquire(permits);
            Job job = new Job(request, server, this, permits);
            if (jobs.putIfAbsent(key(job), job) != null) {
                room.release(permits);
                throw new InputException("id " + job.id() + " belongs to a request that waits or runs");
            }
            pending.register();
            server.submit(job);
        }
    }

    private static Object key(Job job) {
        return job.id().equals(Answers.NO_ID) ? job : job.id();
    }

    /** Removes a job and writes its answer; the id of the job can be reused after the answer. */
    void answer(Job job, String line) {
        jobs.remove(key(job));
        write(line);
        room.release(job.permits());
        pending.arriveAndDeregister();
    }

    /**
     * Writes the progress of jobs that requested it. After the end of the input it writes the progress of all jobs,
     * because only a write detects a closed client.
     */
    private void writeProgress() {
        for (Job job : jobs.values()) {
            String line = inputEnded || job.wantsProgress() ? job.progress(System.nanoTime()) : null;
            if (line != null) {
                write(line);
            }
        }
    }

    private void write(String line) {
        if (gone) {
            return;
        }
        int weight = Math.min(line.length(), MOST_UNSENT);
        unsent.acquireUninterruptibly(weight);
        writer.execute(() -> {
            try {
                if (!gone) {
                    sink.accept(line);
                }
            } catch (ResultsNotWrittenException | UncheckedIOException e) {
                lost();
            } finally {
                unsent.release(weight);
            }
        });
    }

    private void lost() {
        synchronized (this) {
            if (!gone) {
                gone = true;
                // releases all threads that wait to write; their output is dropped
                unsent.release(Integer.MAX_VALUE / 2);
            }
        }
        jobs.values().forEach(job -> job.cancel("the client is gone"));
        pending.forceTermination();
    }
}
