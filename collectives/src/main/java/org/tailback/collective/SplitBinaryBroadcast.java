package org.tailback.collective;

import org.tailback.program.CollectiveCall;

/**
 * Broadcast of one half of the buffer along each subtree of the root of a binary tree, in segments. Then ranks at the
 * same position of both subtrees (v and v + 1 relative to the root, for odd v) exchange their halves. A last v without
 * a partner receives the second half from the root.
 *
 * <p>Reference: J. Pjesivac-Grbovic et al., "Performance analysis of MPI collective operations", Cluster Computing
 * 10(2), 2007, section 3.1.
 *
 * @param partition both halves in segments, the first half larger by at most one byte
 * @param firstHalf number of segments of the first half
 * @param v number of the rank relative to the root
 */
record SplitBinaryBroadcast(Partition partition, int firstHalf, int root, int v, int ranks) {
    static Schedule schedule(CollectiveCall call, long segmentBytes, int rank, int ranks) {
        Partition first = Partition.segments(call.bytes() - call.bytes() / 2, segmentBytes);
        Partition partition = first.followedBy(Partition.segments(call.bytes() / 2, segmentBytes));
        int v = Sizes.modulo(rank, -call.root(), ranks);
        CollectiveTree tree = CollectiveTree.binary(call.root(), rank, ranks);
        SplitBinaryBroadcast split = new SplitBinaryBroadcast(partition, first.parts(), call.root(), v, ranks);
        return ranks == 1
                ? Schedule.of(partition, 0, (step, sink) -> {})
                : Schedule.inSequence(
                        partition,
                        v == 0 ? split.atRoot(tree) : split.below((v + 1) % 2, tree),
                        Schedule.of(1, (step, sink) -> split.exchange(sink)));
    }

    private int segments(int half) {
        return half == 0 ? firstHalf : partition.parts() - firstHalf;
    }

    private Blocks segment(int half, int number) {
        return partition.block(half * firstHalf + number);
    }

    private Blocks all(int half) {
        return partition.blocks(half * firstHalf, segments(half));
    }

    private Schedule atRoot(CollectiveTree tree) {
        return Schedule.of(Math.max(segments(0), segments(1)), (number, sink) -> {
            int started = 0;
            for (int half = 0; half < tree.degree(); half++) {
                if (number < segments(half)) {
                    segment(half, number).isend(started++, tree.child(half), sink);
                }
            }
            sink.awaitAll(0, started);
        });
    }

    private Schedule below(int half, CollectiveTree tree) {
        return TreeBroadcast.schedule(null, segments(half), number -> segment(half, number), tree, false);
    }

    private void exchange(CollectiveSink sink) {
        boolean lastHasNoPartner = ranks % 2 == 0;
        int have = (v + 1) % 2;
        if (v == 0) {
            if (lastHasNoPartner) {
                all(1).move(true, Sizes.modulo(ranks - 1, root, ranks), sink);
            }
        } else if (lastHasNoPartner && v == ranks - 1) {
            all(1 - have).irecv(0, root, sink);
            sink.awaitAll(0, 1);
        } else {
            int partner = Sizes.modulo(have == 0 ? v + 1 : v - 1, root, ranks);
            all(have).exchange(partner, all(1 - have), partner, sink);
        }
    }
}
