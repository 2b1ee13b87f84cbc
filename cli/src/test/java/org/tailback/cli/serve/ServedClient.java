package org.tailback.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.Main;
import org.tailback.simulation.WorkloadCache;

/** A server in this process, and a client of it. */
public final class ServedClient implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final PipedOutputStream requests = new PipedOutputStream();
    private final Server server;
    private final Thread thread;
    private volatile boolean dead;

    public ServedClient(int workers) {
        this(Main::run, workers);
    }

    ServedClient(CommandRunner runner, int workers) {
        server = new Server(runner, List.of("replay", "models"), workers, new WorkloadCache(1_000_000));
        PipedInputStream in;
        try {
            in = new PipedInputStream(requests, 1 << 16);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        thread = new Thread(() -> server.serve(in, line -> {
            if (dead) {
                throw new UncheckedIOException(new IOException("Broken pipe"));
            }
            answers.add(line);
        }));
        thread.start();
    }

    /** Sends a line. */
    void send(String line) throws IOException {
        send(line, StandardCharsets.UTF_8);
    }

    void send(String line, Charset encoding) throws IOException {
        requests.write((line + "\n").getBytes(encoding));
        requests.flush();
    }

    /** Returns the next line of the server. */
    JsonNode next() throws Exception {
        String line = answers.poll(20, TimeUnit.SECONDS);
        assertThat(line).as("answer").isNotNull().doesNotContain("\n");
        return MAPPER.readTree(line);
    }

    /** Waits a little for a line of the server; null if none comes. */
    @Nullable
    String nextSoon() throws InterruptedException {
        return answers.poll(300, TimeUnit.MILLISECONDS);
    }

    public JsonNode ask(String line) throws Exception {
        send(line);
        return next();
    }

    /** Nothing can be written to the client any more. */
    void die() {
        dead = true;
    }

    void endInput() throws IOException {
        requests.close();
    }

    /** Waits until the server has left the client. */
    void awaitEnd() throws InterruptedException {
        thread.join(20_000);
        assertThat(thread.isAlive()).as("still serving").isFalse();
    }

    @Override
    public void close() throws Exception {
        requests.close();
        thread.interrupt();
        thread.join();
        server.close();
    }
}
