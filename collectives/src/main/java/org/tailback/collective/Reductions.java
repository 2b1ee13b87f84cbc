package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** The algorithms of reduce and allreduce. */
final class Reductions {
    private Reductions() {}

    static ImmutableList<CollectiveAlgorithm> ofReduce() {
        return new Algorithm.Family(Kind.REDUCE)
                .ordered(
                        "linear",
                        (call, rank, ranks) ->
                                Linear.schedule(Partition.even(call.bytes(), 1), call.root(), rank, ranks))
                .segmented("chain", TreeReduce.along(CollectiveTree.chains(4)))
                .segmented("pipeline", TreeReduce.along(CollectiveTree.chains(1)))
                .segmented("binary", TreeReduce.along(CollectiveTree::binary))
                .segmented("binomial", TreeReduce.along(CollectiveTree::nearBinomial))
                .add("knomial", Knomial::schedule)
                .orderedSegmented("in-order-binary", TreeReduce::inOrder)
                .add("rabenseifner", Rabenseifner::reduce)
                .add("rabenseifner-mpich", Rabenseifner::reduceOfMpich)
                .all();
    }

    static ImmutableList<CollectiveAlgorithm> ofAllreduce() {
        return new Algorithm.Family(Kind.ALLREDUCE)
                .ordered("linear", (call, rank, ranks) -> {
                    Partition whole = Partition.even(call.bytes(), 1);
                    return Schedules.inSequence(
                            whole,
                            Linear.schedule(whole, 0, rank, ranks),
                            TreeBroadcast.schedule(whole, CollectiveTree.linear(0, rank, ranks), false));
                })
                .ordered("reduce-broadcast", (call, rank, ranks) -> {
                    Partition whole = Partition.even(call.bytes(), 1);
                    return Schedules.inSequence(
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

    private static CollectiveSchedule recursiveDoubling(CollectiveCall call, int rank, int ranks) {
        Partition whole = Partition.even(call.bytes(), 1);
        PowerOfTwoCore core = new PowerOfTwoCore(-1, rank, ranks);
        CollectiveSchedule doubling = Schedules.of(core.isOut() ? 0 : core.doublings(), (step, sink) -> {
            int peer = core.rankOf(core.virtual() ^ (1 << step));
            Schedules.Blocks own = new Schedules.Blocks(0, 1, call.bytes());
            Schedules.exchange(sink, peer, own.at(1), peer, own);
            sink.combine(1, 0, 1, call.bytes());
        });
        // the sum changes between the buffers in each step with a higher rank, and must end in the caller's
        int changes = core.isOut() ? 1 : core.doublings() - Integer.bitCount(core.virtual());
        return Schedules.using(
                LocalUse.buffering(1, call.bytes())
                        .and(LocalUse.copying(call.bytes(), changes % 2 == 0 ? call.bytes() : 0)),
                Schedules.inSequence(whole, core.fold(whole), doubling, core.unfold(whole, 0, 1)));
    }

    /**
     * Reduction along a tree of radix 4: a rank receives from all its children at once, then adds one after the other.
     */
    private static final class Knomial {
        private static final CollectiveTree.Shape TREE = CollectiveTree.knomial(4);

        private Knomial() {}

        static CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
            Partition whole = Partition.even(call.bytes(), 1);
            if (ranks == 1) {
                return Schedules.of(whole, 0, (step, sink) -> {});
            }
            CollectiveTree tree = TREE.of(call.root(), rank, ranks);
            int children = tree.children().length();
            CollectiveSchedule schedule = Schedules.of(whole, 1, (step, sink) -> {
                for (int child = 0; child < children; child++) {
                    sink.carry(1L + child, 1);
                    sink.irecv(child, tree.children().get(child), call.bytes());
                }
                if (children > 0) {
                    sink.awaitAll(0, children);
                }
                for (int child = 0; child < children; child++) {
                    sink.combine(1L + child, 0, 1, call.bytes());
                }
                if (!tree.isRoot()) {
                    sink.carry(0, 1);
                    sink.send(tree.parent(), call.bytes());
                }
            });
            LocalUse use = LocalUse.buffering(1, call.bytes())
                    .and(LocalUse.buffering(Math.min(1, children), children * call.bytes()))
                    .and(LocalUse.copying(call.bytes(), tree.isRoot() ? call.bytes() : 0));
            return Schedules.using(use, schedule);
        }
    }

    /**
     * Reduction without a tree: all ranks send to the root, which receives and adds from the last rank to the first.
     */
    private static final class Linear {
        private Linear() {}

        static CollectiveSchedule schedule(Partition partition, int root, int rank, int ranks) {
            int parts = partition.parts();
            long bytes = partition.bytes(0, parts);
            long sum = parts;
            long received = 2L * parts;
            if (rank != root) {
                return Schedules.of(partition, 1, (step, sink) -> {
                    sink.carry(0, parts);
                    sink.send(root, bytes);
                });
            }
            CollectiveSchedule schedule = Schedules.of(partition, ranks == 1 ? 0 : ranks, (step, sink) -> {
                int other = ranks - 1 - step;
                boolean first = step == 0;
                if (other != root) {
                    sink.carry(first ? sum : received, parts);
                    sink.recv(other, bytes);
                    if (!first) {
                        sink.combine(received, sum, parts, bytes);
                    }
                } else if (first) {
                    sink.copy(0, sum, parts);
                } else {
                    sink.combine(0, sum, parts, bytes);
                }
                if (other == 0) {
                    sink.copy(sum, 0, parts);
                }
            });
            LocalUse use = LocalUse.buffering(ranks == 1 ? 0 : 1, bytes)
                    .and(LocalUse.copying(rank == ranks - 1 ? bytes : 0, 0));
            return Schedules.using(use, schedule);
        }
    }
}
