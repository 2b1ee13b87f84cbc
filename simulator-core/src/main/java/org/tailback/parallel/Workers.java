package org.tailback.parallel;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Threads that compute independent tasks and hand over results as they come, until they are stopped; where neither
 * matters, {@link OrderedTasks} is simpler. Their results, and the failure that is reported, depend only on the tasks,
 * never on the number of threads or on which is done first. The threads are daemons: they keep no JVM alive.
 */
public final class Workers implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 20;

    private final ExecutorService executor;
    private final int threads;

    /** @param threads number of threads, >= 1 */
    public Workers(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("at least one thread is needed, not " + threads);
        }
        this.threads = threads;
        AtomicInteger count = new AtomicInteger();
        this.executor = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "worker-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Receives results on the thread that waits for them, in the order in which they are ready. */
    public interface Receiver<T> {
        void done(int index, T result);
    }

    private record Outcome<T>(
            int index, @Nullable T result, @Nullable Throwable failure) {}

    /**
     * Computes tasks, handing over each result as soon as it is ready.
     *
     * @param stopped polled; once it returns true, nothing more is begun or waited for
     * @param receiver is called on this thread
     * @return false if it was stopped before all were done
     * @throws RuntimeException the failure of the first task, in their order, that failed; those before it are done
     *     then
     */
    public <T> boolean each(List<? extends Callable<T>> tasks, BooleanSupplier stopped, Receiver<? super T> receiver) {
        BlockingQueue<Outcome<T>> outcomes = new LinkedBlockingQueue<>();
        AtomicInteger next = new AtomicInteger();
        AtomicInteger limit = new AtomicInteger(tasks.size());
        int begun = Math.min(threads, tasks.size());
        for (int i = 0; i < begun; i++) {
            executor.execute(() -> work(tasks, next, limit, outcomes));
        }
        @Nullable Throwable failure = null;
        int failed = Integer.MAX_VALUE;
        int awaited = tasks.size();
        int received = 0; // of those that are awaited
        boolean[] done = new boolean[tasks.size()];
        try {
            while (received < awaited) {
                if (stopped.getAsBoolean()) {
                    return false;
                }
                @Nullable Outcome<T> outcome = outcomes.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                if (outcome == null) {
                    continue;
                }
                done[outcome.index()] = true;
                received += outcome.index() < awaited ? 1 : 0;
                if (outcome.failure() != null && outcome.index() < failed) {
                    failure = outcome.failure();
                    failed = outcome.index();
                    // only tasks before it still matter
                    limit.set(failed);
                    awaited = failed;
                    received = count(done, awaited);
                }
                if (outcome.result() != null) {
                    receiver.done(outcome.index(), outcome.result());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            limit.set(0);
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        return true;
    }

    private static int count(boolean[] done, int end) {
        int count = 0;
        for (int i = 0; i < end; i++) {
            count += done[i] ? 1 : 0;
        }
        return count;
    }

    private static <T> void work(
            List<? extends Callable<T>> tasks,
            AtomicInteger next,
            AtomicInteger limit,
            BlockingQueue<Outcome<T>> outcomes) {
        for (int index = next.getAndIncrement(); index < limit.get(); index = next.getAndIncrement()) {
            try {
                outcomes.add(new Outcome<>(index, tasks.get(index).call(), null));
            } catch (Exception | Error e) {
                outcomes.add(new Outcome<>(index, null, e));
            }
        }
    }

    /** Lets the threads end; those that still compute are not waited for. */
    @Override
    public void close() {
        executor.shutdownNow();
    }
}
