package org.tailback.parallel;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;

/**
 * Independent tasks on several threads. Results come in the order of the tasks, and of several failures that of the
 * first task is reported: only the run time depends on the number of threads.
 */
public final class OrderedTasks {
    private OrderedTasks() {}

    /** Returns the number of this machine's processors. */
    public static int allThreads() {
        return Runtime.getRuntime().availableProcessors();
    }

    /**
     * Performs tasks 0 to count - 1.
     *
     * @param threads number of threads, >= 1; 1 performs them one after the other in the calling thread
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
        List<Callable<T>> tasks = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int index = i;
            tasks.add(() -> task.apply(index));
            results.add(null);
        }
        try (Workers workers = new Workers(Math.min(threads, count))) {
            if (!workers.each(tasks, () -> false, results::set)) {
                throw new IllegalStateException("interrupted");
            }
        }
        return results;
    }
}
