package org.tailback.fit.tcp;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Closes a connection whose other side takes too long, so that neither side waits for ever. */
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

    /** A guard that bites unless it is closed in time. */
    final class Guard implements AutoCloseable {
        private final AtomicBoolean hasBitten = new AtomicBoolean();
        private final ScheduledFuture<?> bite;

        private Guard(double seconds) {
            bite = timer.schedule(
                    () -> {
                        hasBitten.set(true);
                        TcpServer.closeQuietly(channel);
                    },
                    Math.round(seconds * 1e9),
                    TimeUnit.NANOSECONDS);
        }

        boolean hasBitten() {
            return hasBitten.get();
        }

        @Override
        public void close() {
            bite.cancel(false);
        }
    }

    /** A step that may fail. */
    interface Step<T> {
        T take() throws IOException;
    }

    /** Performs a step, which fails if it takes longer. */
    <T> T within(double seconds, Step<T> step) throws IOException {
        Guard guard = guard(seconds);
        try (guard) {
            return step.take();
        }
    }

    Guard guard(double seconds) {
        return new Guard(seconds);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
