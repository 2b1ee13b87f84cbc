package org.tailback.parallel;

import com.google.common.base.Preconditions;
import com.google.common.base.Throwables;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Threads that compute independent tasks and deliver each result when it is ready, until they are stopped. {@link
 * OrderedTasks} is simpler if all results are needed together. Results and the reported failure depend only on the
 * tasks, never on the number of threads or the order of completion. The threads are daemons: they do not keep a JVM
 * alive.
 */
public final class Workers implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 20;

    private final ExecutorService executor;

    /**
     * Creates the threads.
     *
     * @param threads number of threads, >= 1
     */
    public Workers(int threads) {
        Preconditions.checkArgument(threads >= 1, "at least one thread is needed, not %s", threads);
        AtomicInteger count = new AtomicInteger();
        this.executor = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "worker-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Receiver of results on the thread that waits for them, in the order in which they are ready. */
    public interface Receiver<T> {
        void done(int index, T result);
    }

    /**
     * Computes tasks and delivers each result when it is ready.
     *
     * @param stopped polled; after it returns true, no new task is begun, and pending tasks are not awaited
     * @param receiver is called on this thread
     * @return false if it was stopped before all tasks were done
     * @throws RuntimeException failure of the first failed task in their order; all tasks before it are done
     */
    public <T> boolean each(List<? extends Callable<T>> tasks, BooleanSupplier stopped, Receiver<? super T> receiver) {
        BlockingQueue<Integer> done = new LinkedBlockingQueue<>();
        List<Future<T>> results = new ArrayList<>();
        for (int i = 0; i < tasks.size(); i++) {
            int index = i;
            FutureTask<T> task = new FutureTask<>(tasks.get(i)) {
                @Override
                protected void done() {
                    done.add(index);
                }
            };
            results.add(task);
            executor.execute(task);
        }
        BitSet received = new BitSet();
        int end = tasks.size();
        @Nullable Throwable failure = null;
        try {
            for (int first = 0; first < end; first = received.nextClearBit(first)) {
                if (stopped.getAsBoolean()) {
                    return false;
                }
                @Nullable Integer index = done.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                if (index == null || index >= end) {
                    continue;
                }
                received.set(index);
                try {
                    // a delivered result is not kept
                    Future<T> result = results.set(index, new CompletableFuture<>());
                    receiver.done(index, result.get());
                } catch (ExecutionException e) {
                    failure = e.getCause();
                    // only earlier tasks can still change the reported failure
                    end = index;
                    results.subList(end, tasks.size()).forEach(task -> task.cancel(false));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            results.forEach(task -> task.cancel(false));
        }
        if (failure != null) {
            Throwables.throwIfUnchecked(failure);
            throw new IllegalStateException(failure);
        }
        return true;
    }

    /** Ends the threads without waiting for running tasks. */
    @Override
    public void close() {
        executor.shutdownNow();
    }
}
