package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** The algorithms of reduce and allreduce. */
final class Reductions {
    private static final Set<Kind> REDUCE = ImmutableSet.of(Kind.REDUCE);
    private static final Set<Kind> ALLREDUCE = ImmutableSet.of(Kind.ALLREDUCE);

    private Reductions() {}

    static ImmutableList<CollectiveAlgorithm> ofReduce() {
        return ImmutableList.of(
                LinearReduce.ALGORITHM,
                new TreeReduce(
                        "chain",
                        Tree.chains(4),
                        0,
                        "partial results, or segments of them, along four chains to the root"),
                new TreeReduce(
                        "pipeline",
                        Tree.chains(1),
                        0,
                        "partial results, or segments of them, from rank to rank; P - 1 messages in a row without segments"),
                new TreeReduce(
                        "binary",
                        Tree::binary,
                        0,
                        "partial results, or segments of them, along a binary tree of log2 P levels"),
                new TreeReduce(
                        "binomial",
                        Tree.knomial(2),
                        0,
                        "partial results along a binomial tree; ceil(log2 P) messages in a row"),
                new TreeReduce("knomial", Tree.knomial(4), 0, "partial results along a tree of radix 4"),
                TreeReduce.IN_ORDER,
                Algorithm.commutative(
                        "rabenseifner",
                        REDUCE,
                        "reduce-scatter by halving, then gather along a binomial tree; 2 log2 P messages and 2 buffers' bytes",
                        Reductions::rabenseifnerToRoot));
    }

    static ImmutableList<CollectiveAlgorithm> ofAllreduce() {
        return ImmutableList.of(
                Algorithm.ordered(
                        "linear",
                        ALLREDUCE,
                        "rank 0 receives and adds everybody's buffer, and sends everybody the result",
                        (call, rank, ranks) -> {
                            Partition whole = Partition.even(call.bytes(), 1);
                            return Schedules.inSequence(
                                    whole,
                                    LinearReduce.schedule(whole, 0, rank, ranks),
                                    TreeBroadcast.schedule(whole, Tree.linear(0, rank, ranks), false));
                        }),
                Algorithm.ordered(
                        "reduce-broadcast",
                        ALLREDUCE,
                        "reduce to rank 0 and broadcast from it along binomial trees; 2 ceil(log2 P) messages in a row",
                        (call, rank, ranks) -> {
                            Partition whole = Partition.even(call.bytes(), 1);
                            return Schedules.inSequence(
                                    whole,
                                    TreeReduce.schedule(whole, Tree.knomial(2).of(0, rank, ranks)),
                                    TreeBroadcast.schedule(whole, Tree.doubling(0, rank, ranks), false));
                        }),
                Algorithm.ordered(
                        "recursive-doubling",
                        ALLREDUCE,
                        "the whole buffer is exchanged with rank xor 2^k in step k; log2 P steps, and 2 more if P is no "
                                + "power of two",
                        Reductions::recursiveDoubling),
                Algorithm.ordered(
                        "rabenseifner",
                        ALLREDUCE,
                        "reduce-scatter by halving, then allgather by doubling; 2 log2 P messages and 2 buffers' bytes",
                        Reductions::rabenseifner),
                new RingAllreduce("ring", 0));
    }

    private static CollectiveSchedule recursiveDoubling(CollectiveCall call, int rank, int ranks) {
        Partition whole = Partition.even(call.bytes(), 1);
        PowerOfTwoCore core = new PowerOfTwoCore(-1, rank, ranks);
        CollectiveSchedule doubling = Schedules.of(core.isOut() ? 0 : core.doublings(), (step, sink) -> {
            int peer = core.rankOf(core.virtual() ^ (1 << step));
            sink.carry(1, 1);
            sink.irecv(0, peer, call.bytes());
            sink.carry(0, 1);
            sink.isend(1, peer, call.bytes());
            sink.awaitAll(0, 2);
            sink.combine(1, 0, 1, call.bytes());
        });
        return Schedules.inSequence(whole, core.fold(whole), doubling, core.unfold(whole, 0, 1));
    }

    private static CollectiveSchedule rabenseifner(CollectiveCall call, int rank, int ranks) {
        PowerOfTwoCore core = new PowerOfTwoCore(-1, rank, ranks);
        Partition parts = Partition.even(call.bytes(), core.size());
        HalvingPhase halving = new HalvingPhase(core, parts, block -> block, true);
        return Schedules.inSequence(
                parts, core.fold(parts), halving.reduce(), halving.allgather(), core.unfold(parts, 0, parts.parts()));
    }

    private static CollectiveSchedule rabenseifnerToRoot(CollectiveCall call, int rank, int ranks) {
        PowerOfTwoCore core = new PowerOfTwoCore(call.root(), rank, ranks);
        Partition parts = Partition.even(call.bytes(), core.size());
        HalvingPhase halving = new HalvingPhase(core, parts, block -> block, true);
        return Schedules.inSequence(
                parts, core.fold(parts), halving.reduce(), halving.gather(core.virtual(call.root())));
    }
}
