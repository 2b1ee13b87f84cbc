package org.tailback.study.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.replay.PairResult;
import org.tailback.study.engine.StudyEngine;
import org.tailback.study.placement.PlacementRuns.Replayed;

/**
 * Replays placements side by side, each once: what is known already is not replayed again. A placement under which the
 * program cannot finish takes infinitely long.
 */
final class CandidateReplays {
    private static final int MOST_REMEMBERED = 1 << 20;

    private final StudyEngine.Session<int[], Replayed> session;
    private final BooleanSupplier stopped;
    private final Map<Key, Double> known = new HashMap<>(); // looked up only, never iterated
    private volatile int replays;
    private int unfinished;
    private @Nullable UnfinishedProgramException firstUnfinished;

    CandidateReplays(StudyEngine.Session<int[], Replayed> session, BooleanSupplier stopped) {
        this.session = session;
        this.stopped = stopped;
    }

    private record Key(int[] nodes) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && Arrays.equals(nodes, key.nodes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(nodes);
        }
    }

    /**
     * Outcome of a placement.
     *
     * @param nodes of each rank
     * @param makespan seconds; infinite if the program cannot finish
     * @param pairs losses of pairs of ranks, most first; null if it was not replayed now
     */
    record Outcome(int[] nodes, double makespan, @Nullable List<PairResult> pairs) {}

    /** Returns whether a placement's makespan is known. */
    boolean knows(int[] nodes) {
        return known.containsKey(new Key(nodes));
    }

    /**
     * Replays what is not known yet.
     *
     * @return the outcomes in the order of the candidates; only those that are there if it was stopped meanwhile
     */
    List<Outcome> of(List<int[]> candidates) {
        Map<Key, Integer> missing = new LinkedHashMap<>();
        List<int[]> tasks = new ArrayList<>();
        for (int[] nodes : candidates) {
            Key key = new Key(nodes);
            if (!known.containsKey(key) && missing.putIfAbsent(key, tasks.size()) == null) {
                tasks.add(nodes);
            }
        }
        @Nullable Replayed[] replayed = new @Nullable Replayed[tasks.size()];
        session.perform(tasks, stopped, (index, result) -> {
            replayed[index] = result;
            replays = replays + 1;
        });
        List<Outcome> outcomes = new ArrayList<>();
        for (int[] nodes : candidates) {
            Key key = new Key(nodes);
            Integer index = missing.get(key);
            if (index == null) {
                outcomes.add(new Outcome(nodes, known.getOrDefault(key, Double.POSITIVE_INFINITY), null));
                continue;
            }
            Replayed found = replayed[index];
            if (found != null) {
                outcomes.add(noted(key, found));
            }
        }
        return outcomes;
    }

    private Outcome noted(Key key, Replayed found) {
        if (found.unfinished() != null && !known.containsKey(key)) {
            unfinished++;
            firstUnfinished = firstUnfinished == null ? found.unfinished() : firstUnfinished;
        }
        if (known.size() >= MOST_REMEMBERED) {
            known.clear();
        }
        known.put(key, found.makespan());
        return new Outcome(key.nodes(), found.makespan(), found.pairs());
    }

    /** Returns the number of replays done; may be called by any thread. */
    int replays() {
        return replays;
    }

    /** Under how many placements the program could not finish. */
    int unfinished() {
        return unfinished;
    }

    /** Why it could not, for the first of them; null if it always could. */
    @Nullable
    UnfinishedProgramException firstUnfinished() {
        return firstUnfinished;
    }
}
