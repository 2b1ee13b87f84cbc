package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import java.util.function.Function;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** Algorithms of broadcast. */
final class Broadcasts {
    private Broadcasts() {}

    static ImmutableList<CollectiveAlgorithm> all() {
        return new Algorithm.Family(Kind.BCAST)
                .segmented("linear", TreeBroadcast.along(CollectiveTree::linear, false))
                .segmented("chain", TreeBroadcast.along(CollectiveTree.chains(4), false))
                .segmented("pipeline", TreeBroadcast.along(CollectiveTree.chains(1), false))
                .segmented("binary", TreeBroadcast.along(CollectiveTree::binary, false))
                .segmented("binomial", TreeBroadcast.along(CollectiveTree.knomial(2), true))
                .segmented("binomial-doubling", TreeBroadcast.along(CollectiveTree::doubling, false))
                .segmented("knomial", TreeBroadcast.along(CollectiveTree.knomial(4), false))
                .segmented("split-binary", SplitBinaryBroadcast::schedule)
                .add(
                        "scatter-allgather",
                        (call, rank, ranks) -> scatterThen(AllgatherPhase::recursiveDoubling, call, rank, ranks))
                .add("scatter-ring", (call, rank, ranks) -> scatterThen(AllgatherPhase::ring, call, rank, ranks))
                .all();
    }

    private static Schedule scatterThen(
            Function<AllgatherPhase, Schedule> allgather, CollectiveCall call, int rank, int ranks) {
        long bytes = call.bytes();
        Partition parts = Partition.ceiling(bytes, bytes / ranks + (bytes % ranks == 0 ? 0 : 1), ranks);
        return Schedule.inSequence(
                parts,
                ScatterPhase.parts(parts, call.root(), rank, ranks),
                allgather.apply(AllgatherPhase.of(parts, call.root(), rank, ranks)));
    }
}
