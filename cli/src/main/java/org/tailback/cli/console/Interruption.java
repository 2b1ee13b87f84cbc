package org.tailback.cli.console;

import com.google.common.util.concurrent.Uninterruptibles;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Orderly early end of a long command on Ctrl-C (or SIGTERM). The command is requested to stop. The process then waits
 * at most {@link #PATIENCE_SECONDS} seconds until the results so far are written.
 */
public final class Interruption {
    private static final long PATIENCE_SECONDS = 20;

    private Interruption() {}

    /**
     * Performs work that an interruption can stop.
     *
     * @param stop called by another thread if the process is to end before the work is done
     * @param work the work, which computes, writes and flushes all results
     */
    public static void during(Runnable stop, Runnable work) {
        CountDownLatch written = new CountDownLatch(1);
        Thread hook = new Thread(
                () -> {
                    stop.run();
                    var unused = Uninterruptibles.awaitUninterruptibly(written, PATIENCE_SECONDS, TimeUnit.SECONDS);
                },
                "interruption");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            return; // the process is already ending, and no work has begun
        }
        try {
            work.run();
        } finally {
            written.countDown();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // the process is already ending; the hook no longer waits, because the results are written
            }
        }
    }
}
