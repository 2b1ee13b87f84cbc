package org.tailback.study.placement;

import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.parallel.Workers;
import org.tailback.platform.Platform;
import org.tailback.replay.PairResult;
import org.tailback.replay.ReplayResult;
import org.tailback.simulation.Workload;
import org.tailback.study.placement.PlacementResult.Improvement;

/**
 * Parallel replays of placements. Each placement is replayed once, and known results are reused. The makespan is
 * infinite if the program cannot finish under the placement or a model rejects the placement.
 */
final class CandidateReplays {
    private static final int MOST_REMEMBERED = 1 << 20;

    private final Workload workload;
    private final Platform platform;
    private final long seed;
    private final Workers workers;
    private final BooleanSupplier stopped;
    private final Map<List<Integer>, Double> known = new HashMap<>(); // never iterated
    /** Number of completed replays; any thread may read it. */
    volatile int replays;
    /** Number of placements under which the program could not finish. */
    int unfinished;
    /** Reason why the first program could not finish; null if all programs finished. */
    @Nullable
    RuntimeException firstUnfinished;
    /** Placements that were better than all previous placements. */
    final List<Improvement> improvements = new ArrayList<>();
    /** Best makespan in seconds; infinite before the first replay. Any thread may read it. */
    volatile double least = Double.POSITIVE_INFINITY;
    /** Best outcome so far; null before the first outcome. */
    @Nullable
    Outcome best;

    CandidateReplays(Workload workload, Platform platform, long seed, Workers workers, BooleanSupplier stopped) {
        this.workload = workload;
        this.platform = platform;
        this.seed = seed;
        this.workers = workers;
        this.stopped = stopped;
    }

    /**
     * Outcome of a placement.
     *
     * @param nodes node of each rank
     * @param makespan makespan in seconds; infinite if the program cannot finish, or a model rejects the placement
     * @param pairs losses of pairs of ranks, in descending order; null if the result was reused
     * @param problem reason why the makespan is missing; null if there is a makespan, or the result was reused
     */
    record Outcome(
            int[] nodes,
            double makespan,
            @Nullable List<PairResult> pairs,
            @Nullable RuntimeException problem) {}

    boolean isKnown(int[] nodes) {
        return known.containsKey(Ints.asList(nodes));
    }

    /**
     * Replays the placements that have no result.
     *
     * @param origin function from the index of a candidate to its origin; null for placements that do not compete
     * @return the outcomes in the order of the candidates; after a stop only the finished outcomes
     */
    List<Outcome> of(List<int[]> candidates, @Nullable IntFunction<String> origin) {
        Map<List<Integer>, Integer> missing = new LinkedHashMap<>();
        List<Callable<Outcome>> tasks = new ArrayList<>();
        for (int[] nodes : candidates) {
            List<Integer> key = Ints.asList(nodes);
            if (!known.containsKey(key) && missing.putIfAbsent(key, tasks.size()) == null) {
                tasks.add(() -> replayed(nodes));
            }
        }
        @Nullable Outcome[] replayed = new @Nullable Outcome[tasks.size()];
        var unused = workers.each(tasks, stopped, (index, outcome) -> {
            replayed[index] = outcome;
            replays = replays + 1;
        });
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            int[] nodes = candidates.get(i);
            List<Integer> key = Ints.asList(nodes);
            Integer index = missing.get(key);
            Outcome found = index == null
                    ? new Outcome(nodes, known.getOrDefault(key, Double.POSITIVE_INFINITY), null, null)
                    : replayed[index];
            if (found != null) {
                note(key, found);
                outcomes.add(found);
                if (origin != null && found.makespan() < least) {
                    best = found;
                    least = found.makespan();
                    improvements.add(new Improvement(replays, least, origin.apply(i)));
                }
            }
        }
        return outcomes;
    }

    private Outcome replayed(int[] nodes) {
        try {
            ReplayResult result = workload.on(platform)
                    .placement(Placement.of(platform.cluster(), nodes))
                    .seed(seed)
                    .pairStatistics()
                    .run();
            return new Outcome(nodes, result.makespan(), result.pairs(), null);
        } catch (InputException | UnfinishedProgramException e) {
            return new Outcome(nodes, Double.POSITIVE_INFINITY, List.of(), e);
        }
    }

    private void note(List<Integer> key, Outcome found) {
        if (found.problem() != null && !known.containsKey(key)) {
            unfinished++;
            firstUnfinished = firstUnfinished == null ? found.problem() : firstUnfinished;
        }
        if (known.size() >= MOST_REMEMBERED) {
            known.clear();
        }
        known.put(key, found.makespan());
    }
}
