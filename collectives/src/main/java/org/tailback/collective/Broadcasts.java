package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall.Kind;

/** The algorithms of broadcast. */
final class Broadcasts {
    private static final Set<Kind> BCAST = ImmutableSet.of(Kind.BCAST);

    private Broadcasts() {}

    static ImmutableList<CollectiveAlgorithm> all() {
        return ImmutableList.of(
                new TreeBroadcast(
                        "linear", Tree::linear, 0, false, "the root sends everybody the whole buffer at once"),
                new TreeBroadcast(
                        "chain",
                        Tree.chains(4),
                        0,
                        false,
                        "the buffer, or segments of it, along four chains; P / 4 messages in a row without segments"),
                new TreeBroadcast(
                        "pipeline",
                        Tree.chains(1),
                        0,
                        false,
                        "the buffer, or segments of it, from rank to rank; P - 1 messages in a row without segments"),
                new TreeBroadcast(
                        "binary",
                        Tree::binary,
                        0,
                        false,
                        "the buffer, or segments of it, along a binary tree of log2 P levels"),
                new TreeBroadcast(
                        "binomial",
                        Tree.knomial(2),
                        0,
                        true,
                        "the whole buffer along a binomial tree, far ranks first; ceil(log2 P) messages in a row"),
                new TreeBroadcast(
                        "binomial-doubling",
                        Tree::doubling,
                        0,
                        false,
                        "the whole buffer along a binomial tree, near ranks first and all children at once"),
                new TreeBroadcast(
                        "knomial",
                        Tree.knomial(4),
                        0,
                        false,
                        "the whole buffer along a tree of radix 4, all children at once"),
                new SplitBinaryBroadcast("split-binary", 0),
                Algorithm.of(
                        "scatter-allgather",
                        BCAST,
                        "parts along a binomial tree, then allgather by recursive doubling (by Bruck's algorithm if P is no "
                                + "power of two); about 2 log2 P messages and 2 buffers' bytes",
                        (call, rank, ranks) -> {
                            Partition parts = parts(call.bytes(), ranks);
                            return Schedules.inSequence(
                                    parts,
                                    ScatterPhase.scatter(parts, true, call.root(), rank, ranks),
                                    new AllgatherPhase(parts, call.root(), rank, ranks).recursiveDoubling());
                        }),
                Algorithm.of(
                        "scatter-ring",
                        BCAST,
                        "parts along a binomial tree, then allgather round a ring; log2 P + P - 1 messages and 2 buffers' bytes",
                        (call, rank, ranks) -> {
                            Partition parts = parts(call.bytes(), ranks);
                            return Schedules.inSequence(
                                    parts,
                                    ScatterPhase.scatter(parts, true, call.root(), rank, ranks),
                                    new AllgatherPhase(parts, call.root(), rank, ranks).ring());
                        }));
    }

    private static Partition parts(long bytes, int ranks) {
        return Partition.ceiling(bytes, bytes / ranks + (bytes % ranks == 0 ? 0 : 1), ranks);
    }
}
