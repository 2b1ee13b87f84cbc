package org.tailback.study.parallel;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/**
 * Independent tasks on several threads. Results come in the order of the tasks, and of several failures that of the first task is the one
 * that is seen: nothing depends on the number of threads, but the time.
 */
public final class OrderedTasks {
    private OrderedTasks() {}

    /** As many threads as this machine has processors. */
    public static int allThreads() {
        return Runtime.getRuntime().availableProcessors();
    }

    /**
     * Performs tasks 0 to count - 1.
     *
     * @param threads how many at once, >= 1; 1 performs them one after the other in the calling thread
     * @param task must not depend on other tasks
     * @return the results by task
     */
    public static <T> List<T> map(int count, int threads, IntFunction<T> task) {
        checkArgument(threads >= 1, "threads must be at least 1: %s", threads);
        List<T> results = new ArrayList<>(count);
        if (threads == 1 || count <= 1) {
            for (int i = 0; i < count; i++) {
                results.add(task.apply(i));
            }
            return results;
        }
        ExecutorService executor = Executors.newFixedThreadPool(Math.min(threads, count), runnable -> {
            Thread thread = new Thread(runnable, "tailback-task");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<T>> futures = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                int index = i;
                futures.add(executor.submit(() -> task.apply(index)));
            }
            for (Future<T> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException exception) {
                throw exception;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            executor.shutdownNow();
        }
    }
}
