package org.tailback.parallel;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Independent tasks on several threads. Results are returned in the order of the tasks, and if several tasks fail, the
 * failure of the first task is reported. Only the run time depends on the number of threads.
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
     * @param task function of a task, which must not depend on other tasks
     * @return the results by task
     */
    public static <T> List<T> map(int count, int threads, IntFunction<T> task) {
        checkArgument(threads >= 1, "threads must be at least 1: %s", threads);
        if (threads == 1 || count <= 1) {
            return IntStream.range(0, count).mapToObj(task).toList();
        }
        List<T> results = new ArrayList<>(Collections.nCopies(count, null));
        List<Callable<T>> tasks = IntStream.range(0, count)
                .<Callable<T>>mapToObj(i -> () -> task.apply(i))
                .toList();
        try (Workers workers = new Workers(Math.min(threads, count))) {
            if (!workers.each(tasks, () -> false, results::set)) {
                throw new IllegalStateException("interrupted");
            }
        }
        return results;
    }
}
