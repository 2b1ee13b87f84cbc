package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Algorithms of reduce_scatter and reduce_scatter_block. In algorithms that work on a power-of-two number of ranks, a
 * virtual block is the result of a pair of folded ranks, or of one rank.
 *
 * <p>References: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of collective communication operations in MPICH",
 * International Journal of High Performance Computing Applications 19(1), 2005, section 4.4; J. L. Traeff, "An improved
 * algorithm for (non-commutative) reduce-scatter with an application", EuroPVM/MPI 2005, LNCS 3666 (butterfly).
 */
final class ReduceScatters {
    private ReduceScatters() {}

    static ImmutableList<CollectiveAlgorithm> all() {
        return new Algorithm.Family(Kind.REDUCE_SCATTER, Kind.REDUCE_SCATTER_BLOCK)
                .add("pairwise", ReduceScatters::pairwise)
                .add("ring", ReduceScatters::ring)
                .add("recursive-halving", (call, rank, ranks) -> halving(call, rank, ranks, false))
                .ordered("butterfly", (call, rank, ranks) -> halving(call, rank, ranks, true))
                .ordered("recursive-doubling", ReduceScatters::recursiveDoubling)
                .ordered("reduce-scatterv", ReduceScatters::reduceThenScatter)
                .all();
    }

    private static Schedule pairwise(CollectiveCall call, int rank, int ranks) {
        Partition blocks = Sizes.blocks(call, ranks);
        Blocks received = blocks.block(rank).at(ranks);
        return Schedule.of(ranks - 1, (step, sink) -> {
                    int destination = Sizes.modulo(rank, step + 1, ranks);
                    int source = Sizes.modulo(rank, -step - 1, ranks);
                    blocks.block(destination).exchange(destination, received, source, sink);
                    received.combine(rank, sink);
                })
                .using(LocalUse.buffering(1, received.bytes()).and(LocalUse.copying(received.bytes(), 0)));
    }

    private static Schedule ring(CollectiveCall call, int rank, int ranks) {
        Partition blocks = Sizes.blocks(call, ranks);
        RingReduce ring = new RingReduce(blocks, 1, Sizes.modulo(rank, -1, ranks), rank, ranks);
        return Schedule.of(ring.steps(), (step, sink) -> ring.step(step, 0, sink))
                .using(ring.localUse().and(ofWholeBuffer(1, blocks, rank)));
    }

    /**
     * Returns the use of buffers for the contributions to all blocks. The contributions are copied to a buffer before
     * the messages, and the rank's block is copied from a buffer after the messages.
     */
    private static LocalUse ofWholeBuffer(int buffers, Partition blocks, int rank) {
        long all = blocks.bytes(0, blocks.parts());
        return LocalUse.buffering(buffers, all).and(LocalUse.copying(all, blocks.bytes(rank, 1)));
    }

    /**
     * Returns the use of two of these buffers. Half of the receive buffer is used, unless another rank folds into this
     * rank.
     */
    private static LocalUse ofHalving(PowerOfTwoCore core, Partition blocks, int rank) {
        long all = blocks.bytes(0, blocks.parts());
        long received = core.isOut() ? 0 : core.folds() ? all : all / 2;
        return LocalUse.buffering(2, all, all + received)
                .and(LocalUse.copying(all, core.isOut() ? 0 : blocks.bytes(rank, 1)));
    }

    private static Schedule halving(CollectiveCall call, int rank, int ranks, boolean ascending) {
        PowerOfTwoCore core = PowerOfTwoCore.withOddRanks(-1, rank, ranks);
        Partition blocks = Sizes.blocks(call, ranks);
        HalvingPhase halving =
                new HalvingPhase(core, blocks, block -> block + Math.min(block, core.excess()), ascending);
        return Schedule.inSequence(null, core.fold(blocks), halving.reduce(), deliver(core, halving, blocks, rank))
                .using(ofHalving(core, blocks, rank));
    }

    private static Schedule deliver(PowerOfTwoCore core, HalvingPhase halving, Partition blocks, int rank) {
        int block = halving.kept(core.virtual());
        int keeper = core.rankOf(block);
        return Schedule.of(1, (step, sink) -> {
            int requests = 0;
            if (keeper != rank) {
                blocks.block(rank).irecv(requests++, keeper, sink);
            }
            int first = block + Math.min(block, core.excess());
            int owners = core.isOut() ? 0 : block < core.excess() ? 2 : 1;
            for (int owner = first; owner < first + owners; owner++) {
                if (owner != rank) {
                    blocks.block(owner).isend(requests++, owner, sink);
                }
            }
            if (requests > 0) {
                sink.awaitAll(0, requests);
            }
        });
    }

    /**
     * Returns recursive doubling: in step k, ranks of neighbouring groups of 2^k exchange all sums except the sums of
     * the blocks of the sender's group. If the upper group is incomplete, ranks of the lower group without a partner
     * receive the blocks of the other ranks of their group along a halving tree; no rank folds. The algorithm takes
     * {@code ceil(log2 P)} steps, and additional consecutive messages if P is not a power of two. With 100 ranks, 3
     * additional messages bring the data from 4 ranks to 32 ranks, and 1 additional message from 36 ranks to 64 ranks.
     *
     * <p>Sources: MPICH, {@code src/mpi/coll/reduce_scatter/reduce_scatter_intra_recursive_doubling.c} (commit
     * 00ee4504: exchange lines 141-153, forwarding 161-207, reductions 217-229, which add all received blocks); Open
     * MPI {@code ompi/mca/coll/base/coll_base_reduce_scatter_block.c} (commit 0da975f6), function {@code
     * intra_recursivedoubling}, which performs the same steps.
     */
    private static Schedule recursiveDoubling(CollectiveCall call, int rank, int ranks) {
        Partition blocks = Sizes.blocks(call, ranks);
        return Schedule.of(Sizes.ceilingLog2(ranks), (step, sink) -> {
                    int group = 1 << step;
                    int own = rank & -group;
                    int other = own ^ group;
                    boolean hasPartner = (rank ^ group) < ranks;
                    if (hasPartner) {
                        sink.irecv(0, rank ^ group, rest(blocks, other, group, ranks, sink));
                        sink.isend(1, rank ^ group, rest(blocks, own, group, 0, sink));
                        sink.awaitAll(0, 2);
                    }
                    if (forward(blocks, rank, own, group, sink) || hasPartner) {
                        int both = Math.min(own, other);
                        int behind = Math.min(ranks, both + 2 * group);
                        for (Blocks sums : List.of(
                                blocks.blocks(0, both), blocks.block(rank), blocks.blocks(behind, ranks - behind))) {
                            sums.at(ranks + sums.first()).combine(sums.first(), sink);
                        }
                        // blocks that other ranks of this rank's group keep are added too, although unused
                        int others = Math.min(group, ranks - own);
                        sink.combine(0, 0, 0, blocks.bytes(own, others) - blocks.bytes(rank, 1));
                    }
                })
                .using(ofWholeBuffer(2, blocks, rank).packing());
    }

    /** Specifies all blocks except the blocks of a group of ranks, with an offset, and returns their size in bytes. */
    private static long rest(Partition blocks, int group, int size, int offset, CollectiveSink sink) {
        int ranks = blocks.parts();
        int end = Math.min(ranks, group + size);
        sink.carry(offset, group);
        sink.carry((long) offset + end, ranks - end);
        return blocks.bytes(0, group) + blocks.bytes(end, ranks - end);
    }

    /**
     * Forwards the blocks received by the first ranks of a group if other ranks of the group have no partner; returns
     * whether this rank has received the blocks.
     */
    private static boolean forward(Partition blocks, int rank, int own, int group, CollectiveSink sink) {
        int ranks = blocks.parts();
        int served = (own & group) == 0 ? ranks - own - group : 0;
        boolean gets = false;
        for (int half = group / 2; half > 0 && served > 0 && served < group; half /= 2) {
            int peer = rank ^ half;
            int end = (rank & -(2 * half)) + served;
            if (Math.min(rank, peer) < end && Math.max(rank, peer) >= end) {
                gets |= rank > peer;
                blocks.blocks(0, own + group).at(ranks).move(rank < peer, peer, sink);
            }
        }
        return gets;
    }

    private static Schedule reduceThenScatter(CollectiveCall call, int rank, int ranks) {
        Partition blocks = Sizes.blocks(call, ranks);
        CollectiveTree tree = CollectiveTree.nearBinomial(0, rank, ranks);
        int children = tree.degree();
        Blocks all = blocks.whole();
        Schedule reduce = Schedule.of(children + (tree.isRoot() ? 0 : 1), (step, sink) -> {
            if (step < children) {
                all.at(ranks).move(false, tree.child(step), sink);
                all.at(ranks).combine(0, sink);
            } else {
                all.move(true, tree.parent(), sink);
            }
        });
        LocalUse use = children == 0
                ? LocalUse.NONE
                : LocalUse.buffering(1, all.bytes()).and(TreeReduce.receiveBuffers(children, children, all.bytes()));
        return Schedule.inSequence(null, reduce, Fans.scatterOneByOne(blocks, 0, rank, ranks))
                .using(use);
    }
}
