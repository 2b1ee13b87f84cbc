package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import java.util.function.Function;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** Algorithms of allgather(v). */
final class Allgathers {
    private Allgathers() {}

    static ImmutableList<CollectiveAlgorithm> all() {
        return new Algorithm.Family(Kind.ALLGATHER, Kind.ALLGATHERV)
                .add("ring", phase(AllgatherPhase::ring))
                .add(
                        "recursive-doubling",
                        (call, rank, ranks) -> Sizes.isPowerOfTwo(ranks)
                                ? phase(AllgatherPhase::recursiveDoubling).schedule(call, rank, ranks)
                                : bruck(call, rank, ranks))
                .add("bruck", Allgathers::bruck)
                .add("bruck-mpich", Allgathers::bruckOfMpich)
                .add("neighbour-exchange", phase(AllgatherPhase::neighbourExchange))
                .add("gather-broadcast", Allgathers::gatherThenBroadcast)
                .all();
    }

    /** Returns the maker of a schedule in which a rank copies its own block before a phase. */
    private static Algorithm.Maker phase(Function<AllgatherPhase, Schedule> phase) {
        return (call, rank, ranks) -> {
            Partition blocks = Sizes.blocks(call, ranks);
            return phase.apply(AllgatherPhase.of(blocks, 0, rank, ranks))
                    .using(LocalUse.copying(blocks.bytes(rank, 1), 0));
        };
    }

    /**
     * Returns Bruck's algorithm, after which a rank rotates the blocks into their order, as in Open MPI 4.1 and 5.0
     * ({@code coll_base_allgather.c}, {@code ompi_coll_base_allgather_intra_bruck}, finalization step).
     */
    private static Schedule bruck(CollectiveCall call, int rank, int ranks) {
        Partition blocks = Sizes.blocks(call, ranks);
        long turned = blocks.bytes(rank, ranks - rank);
        // the blocks after the rank's own block are copied to a buffer and back, all other blocks once
        LocalUse turning = LocalUse.buffering(rank == 0 ? 0 : 1, turned)
                .and(LocalUse.copying(0, rank == 0 ? 0 : blocks.bytes(0, ranks) + turned));
        return phase(AllgatherPhase::bruck).schedule(call, rank, ranks).using(turning);
    }

    /**
     * Returns Bruck's algorithm as MPICH performs it ({@code src/mpi/coll/allgather/allgather_intra_brucks.c}, commit
     * 07b78091: buffer for all blocks line 42, own block copied there 44-54, all blocks copied from there 91-106).
     */
    private static Schedule bruckOfMpich(CollectiveCall call, int rank, int ranks) {
        long all = Sizes.blocks(call, ranks).bytes(0, ranks);
        return phase(AllgatherPhase::bruck)
                .schedule(call, rank, ranks)
                .using(LocalUse.buffering(1, all).and(LocalUse.copying(0, all)));
    }

    private static Schedule gatherThenBroadcast(CollectiveCall call, int rank, int ranks) {
        Partition blocks = Sizes.blocks(call, ranks);
        CollectiveTree tree = CollectiveTree.doubling(0, rank, ranks);
        Blocks all = blocks.whole();
        return Schedule.inSequence(
                null,
                Fans.gather(blocks, 0, rank, ranks),
                TreeBroadcast.schedule(null, 1, segment -> all, tree, false));
    }
}
