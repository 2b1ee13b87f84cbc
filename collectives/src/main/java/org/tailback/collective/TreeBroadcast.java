package org.tailback.collective;

/**
 * Broadcast along a tree, in segments: while a rank sends a segment on to all its children at once and waits for that,
 * the receive of the next one is posted. Without segments, the buffer moves as a whole. One segment of depth d in the
 * tree is there after d messages; S segments along a chain of P ranks take P - 2 + S messages in a row.
 *
 * <p>Reference: J. Pjesivac-Grbovic et al., "Performance analysis of MPI collective operations", Cluster Computing
 * 10(2), 2007, section 3.
 */
final class TreeBroadcast {
    private static final int FIRST_SEND = 2;

    private TreeBroadcast() {}

    /** @param oneChildAtATime whether each send is over before the next; otherwise all go on at once */
    static Algorithm.SegmentedMaker along(CollectiveTree.Shape shape, boolean oneChildAtATime) {
        return (call, segmentBytes, rank, ranks) -> schedule(
                Partition.segments(call.bytes(), segmentBytes), shape.of(call.root(), rank, ranks), oneChildAtATime);
    }

    static CollectiveSchedule schedule(Partition partition, CollectiveTree tree, boolean oneChildAtATime) {
        int segments = partition.parts();
        boolean root = tree.isRoot();
        int children = tree.children().length();
        if (root && children == 0) {
            return Schedules.of(partition, 0, (step, sink) -> {});
        }
        return Schedules.of(partition, segments, (step, sink) -> {
            if (!root) {
                if (step == 0) {
                    receive(partition, 0, tree, sink);
                }
                if (step + 1 < segments) {
                    receive(partition, step + 1, tree, sink);
                }
                sink.awaitAll(step % FIRST_SEND, 1);
            }
            long bytes = partition.bytes(step, 1);
            for (int i = 0; i < children; i++) {
                sink.carry(step, 1);
                if (oneChildAtATime) {
                    sink.send(tree.children().get(i), bytes);
                } else {
                    sink.isend(FIRST_SEND + i, tree.children().get(i), bytes);
                }
            }
            if (children > 0 && !oneChildAtATime) {
                sink.awaitAll(FIRST_SEND, children);
            }
        });
    }

    private static void receive(Partition partition, int segment, CollectiveTree tree, CollectiveSink sink) {
        sink.carry(segment, 1);
        sink.irecv(segment % FIRST_SEND, tree.parent(), partition.bytes(segment, 1));
    }
}
