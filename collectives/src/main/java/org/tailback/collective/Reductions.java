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
                        "the root receives and adds one rank's buffer after the other; P - 1 messages into one rank",
                        (call, rank, ranks) ->
                                Linear.schedule(Partition.even(call.bytes(), 1), call.root(), rank, ranks))
                .segmented(
                        "chain",
                        "partial results, or segments of them, along four chains to the root",
                        TreeReduce.along(CollectiveTree.chains(4)))
                .segmented(
                        "pipeline",
                        "partial results, or segments of them, from rank to rank; P - 1 messages in a row without"
                                + " segments",
                        TreeReduce.along(CollectiveTree.chains(1)))
                .segmented(
                        "binary",
                        "partial results, or segments of them, along a binary tree of log2 P levels",
                        TreeReduce.along(CollectiveTree::binary))
                .segmented(
                        "binomial",
                        "partial results along a binomial tree; ceil(log2 P) messages in a row",
                        TreeReduce.along(CollectiveTree::nearBinomial))
                .add(
                        "knomial",
                        "partial results along a tree of radix 4; a rank receives those of all its children at once",
                        Knomial::schedule)
                .orderedSegmented(
                        "in-order-binary",
                        "partial results, or segments of them, of ranks in a row along a binary tree; about log2 P messages in a row, and"
                                + " one to the root",
                        TreeReduce::inOrder)
                .add(
                        "rabenseifner",
                        "reduce-scatter by halving, then gather along a binomial tree; 2 log2 P messages and 2"
                                + " buffers' bytes",
                        Rabenseifner::reduce)
                .add(
                        "rabenseifner-mpich",
                        "as rabenseifner, but excess ranks over a power of two give their whole buffer at once",
                        Rabenseifner::reduceOfMpich)
                .all();
    }

    static ImmutableList<CollectiveAlgorithm> ofAllreduce() {
        return new Algorithm.Family(Kind.ALLREDUCE)
                .ordered(
                        "linear",
                        "rank 0 receives and adds everybody's buffer, and sends everybody the result",
                        (call, rank, ranks) -> {
                            Partition whole = Partition.even(call.bytes(), 1);
                            return Schedules.inSequence(
                                    whole,
                                    Linear.schedule(whole, 0, rank, ranks),
                                    TreeBroadcast.schedule(whole, CollectiveTree.linear(0, rank, ranks), false));
                        })
                .ordered(
                        "reduce-broadcast",
                        "reduce to rank 0 and broadcast from it along binomial trees; 2 ceil(log2 P) messages in a row",
                        (call, rank, ranks) -> {
                            Partition whole = Partition.even(call.bytes(), 1);
                            return Schedules.inSequence(
                                    whole,
                                    TreeReduce.schedule(whole, CollectiveTree.nearBinomial(0, rank, ranks)),
                                    TreeBroadcast.schedule(whole, CollectiveTree.doubling(0, rank, ranks), false));
                        })
                .ordered(
                        "recursive-doubling",
                        "the whole buffer is exchanged with rank xor 2^k in step k; log2 P steps, and 2 more if P is"
                                + " no power of two",
                        Reductions::recursiveDoubling)
                .add(
                        "rabenseifner",
                        "reduce-scatter by halving, then allgather by doubling; 2 log2 P messages and 2 buffers' bytes",
                        Rabenseifner::allreduce)
                .ordered(
                        "rabenseifner-mpich",
                        "as rabenseifner, but excess ranks over a power of two give their whole buffer at once",
                        Rabenseifner::allreduceOfMpich)
                .segmented(
                        "ring",
                        "parts go round the ring of ranks twice, first added up, then distributed; 2 (P - 1) steps of"
                                + " 1 / P of the buffer",
                        RingReduce::allreduce)
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
     * Reduction without a tree: everybody sends to the root, which receives and adds from the last rank to the first.
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
