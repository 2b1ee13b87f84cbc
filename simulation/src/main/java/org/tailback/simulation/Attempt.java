package org.tailback.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.stability.Internal;

/**
 * Result of a row of a study, or the reason for its absence: a model or platform rejects the run, or the program cannot
 * finish. Other rows remain valid.
 *
 * @param value result; null after a failure
 * @param failure an {@link InputException} or {@link UnfinishedProgramException}; null without a failure
 */
@Internal
public record Attempt<T>(@Nullable T value, @Nullable RuntimeException failure) {
    /** Performs a task. Rethrows failures that are not failures of rows. */
    public static <T> Attempt<T> of(Supplier<T> task) {
        try {
            return new Attempt<>(task.get(), null);
        } catch (InputException | UnfinishedProgramException e) {
            return new Attempt<>(null, e);
        }
    }

    /**
     * Performs a task.
     *
     * @param place beginning of the message of a failure
     */
    public static <T> T at(String place, Supplier<T> task) {
        try {
            return task.get();
        } catch (InputException e) {
            throw e.at(place);
        }
    }

    /** Returns the first line of the failure's message; null without a failure. */
    public @Nullable String reason() {
        return failure == null
                ? null
                : String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }

    /**
     * Returns the values of the attempts that did not fail, in their order.
     *
     * @throws InputException or {@link UnfinishedProgramException}, the first failure, if all failed
     */
    public static <T> List<T> standing(List<Attempt<T>> attempts) {
        List<T> values = new ArrayList<>();
        for (Attempt<T> attempt : attempts) {
            if (attempt.value != null) {
                values.add(attempt.value);
            }
        }
        if (values.isEmpty() && !attempts.isEmpty() && attempts.get(0).failure != null) {
            throw attempts.get(0).failure;
        }
        return values;
    }

    /**
     * Returns a row for each attempt that failed, in their order.
     *
     * @param tasks attempted tasks
     * @param row function from a task and the reason for its failure to a row
     */
    public static <C, T, R> List<R> failed(List<C> tasks, List<Attempt<T>> attempts, BiFunction<C, String, R> row) {
        List<R> failed = new ArrayList<>();
        for (int i = 0; i < tasks.size(); i++) {
            String reason = attempts.get(i).reason();
            if (reason != null) {
                failed.add(row.apply(tasks.get(i), reason));
            }
        }
        return failed;
    }

    /** Returns {@code 2 of 10 rows failed: REASON} for each reason, in the order of the rows; empty if none failed. */
    public static List<String> warnings(List<? extends Attempt<?>> attempts) {
        Map<String, Integer> failures = new LinkedHashMap<>();
        for (Attempt<?> attempt : attempts) {
            String reason = attempt.reason();
            if (reason != null) {
                failures.merge(reason, 1, Integer::sum);
            }
        }
        return failures.entrySet().stream()
                .map(each -> each.getValue() + " of " + attempts.size() + " rows failed: " + each.getKey())
                .toList();
    }
}
