package org.tailback.cli.console;

import java.io.PrintWriter;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells on standard error how far a long computation is: one line that is overwritten twice a second, from two seconds
 * after the beginning to the end, when it is erased. Nothing happens unless standard error is a terminal.
 */
public final class Progress implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 2000;
    private static final long PERIOD_MILLIS = 500;
    private static final String ERASE = "\r\u001b[K";

    private final PrintWriter messages;
    private final Supplier<String> state;
    private final @Nullable Thread thread;
    private final long beginNanos = System.nanoTime();

    private Progress(PrintWriter messages, Supplier<String> state, boolean onTerminal) {
        this.messages = messages;
        this.state = state;
        this.thread = onTerminal ? new Thread(this::tell, "progress") : null;
    }

    /**
     * Begins to watch a computation.
     *
     * @param state how far it is, in a few words; called by another thread
     */
    public static Progress of(Console console, Supplier<String> state) {
        return started(new Progress(console.messages(), state, Terminal.isStandardError()));
    }

    static Progress started(Progress progress) {
        if (progress.thread != null) {
            progress.thread.setDaemon(true);
            progress.thread.start();
        }
        return progress;
    }

    /** Stops, and erases the line. */
    @Override
    public void close() {
        if (thread == null) {
            return;
        }
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell() {
        boolean told = false;
        try {
            Thread.sleep(PATIENCE_MILLIS);
            while (true) {
                long seconds = (System.nanoTime() - beginNanos) / 1_000_000_000L;
                messages.print(ERASE + state.get() + ", " + seconds + " s");
                messages.flush();
                told = true;
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (InterruptedException e) {
            // close() wants the end
        } finally {
            if (told) {
                messages.print(ERASE);
                messages.flush();
            }
        }
    }
}
