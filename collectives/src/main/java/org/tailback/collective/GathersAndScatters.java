package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** Algorithms of gather(v) and scatter(v). */
final class GathersAndScatters {
    private GathersAndScatters() {}

    private interface OfBlocks {
        Schedule schedule(Partition blocks, int root, int rank, int ranks);
    }

    static ImmutableList<CollectiveAlgorithm> all() {
        return new Algorithm.Family(Kind.GATHER, Kind.GATHERV)
                .add("linear", maker(Fans::gather))
                .add("one-by-one", maker(Fans::gatherOneByOne))
                .add("linear-sync", maker(Fans::gatherInRankOrder))
                .of(Kind.GATHER)
                .add("binomial", maker(ScatterPhase::gather))
                .of(Kind.SCATTER, Kind.SCATTERV)
                .add("linear", maker(Fans::scatter))
                .add("one-by-one", maker(Fans::scatterOneByOne))
                .of(Kind.SCATTER)
                .add("binomial", maker(ScatterPhase::scatter))
                .all();
    }

    private static Algorithm.Maker maker(OfBlocks ofBlocks) {
        return (call, rank, ranks) -> ofBlocks.schedule(blocks(call, rank, ranks), call.root(), rank, ranks);
    }

    /**
     * Returns the blocks of all ranks; at ranks other than the root, all blocks are assumed to have the size of the
     * rank's own block.
     */
    private static Partition blocks(CollectiveCall call, int rank, int ranks) {
        if (rank == call.root() && call.kind() == Kind.GATHERV) {
            return Partition.of(Sizes.counts(call, "receive", call.receiveCounts(), ranks));
        }
        return rank == call.root() && call.kind() == Kind.SCATTERV
                ? Partition.of(Sizes.counts(call, "send", call.sendCounts(), ranks))
                : Partition.equal(call.bytes(), ranks);
    }
}
