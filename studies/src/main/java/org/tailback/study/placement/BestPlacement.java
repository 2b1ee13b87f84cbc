package org.tailback.study.placement;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.study.placement.CandidateReplays.Outcome;

/** The best placement so far and its origin. */
final class BestPlacement {
    private final List<PlacementResult.Improvement> improvements = new ArrayList<>();
    private volatile double makespan = Double.POSITIVE_INFINITY;
    private @Nullable Outcome outcome;
    private String origin = "";

    /**
     * @param name of the starting placement, or of what found it
     * @param replays how many were done until now
     */
    void consider(Outcome candidate, String name, int replays) {
        if (candidate.makespan() < makespan) {
            outcome = candidate;
            makespan = candidate.makespan();
            origin = name;
            improvements.add(new PlacementResult.Improvement(replays, candidate.makespan(), name));
        }
    }

    /** Returns null before the first. */
    @Nullable
    Outcome outcome() {
        return outcome;
    }

    /** Returns seconds, infinite before the first; may be asked by any thread. */
    double makespan() {
        return makespan;
    }

    String origin() {
        return origin;
    }

    List<PlacementResult.Improvement> improvements() {
        return improvements;
    }
}
