package org.tailback.cli.option;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.tailback.parallel.OrderedTasks;

/** Option for the number of simultaneous runs. */
public final class ThreadsOption extends Options {
    private final Given<@Nullable Integer> threads = option(Integer.class, null, "--threads", "N");

    /**
     * Checks the number of simultaneous runs.
     *
     * @throws org.tailback.error.InputException if it is less than one
     */
    public void check() {
        count();
    }

    /** Returns the number of simultaneous runs, at least 1; empty if it is not given. */
    public OptionalInt chosen() {
        if (threads.value() == null) {
            return OptionalInt.empty();
        }
        Require.that(threads.value() >= 1, "--threads", "1 or more", threads.value());
        return OptionalInt.of(threads.value());
    }

    /** Returns the number of simultaneous runs, at least 1; the number of cores if it is not given. */
    public int count() {
        return chosen().orElseGet(OrderedTasks::allThreads);
    }
}
