package org.tailback.cli.option;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.tailback.parallel.OrderedTasks;

/** The number of runs at the same time. */
public final class ThreadsOption extends Options {
    private final Given<@Nullable Integer> threads = option(Integer.class, null, "--threads", "N");

    /**
     * Checks the number of runs at the same time.
     *
     * @throws org.tailback.error.InputException if it is less than one
     */
    public void check() {
        count();
    }

    /** Returns the number, at least 1; empty if it is not given. */
    public OptionalInt chosen() {
        if (threads.value() == null) {
            return OptionalInt.empty();
        }
        Require.that(threads.value() >= 1, "--threads", "1 or more", threads.value());
        return OptionalInt.of(threads.value());
    }

    /** Returns the number, at least 1; one for each core if it is not given. */
    public int count() {
        return chosen().orElseGet(OrderedTasks::allThreads);
    }
}
