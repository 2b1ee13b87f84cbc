package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** The algorithms of allgather(v). */
final class Allgathers {
    private Allgathers() {}

    static ImmutableList<CollectiveAlgorithm> all() {
        return new Algorithm.Family(Kind.ALLGATHER, Kind.ALLGATHERV)
                .add(
                        "ring",
                        "every block travels round the ring of ranks; P - 1 steps of one block",
                        (call, rank, ranks) -> withOwnBlock(
                                call, rank, ranks, phase(call, rank, ranks).ring()))
                .add(
                        "recursive-doubling",
                        "all that is known is exchanged with rank xor 2^k in step k; by Bruck's algorithm if P is no"
                                + " power of two",
                        (call, rank, ranks) -> Sizes.isPowerOfTwo(ranks)
                                ? withOwnBlock(
                                        call,
                                        rank,
                                        ranks,
                                        phase(call, rank, ranks).recursiveDoubling())
                                : bruck(call, rank, ranks))
                .add(
                        "bruck",
                        "all that is known is sent to rank - 2^k in step k; ceil(log2 P) steps for any P",
                        Allgathers::bruck)
                .add(
                        "bruck-mpich",
                        "as bruck, but in a temporary buffer, from which every block is copied once",
                        Allgathers::bruckOfMpich)
                .add(
                        "neighbour-exchange",
                        "two blocks at a time are exchanged with both neighbours in turn; P / 2 steps; a ring if P is"
                                + " odd",
                        (call, rank, ranks) -> withOwnBlock(
                                call, rank, ranks, phase(call, rank, ranks).neighbourExchange()))
                .add(
                        "gather-broadcast",
                        "everybody sends its block to rank 0, which spreads all along a binomial tree",
                        Allgathers::gatherThenBroadcast)
                .all();
    }

    private static AllgatherPhase phase(CollectiveCall call, int rank, int ranks) {
        return new AllgatherPhase(Sizes.blocks(call, ranks), 0, rank, ranks);
    }

    private static CollectiveSchedule withOwnBlock(
            CollectiveCall call, int rank, int ranks, CollectiveSchedule schedule) {
        return Schedules.using(LocalUse.copying(Sizes.blocks(call, ranks).bytes(rank, 1), 0), schedule);
    }

    /**
     * Returns Bruck's algorithm, after which a rank turns the blocks into their order, as Open MPI 4.1 and 5.0 do
     * ({@code coll_base_allgather.c}, {@code ompi_coll_base_allgather_intra_bruck}, finalization step).
     */
    private static CollectiveSchedule bruck(CollectiveCall call, int rank, int ranks) {
        Partition blocks = Sizes.blocks(call, ranks);
        long turned = blocks.bytes(rank, ranks - rank);
        // the blocks behind the rank's own are copied to a buffer and back, the others once
        LocalUse turning = LocalUse.buffering(rank == 0 ? 0 : 1, turned)
                .and(LocalUse.copying(0, rank == 0 ? 0 : blocks.bytes(0, ranks) + turned));
        return Schedules.using(
                turning,
                withOwnBlock(call, rank, ranks, phase(call, rank, ranks).bruck()));
    }

    /**
     * Returns the same as MPICH performs it ({@code src/mpi/coll/allgather/allgather_intra_brucks.c}, commit 07b78091:
     * buffer for all blocks line 42, own block copied there 44-54, all blocks copied from there 91-106).
     */
    private static CollectiveSchedule bruckOfMpich(CollectiveCall call, int rank, int ranks) {
        long all = Sizes.blocks(call, ranks).bytes(0, ranks);
        return Schedules.using(
                LocalUse.buffering(1, all).and(LocalUse.copying(0, all)),
                withOwnBlock(call, rank, ranks, phase(call, rank, ranks).bruck()));
    }

    private static CollectiveSchedule gatherThenBroadcast(CollectiveCall call, int rank, int ranks) {
        Partition blocks = Sizes.blocks(call, ranks);
        CollectiveTree tree = CollectiveTree.doubling(0, rank, ranks);
        int children = tree.children().length();
        long all = blocks.bytes(0, ranks);
        CollectiveSchedule broadcast = Schedules.of(1, (step, sink) -> {
            if (!tree.isRoot()) {
                sink.carry(0, ranks);
                sink.recv(tree.parent(), all);
            }
            for (int i = 0; i < children; i++) {
                sink.carry(0, ranks);
                sink.isend(i, tree.children().get(i), all);
            }
            if (children > 0) {
                sink.awaitAll(0, children);
            }
        });
        return Schedules.inSequence(null, Fans.gather(blocks, 0, rank, ranks), broadcast);
    }
}
