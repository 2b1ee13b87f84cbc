package org.tailback.cli.serve;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Console;
import org.tailback.error.InputException;

/**
 * A request that waits, runs or has ended. It runs in one thread; other threads may cancel it, which interrupts this
 * thread.
 */
final class Job implements Runnable {
    private static final String PREFIX = "tailback: ";
    private static final String WARNING = PREFIX + "warning: ";
    private static final int FAILED = 1;
    private static final int BAD_INPUT = 2;

    private final RequestReader.Request request;
    private final Server server;
    private final Client client;
    private final int permits;
    private @Nullable Thread thread;
    private @Nullable String cancelled;
    private boolean abandoned;
    private long beganNanos;
    private volatile @Nullable Supplier<String> state;

    /** @param permits share of the client's queue that the job occupies */
    Job(RequestReader.Request request, Server server, Client client, int permits) {
        this.request = request;
        this.server = server;
        this.client = client;
        this.permits = permits;
    }

    String id() {
        return request.id();
    }

    int permits() {
        return permits;
    }

    boolean wantsProgress() {
        return request instanceof RequestReader.Request.Run run && run.progress();
    }

    @Override
    public void run() {
        String answer;
        try {
            answer = begin() ? answer() : "";
        } catch (InputException e) {
            answer = Answers.failed(id(), BAD_INPUT, String.valueOf(e.getMessage()), null);
        } catch (OutOfMemoryError e) {
            answer = Answers.failed(id(), FAILED, "the memory of the server is not enough for the answer", null);
        } catch (RuntimeException | Error e) {
            answer = Answers.failed(id(), FAILED, "internal error, please report: " + e, null);
        }
        String reason = end();
        if (!isAbandoned()) {
            client.answer(this, reason == null ? answer : Answers.failed(id(), FAILED, reason, null));
        }
    }

    /**
     * Abandons the job if it is still running. For example, a job that opens a pipe without a writer cannot be
     * interrupted. The caller sends the {@linkplain #answerAbandoned answer}.
     *
     * @return whether it has been abandoned now
     */
    synchronized boolean abandonIfRunning() {
        boolean isNew = thread != null && !abandoned;
        abandoned |= isNew;
        return isNew;
    }

    synchronized boolean isAbandoned() {
        return abandoned;
    }

    void answerAbandoned() {
        client.answer(this, Answers.failed(id(), FAILED, cancelled + ". Its thread is still running", null));
    }

    /** Begins the job unless it was cancelled; returns whether it has begun. */
    private synchronized boolean begin() {
        thread = Thread.currentThread();
        beganNanos = System.nanoTime();
        return cancelled == null;
    }

    /** Ends interruptions of the thread, and returns the reason of a cancellation, or null. */
    private synchronized @Nullable String end() {
        thread = null;
        state = null;
        boolean wasInterrupted = Thread.interrupted();
        return wasInterrupted && cancelled == null ? "interrupted" : cancelled;
    }

    private String answer() {
        return request instanceof RequestReader.Request.OnNetwork network
                ? Answers.done(id(), server.networks().answer(network.asked()), List.of())
                : answer(((RequestReader.Request.Run) request).command());
    }

    private String answer(List<String> command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = server.run(arguments(command), new Console(out, err, work -> state = work));
        String text = out.toString(StandardCharsets.UTF_8);
        String result = text.startsWith("{") && isJson(command) ? Answers.inOneLine(text) : Answers.quoted(text);
        List<String> warnings = new ArrayList<>();
        StringBuilder error = new StringBuilder();
        for (String line : err.toString(StandardCharsets.UTF_8).split("\n")) {
            boolean isWarning = line.startsWith(WARNING);
            String message =
                    line.substring(isWarning ? WARNING.length() : line.startsWith(PREFIX) ? PREFIX.length() : 0);
            if (isWarning || status == 0) {
                warnings.add(message);
            } else {
                error.append(error.isEmpty() ? message : "\n" + line);
            }
        }
        warnings.removeIf(String::isEmpty);
        return status == 0
                ? Answers.done(id(), result, warnings)
                : Answers.failed(id(), status, error.toString(), text.isEmpty() ? null : result);
    }

    /** Returns the arguments, with JSON as the format unless another format is requested. */
    private static String[] arguments(List<String> command) {
        List<String> arguments = new ArrayList<>(command);
        if (choosesFormat(arguments) || Server.WITHOUT_COMMAND.contains(arguments.get(0))) {
            return arguments.toArray(new String[0]);
        }
        // before a "--", after which there are no options
        int end = arguments.indexOf("--") < 0 ? arguments.size() : arguments.indexOf("--");
        arguments.addAll(end, List.of("--format", "json"));
        return arguments.toArray(new String[0]);
    }

    private static boolean choosesFormat(List<String> arguments) {
        return arguments.stream().anyMatch(argument -> argument.equals("--format") || argument.startsWith("--format="));
    }

    /** Returns whether a command prints JSON. */
    static boolean isJson(List<String> arguments) {
        int option = arguments.indexOf("--format");
        return !choosesFormat(arguments)
                || arguments.contains("--format=json")
                || option >= 0
                        && option + 1 < arguments.size()
                        && arguments.get(option + 1).equals("json");
    }

    /** Ends the job as soon as possible, unless it has ended. */
    synchronized void cancel(String reason) {
        if (cancelled == null) {
            cancelled = reason;
            if (thread != null) {
                thread.interrupt();
                server.watch(this);
            }
        }
    }

    /** Returns a line about the progress; null if the job does not run. */
    synchronized @Nullable String progress(long nowNanos) {
        if (thread == null) {
            return null;
        }
        Supplier<String> present = state;
        double seconds = Math.round((nowNanos - beganNanos) * 1e-6) / 1e3;
        return Answers.progress(id(), seconds, present == null ? null : present.get());
    }
}
