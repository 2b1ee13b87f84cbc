package org.tailback.collective;

import org.tailback.program.CollectiveCall;

/**
 * Reduction along a tree, in segments: a rank receives a segment from its children one after the other, in the order of
 * the tree, adds each to its own, and sends the sum to its parent. It posts each receive before it waits for the one
 * before, so that two are outstanding, and that of the next segment before it sends: segments overlap, as in Open MPI.
 * Without segments, the buffer moves as a whole. For commutative operators, except {@link #inOrder}.
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

    /** Returns the use of the buffers for segments; those of the first child are received where the sum is formed. */
    static LocalUse receiveBuffers(int children, int receives, long segmentBytes) {
        return LocalUse.buffering(
                Math.min(OUTSTANDING, receives), segmentBytes, Math.min(OUTSTANDING, children - 1) * segmentBytes);
    }

    /**
     * Returns a reduction along {@link CollectiveTree#inOrder}, whose result the last rank collects in a buffer and
     * sends to the root as a whole (Open MPI, commit 07a69c33, {@code ompi_coll_base_reduce_intra_in_order_binary}).
     */
    static CollectiveSchedule inOrder(CollectiveCall call, long segmentBytes, int rank, int ranks) {
        Partition partition = Partition.segments(call.bytes(), segmentBytes);
        int last = ranks - 1;
        boolean takesPart = call.root() != last && (rank == last || rank == call.root());
        Schedules.Blocks result = new Schedules.Blocks(0, partition.parts(), call.bytes());
        CollectiveSchedule toRoot = Schedules.of(
                takesPart ? 1 : 0, (step, sink) -> result.move(rank == last, rank == last ? call.root() : last, sink));
        return Schedules.using(
                LocalUse.buffering(rank == last && call.root() != last ? 1 : 0, call.bytes()),
                Schedules.inSequence(partition, schedule(partition, CollectiveTree.inOrder(rank, ranks)), toRoot));
    }

    static CollectiveSchedule schedule(Partition partition, CollectiveTree tree) {
        int segments = partition.parts();
        int children = tree.children().length();
        if (tree.isRoot() && children == 0) {
            return Schedules.of(partition, 0, (step, sink) -> {});
        }
        if (children == 0) {
            return Schedules.of(
                    partition,
                    segments,
                    (segment, sink) ->
                            Schedules.Blocks.of(partition, segment, 1).move(true, tree.parent(), sink));
        }
        int receives = segments * children;
        LocalUse use = LocalUse.buffering(tree.isRoot() ? 0 : 1, partition.bytes(0, segments))
                .and(receiveBuffers(children, receives, partition.bytes(0, 1)));
        CollectiveSchedule schedule = Schedules.of(partition, receives + 1, (step, sink) -> {
            if (step < receives) {
                int segment = step / children;
                int child = step % children;
                sink.carry((child + 1L) * segments + segment, 1);
                sink.irecv(step % OUTSTANDING, tree.children().get(child), partition.bytes(segment, 1));
            }
            if (step > 0) {
                int segment = (step - 1) / children;
                int child = (step - 1) % children;
                long bytes = partition.bytes(segment, 1);
                sink.awaitAll((step - 1) % OUTSTANDING, 1);
                sink.combine((child + 1L) * segments + segment, segment, 1, bytes);
                if (child == children - 1 && !tree.isRoot()) {
                    sink.carry(segment, 1);
                    sink.send(tree.parent(), bytes);
                }
            }
        });
        return Schedules.using(use, schedule);
    }
}
