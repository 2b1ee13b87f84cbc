package org.tailback.cli.serve;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;

/**
 * A stream of requests and a stream of answers. One thread reads, another one writes what the threads of the jobs and
 * the one that {@linkplain #serve serves} have put into a queue: so a client that does not read its answers does not
 * hold threads that others wait for. A client that cannot be written to is gone: its jobs are cancelled.
 */
final class Client {
    /** Most bytes of lines that wait or run; a shorter line than the least counts as that. */
    private static final int MOST_WAITING = 4 << 20;

    private static final int LEAST_LINE = 4 << 10;
    /** Most characters of answers that wait to be written; a longer answer waits alone. */
    private static final int MOST_UNSENT = 16 << 20;

    private static final String END = "";
    private static final int BAD_INPUT = 2;

    /** Where answers are written. */
    @FunctionalInterface
    interface Sink {
        /** Writes a line and sends it. */
        void write(String line) throws IOException;
    }

    private final Server server;
    private final Lines lines;
    private final Sink sink;
    private final Semaphore room = new Semaphore(MOST_WAITING);
    private final Semaphore unsent = new Semaphore(MOST_UNSENT);
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final CountDownLatch over = new CountDownLatch(1);

    /** By id; those without one by themselves. */
    private final Map<Object, Job> jobs = new HashMap<>();

    private int unanswered;
    private boolean inputEnded;
    private volatile boolean gone;

    Client(Server server, InputStream requests, Sink answers) {
        this.server = server;
        this.lines = new Lines(requests);
        this.sink = answers;
    }

    /** Answers requests until the input has ended and all are answered, or the client is gone. */
    void serve() {
        Thread reader = new Thread(this::read, "requests");
        reader.setDaemon(true);
        reader.start();
        Thread writer = new Thread(this::writeAll, "answers");
        writer.setDaemon(true);
        writer.start();
        try {
            while (!over.await(1, SECONDS)) {
                writeProgress();
            }
            answers.add(END);
            writer.join();
        } catch (InterruptedException e) {
            lost();
            answers.add(END);
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        RequestReader requests = new RequestReader();
        try {
            for (byte[] line = lines.next(); line != null && !gone; line = lines.next()) {
                if (lines.isTooLong()) {
                    refuse(Answers.NO_ID, "a line has at most " + Lines.LONGEST + " bytes, found more");
                } else if (!isBlank(line)) {
                    try {
                        handle(requests.read(line), line.length);
                    } catch (InputException e) {
                        refuse(requests.id(), String.valueOf(e.getMessage()));
                    }
                }
            }
        } catch (IOException e) {
            lost();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            lost();
        } finally {
            endOfInput();
        }
    }

    private static boolean isBlank(byte[] line) {
        for (byte b : line) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }

    private void handle(Request request, int length) throws InterruptedException {
        if (request instanceof Request.Cancel cancel) {
            Job job = find(cancel.cancelled());
            if (job != null) {
                job.cancel("cancelled");
            }
            write(Answers.done(cancel.id(), "{\"cancelled\":" + (job != null) + "}", List.of()));
        } else if (request instanceof Request.Run run) {
            server.requireServed(run.command());
            int permits = Math.max(LEAST_LINE, length);
            room.acquire(permits);
            Job job = server.job(run, this, permits);
            if (!add(job)) {
                room.release(permits);
                throw new InputException("id " + run.id() + " is that of a request which waits or runs");
            }
            server.submit(job);
        }
    }

    private synchronized @Nullable Job find(String id) {
        return jobs.get(id);
    }

    private synchronized boolean add(Job job) {
        boolean isNew = jobs.putIfAbsent(key(job), job) == null;
        unanswered += isNew ? 1 : 0;
        return isNew;
    }

    private static Object key(Job job) {
        return job.id().equals(Answers.NO_ID) ? job : job.id();
    }

    private void refuse(String id, String problem) {
        write(Answers.failed(id, BAD_INPUT, problem, null));
    }

    /** Writes the answer to a job, which is over. */
    void answer(Job job, String line) {
        synchronized (this) {
            // before the answer: its id is free for whoever reads it
            jobs.remove(key(job));
        }
        write(line);
        room.release(job.permits());
        synchronized (this) {
            unanswered--;
        }
        checkOver();
    }

    private void checkOver() {
        boolean isOver;
        synchronized (this) {
            isOver = inputEnded && unanswered == 0;
        }
        if (isOver) {
            over.countDown();
        }
    }

    private void endOfInput() {
        synchronized (this) {
            inputEnded = true;
        }
        checkOver();
    }

    /** Writes the progress of jobs that want it; after the end of the input of all, as only so a dead client shows. */
    private void writeProgress() {
        List<Job> running;
        boolean all;
        synchronized (this) {
            running = new ArrayList<>(jobs.values());
            all = inputEnded;
        }
        for (Job job : running) {
            String line = all || job.wantsProgress() ? job.progress(System.nanoTime()) : null;
            if (line != null) {
                write(line);
            }
        }
    }

    private void write(String line) {
        if (gone) {
            return;
        }
        unsent.acquireUninterruptibly(weight(line));
        answers.add(line);
    }

    private static int weight(String line) {
        return Math.min(line.length(), MOST_UNSENT);
    }

    private void writeAll() {
        try {
            for (String line = answers.take(); !line.equals(END); line = answers.take()) {
                if (!gone) {
                    writeNow(line);
                }
                unsent.release(weight(line));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void writeNow(String line) {
        try {
            sink.write(line);
        } catch (IOException e) {
            lost();
        }
    }

    private void lost() {
        List<Job> left;
        synchronized (this) {
            if (!gone) {
                gone = true;
                // for all that wait to write; what they write is left out
                unsent.release(Integer.MAX_VALUE / 2);
            }
            left = new ArrayList<>(jobs.values());
        }
        left.forEach(job -> job.cancel("the client is gone"));
        over.countDown();
    }
}
