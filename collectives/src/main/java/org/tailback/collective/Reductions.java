package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** Algorithms of reduce and allreduce. */
final class Reductions {
    private static final long SUM = 1;
    private static final long RECEIVED = 2;

    private Reductions() {}

    static ImmutableList<CollectiveAlgorithm> ofReduce() {
        return new Algorithm.Family(Kind.REDUCE)
                .ordered("linear", (call, rank, ranks) -> linear(call, call.root(), rank, ranks))
                .segmented("chain", TreeReduce.along(CollectiveTree.chains(4)))
                .segmented("pipeline", TreeReduce.along(CollectiveTree.chains(1)))
                .segmented("binary", TreeReduce.along(CollectiveTree::binary))
                .segmented("binomial", TreeReduce.along(CollectiveTree::nearBinomial))
                .add("knomial", Reductions::knomial)
                .orderedSegmented("in-order-binary", TreeReduce::inOrder)
                .add("rabenseifner", Rabenseifner::reduce)
                .add("rabenseifner-mpich", Rabenseifner::reduceOfMpich)
                .all();
    }

    static ImmutableList<CollectiveAlgorithm> ofAllreduce() {
        return new Algorithm.Family(Kind.ALLREDUCE)
                .ordered("linear", (call, rank, ranks) -> {
                    Partition whole = Partition.even(call.bytes(), 1);
                    return Schedule.inSequence(
                            whole,
                            linear(call, 0, rank, ranks),
                            TreeBroadcast.schedule(whole, CollectiveTree.linear(0, rank, ranks), false));
                })
                .ordered("reduce-broadcast", (call, rank, ranks) -> {
                    Partition whole = Partition.even(call.bytes(), 1);
                    return Schedule.inSequence(
                            whole,
                            TreeReduce.schedule(whole, CollectiveTree.nearBinomial(0, rank, ranks)),
                            TreeBroadcast.schedule(whole, CollectiveTree.doubling(0, rank, ranks), false));
                })
                .ordered("recursive-doubling", Reductions::recursiveDoubling)
                .add("rabenseifner", Rabenseifner::allreduce)
                .ordered("rabenseifner-mpich", Rabenseifner::allreduceOfMpich)
                .segmented("ring", RingReduce::allreduce)
                .all();
    }

    private static Schedule recursiveDoubling(CollectiveCall call, int rank, int ranks) {
        Partition partition = Partition.even(call.bytes(), 1);
        Blocks own = partition.whole();
        PowerOfTwoCore core = PowerOfTwoCore.withOddRanks(-1, rank, ranks);
        Schedule doubling = Schedule.of(core.isOut() ? 0 : core.doublings(), (step, sink) -> {
            int peer = core.rankOf(core.virtual() ^ (1 << step));
            own.exchange(peer, own.at(1), peer, sink);
            own.at(1).combine(0, sink);
        });
        // the sum changes between the buffers in each step with a higher rank, and must end in the caller's buffer
        int changes = core.isOut() ? 1 : core.doublings() - Integer.bitCount(core.virtual());
        return Schedule.inSequence(partition, core.fold(partition), doubling, core.unfold(own))
                .using(LocalUse.buffering(1, call.bytes())
                        .and(LocalUse.copying(call.bytes(), changes % 2 == 0 ? call.bytes() : 0)));
    }

    /**
     * Returns a reduction along a tree of radix 4: a rank receives from all its children at once, then adds the
     * contributions one by one.
     */
    private static Schedule knomial(CollectiveCall call, int rank, int ranks) {
        Partition partition = Partition.even(call.bytes(), 1);
        Blocks own = partition.whole();
        CollectiveTree tree = CollectiveTree.knomial(4).of(call.root(), rank, ranks);
        int children = tree.degree();
        if (tree.isSingle()) {
            return Schedule.of(partition, 0, (step, sink) -> {});
        }
        LocalUse use = LocalUse.buffering(1, call.bytes())
                .and(LocalUse.buffering(Math.min(1, children), children * call.bytes()))
                .and(LocalUse.copying(call.bytes(), tree.isRoot() ? call.bytes() : 0));
        return Schedule.of(partition, 1, (step, sink) -> {
                    for (int child = 0; child < children; child++) {
                        own.at(1L + child).irecv(child, tree.child(child), sink);
                    }
                    if (children > 0) {
                        sink.awaitAll(0, children);
                    }
                    for (int child = 0; child < children; child++) {
                        own.at(1L + child).combine(0, sink);
                    }
                    if (!tree.isRoot()) {
                        own.move(true, tree.parent(), sink);
                    }
                })
                .using(use);
    }

    /**
     * Returns a reduction without a tree: all ranks send to the root, which receives and adds from the last rank to the
     * first.
     */
    private static Schedule linear(CollectiveCall call, int root, int rank, int ranks) {
        Partition partition = Partition.even(call.bytes(), 1);
        Blocks own = partition.whole();
        if (rank != root) {
            return Schedule.of(partition, 1, (step, sink) -> own.move(true, root, sink));
        }
        LocalUse use = LocalUse.buffering(ranks == 1 ? 0 : 1, call.bytes())
                .and(LocalUse.copying(rank == ranks - 1 ? call.bytes() : 0, 0));
        return Schedule.of(partition, ranks == 1 ? 0 : ranks, (step, sink) -> {
                    int other = ranks - 1 - step;
                    boolean first = step == 0;
                    Blocks added = own.at(other == root ? 0 : first ? SUM : RECEIVED);
                    if (other != root) {
                        added.move(false, other, sink);
                    }
                    if (!first) {
                        added.combine(SUM, sink);
                    } else if (other == root) {
                        sink.copy(0, SUM, 1);
                    }
                    if (other == 0) {
                        sink.copy(SUM, 0, 1);
                    }
                })
                .using(use);
    }
}
