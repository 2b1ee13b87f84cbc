package org.tailback.cli.console;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Orderly early end of a long command on Ctrl-C (or SIGTERM): the command is asked to stop, and the process waits until
 * it has written its results so far, at most {@link #PATIENCE_SECONDS} seconds.
 */
public final class Interruption {
    private static final long PATIENCE_SECONDS = 20;

    private final CountDownLatch written = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean interrupted;

    private Interruption(Runnable stop) {
        hook = new Thread(() -> interrupt(stop), "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Performs work that can be stopped.
     *
     * @param stop called by another thread if the process is to end before the work is done
     * @param work computes, writes and flushes everything
     */
    public static void during(Runnable stop, Runnable work) {
        Interruption interruption;
        try {
            interruption = new Interruption(stop);
        } catch (IllegalStateException e) {
            return; // the process ends already, and nothing was begun
        }
        try {
            work.run();
        } finally {
            interruption.end();
        }
    }

    private void interrupt(Runnable stop) {
        interrupted = true;
        stop.run();
        try {
            written.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end() {
        written.countDown();
        if (!interrupted) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // the process ends at this very moment, and nothing is left to wait for
            }
        }
    }
}
