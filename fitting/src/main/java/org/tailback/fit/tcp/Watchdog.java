package org.tailback.fit.tcp;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Watchdog that closes a connection whose other end takes too long, so that neither end waits forever. */
final class Watchdog implements AutoCloseable {
    private final ScheduledExecutorService timer;
    private final SocketChannel channel;

    Watchdog(SocketChannel channel) {
        this.channel = channel;
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "tailback-watchdog");
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        timer = executor;
    }

    /** A step that may fail. */
    interface Step<T> {
        T take() throws IOException;
    }

    /**
     * Performs a step.
     *
     * @throws SocketTimeoutException if it takes longer; the connection is closed then
     */
    <T> T within(double seconds, Step<T> step) throws IOException {
        AtomicBoolean isLate = new AtomicBoolean();
        ScheduledFuture<?> bite = timer.schedule(
                () -> {
                    isLate.set(true);
                    TcpServer.closeQuietly(channel);
                },
                Math.round(seconds * 1e9),
                TimeUnit.NANOSECONDS);
        try {
            return step.take();
        } catch (IOException e) {
            if (isLate.get()) {
                throw (IOException) new SocketTimeoutException("nothing within " + seconds + " s").initCause(e);
            }
            throw e;
        } finally {
            bite.cancel(false);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
