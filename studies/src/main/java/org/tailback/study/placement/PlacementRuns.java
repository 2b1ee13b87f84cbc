package org.tailback.study.placement;

import com.google.common.collect.ImmutableList;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.platform.Platform;
import org.tailback.registry.Registry;
import org.tailback.replay.PairResult;
import org.tailback.replay.ReplayResult;
import org.tailback.study.engine.StudyRuns;
import org.tailback.study.workload.RunDescription;
import org.tailback.study.workload.Workload;

/**
 * The runs of a placement search: one for each placement, given as the node of each rank.
 *
 * @param description what another process needs to make workload and platform; null if only this process can
 */
record PlacementRuns(
        Workload workload,
        Platform platform,
        long seed,
        @Nullable RunDescription description) implements StudyRuns<int[], PlacementRuns.Replayed> {
    /**
     * A replay under a placement.
     *
     * @param makespan seconds; infinite if the program cannot finish
     * @param pairs losses of pairs of ranks, most first
     * @param unfinished why the program cannot finish; null if it can
     */
    record Replayed(
            double makespan,
            List<PairResult> pairs,
            @Nullable UnfinishedProgramException unfinished) implements Serializable {
        Replayed {
            pairs = ImmutableList.copyOf(pairs);
        }
    }

    @Override
    public Replayed perform(int[] nodes) {
        try {
            ReplayResult result = workload.on(platform)
                    .placement(Placement.of(platform.cluster(), nodes))
                    .seed(seed)
                    .pairStatistics()
                    .run();
            return new Replayed(result.makespan(), result.pairs(), null);
        } catch (UnfinishedProgramException e) {
            return new Replayed(Double.POSITIVE_INFINITY, List.of(), e);
        }
    }

    @Override
    public String name(int[] nodes) {
        return "the placement on nodes " + Arrays.toString(nodes);
    }

    @Override
    public Description<int[], Replayed> elsewhere() {
        return new Described(RunDescription.absolute(description), seed);
    }

    private record Described(RunDescription run, long seed) implements Description<int[], Replayed> {
        @Override
        public PlacementRuns open() {
            return new PlacementRuns(run.workload().open(), run.platformToPlaceOn(Registry.load()), seed, null);
        }
    }
}
