package org.tailback.cli.option;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.study.parallel.OrderedTasks;
import picocli.CommandLine.Option;

/** The number of runs at the same time. */
public final class ThreadsOption {
    @Option(names = "--threads", paramLabel = "N", description = "runs at once (default: one for each core)")
    private @Nullable Integer threads;

    /** @throws InputException if less than one is given */
    public void check() {
        if (threads != null && threads < 1) {
            throw InputException.at("--threads", "at least 1 is needed, found " + threads, "");
        }
    }

    /** Returns the number, at least 1; empty if it is not given. */
    public OptionalInt chosen() {
        check();
        return threads == null ? OptionalInt.empty() : OptionalInt.of(threads);
    }

    /** Returns the number, at least 1; one for each core if it is not given. */
    public int count() {
        return chosen().orElseGet(OrderedTasks::allThreads);
    }
}
