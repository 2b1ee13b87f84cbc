package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import org.tailback.program.CollectiveCall.Kind;

/** The algorithms of broadcast. */
final class Broadcasts {
    private Broadcasts() {}

    static ImmutableList<CollectiveAlgorithm> all() {
        return new Algorithm.Family(Kind.BCAST)
                .segmented(
                        "linear",
                        "the root sends everybody the whole buffer at once",
                        TreeBroadcast.along(CollectiveTree::linear, false))
                .segmented(
                        "chain",
                        "the buffer, or segments of it, along four chains; P / 4 messages in a row without segments",
                        TreeBroadcast.along(CollectiveTree.chains(4), false))
                .segmented(
                        "pipeline",
                        "the buffer, or segments of it, from rank to rank; P - 1 messages in a row without segments",
                        TreeBroadcast.along(CollectiveTree.chains(1), false))
                .segmented(
                        "binary",
                        "the buffer, or segments of it, along a binary tree of log2 P levels",
                        TreeBroadcast.along(CollectiveTree::binary, false))
                .segmented(
                        "binomial",
                        "the whole buffer along a binomial tree, far ranks first; ceil(log2 P) messages in a row",
                        TreeBroadcast.along(CollectiveTree.knomial(2), true))
                .segmented(
                        "binomial-doubling",
                        "the whole buffer along a binomial tree, near ranks first and all children at once",
                        TreeBroadcast.along(CollectiveTree::doubling, false))
                .segmented(
                        "knomial",
                        "the whole buffer along a tree of radix 4, all children at once",
                        TreeBroadcast.along(CollectiveTree.knomial(4), false))
                .segmented(
                        "split-binary",
                        "a half of the buffer along each side of a binary tree, then pairs exchange halves",
                        SplitBinaryBroadcast::schedule)
                .add(
                        "scatter-allgather",
                        "parts along a binomial tree, then allgather by recursive doubling (by Bruck's algorithm if P"
                                + " is no power of two); about 2 log2 P messages and 2 buffers' bytes",
                        (call, rank, ranks) -> {
                            Partition parts = parts(call.bytes(), ranks);
                            return Schedules.inSequence(
                                    parts,
                                    ScatterPhase.parts(parts, call.root(), rank, ranks),
                                    new AllgatherPhase(parts, call.root(), rank, ranks).recursiveDoubling());
                        })
                .add(
                        "scatter-ring",
                        "parts along a binomial tree, then allgather round a ring; log2 P + P - 1 messages and 2"
                                + " buffers' bytes",
                        (call, rank, ranks) -> {
                            Partition parts = parts(call.bytes(), ranks);
                            return Schedules.inSequence(
                                    parts,
                                    ScatterPhase.parts(parts, call.root(), rank, ranks),
                                    new AllgatherPhase(parts, call.root(), rank, ranks).ring());
                        })
                .all();
    }

    private static Partition parts(long bytes, int ranks) {
        return Partition.ceiling(bytes, bytes / ranks + (bytes % ranks == 0 ? 0 : 1), ranks);
    }
}
