package org.tailback.collective;

import org.tailback.program.CollectiveCall;

/**
 * Reduction along a tree, in segments: a rank receives a segment from each of its children in the order of the tree,
 * adds it to its own segment, and sends the sum to its parent. The rank posts each receive before it waits for the
 * previous receive, so two receives are outstanding, and posts the first receive of the next segment before it sends.
 * Segments overlap, as in Open MPI. Without segments, the buffer moves as a whole. The operators must be commutative,
 * except for {@link #inOrder}.
 *
 * <p>Reference: J. Pjesivac-Grbovic et al., "Performance analysis of MPI collective operations", Cluster Computing
 * 10(2), 2007, section 3.
 */
final class TreeReduce {
    private static final int OUTSTANDING = 2;

    private TreeReduce() {}

    static Algorithm.SegmentedMaker along(CollectiveTree.Shape shape) {
        return (call, segmentBytes, rank, ranks) ->
                schedule(Partition.segments(call.bytes(), segmentBytes), shape.of(call.root(), rank, ranks));
    }

    /**
     * Returns the use of the buffers for segments; the first child's segments are received where the sum is formed.
     */
    static LocalUse receiveBuffers(int children, int receives, long segmentBytes) {
        return LocalUse.buffering(
                Math.min(OUTSTANDING, receives), segmentBytes, Math.min(OUTSTANDING, children - 1) * segmentBytes);
    }

    /**
     * Returns a reduction along {@link CollectiveTree#inOrder}, whose result the last rank collects in a buffer and
     * sends to the root as a whole (Open MPI, commit 07a69c33, {@code ompi_coll_base_reduce_intra_in_order_binary}).
     */
    static Schedule inOrder(CollectiveCall call, long segmentBytes, int rank, int ranks) {
        Partition partition = Partition.segments(call.bytes(), segmentBytes);
        int last = ranks - 1;
        boolean takesPart = call.root() != last && (rank == last || rank == call.root());
        Schedule toRoot = Schedule.of(
                takesPart ? 1 : 0,
                (step, sink) -> partition.whole().move(rank == last, rank == last ? call.root() : last, sink));
        return Schedule.inSequence(partition, schedule(partition, CollectiveTree.inOrder(rank, ranks)), toRoot)
                .using(LocalUse.buffering(rank == last && call.root() != last ? 1 : 0, call.bytes()));
    }

    static Schedule schedule(Partition partition, CollectiveTree tree) {
        int segments = partition.parts();
        int children = tree.degree();
        if (children == 0) {
            return Schedule.of(
                    partition,
                    tree.isRoot() ? 0 : segments,
                    (segment, sink) -> partition.block(segment).move(true, tree.parent(), sink));
        }
        int receives = segments * children;
        LocalUse use = LocalUse.buffering(tree.isRoot() ? 0 : 1, partition.bytes(0, segments))
                .and(receiveBuffers(children, receives, partition.bytes(0, 1)));
        return Schedule.of(partition, receives + 1, (step, sink) -> {
                    if (step < receives) {
                        received(partition, step, children)
                                .irecv(step % OUTSTANDING, tree.child(step % children), sink);
                    }
                    if (step > 0) {
                        Blocks segment = partition.block((step - 1) / children);
                        sink.awaitAll((step - 1) % OUTSTANDING, 1);
                        received(partition, step - 1, children).combine(segment.first(), sink);
                        if (step % children == 0 && !tree.isRoot()) {
                            segment.move(true, tree.parent(), sink);
                        }
                    }
                })
                .using(use);
    }

    /**
     * Returns the blocks for the received segment with the given number; they follow the rank's own segments and the
     * segments of earlier children.
     */
    private static Blocks received(Partition partition, int receive, int children) {
        Blocks segment = partition.block(receive / children);
        return segment.at((receive % children + 1L) * partition.parts() + segment.first());
    }
}
