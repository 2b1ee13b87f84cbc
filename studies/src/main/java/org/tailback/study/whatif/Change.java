package org.tailback.study.whatif;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveSelector;
import org.tailback.output.NoOutput;
import org.tailback.platform.Platform;

/**
 * A change to be replayed.
 *
 * @param name what is changed, in words
 * @param platform with the change
 * @param computeFactors factors of the computations of ranks, finite, >= 0; 1 for those that it does not name
 * @param collectives algorithms of collective operations; null for those of the replay
 * @param promised the part of the makespan that the chain of causes puts on what is changed, seconds, >= 0
 */
public record Change(
        String name,
        Platform platform,
        Map<Integer, Double> computeFactors,
        @Nullable CollectiveSelector collectives,
        double promised) {
    public Change {
        computeFactors = ImmutableMap.copyOf(computeFactors);
    }

    /** Returns whether the program computes otherwise; not for schedules. */
    public boolean changesComputations() {
        return !computeFactors.isEmpty();
    }

    Change(String name, Platform platform, double promised) {
        this(name, platform, Map.of(), null, promised);
    }

    /**
     * The change with its makespan.
     *
     * @param makespan seconds, with the change
     * @param before makespan without it, seconds
     */
    public Outcome outcome(double makespan, double before) {
        return new Outcome(name, makespan, before - makespan, promised, collectives != null);
    }

    /**
     * What a change does.
     *
     * @param makespan seconds, with the change
     * @param saves seconds; below 0 where the change costs time
     * @param promised as in {@link Change}
     * @param isOfAlgorithm true if it is another algorithm of collective operations
     */
    public record Outcome(
            String change,
            double makespan,
            double saves,
            double promised,
            @NoOutput boolean isOfAlgorithm) {}
}
