package org.tailback.collective;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Broadcast along a tree, in segments: a rank posts the receive of the next segment, then sends the current segment to
 * all its children at once and waits for these sends. Without segments, the buffer moves as a whole. A segment reaches
 * depth d of the tree after d messages; S segments along a chain of P ranks take P - 2 + S consecutive messages.
 *
 * <p>Reference: J. Pjesivac-Grbovic et al., "Performance analysis of MPI collective operations", Cluster Computing
 * 10(2), 2007, section 3.
 */
final class TreeBroadcast {
    private static final int FIRST_SEND = 2;

    private TreeBroadcast() {}

    /**
     * Returns the maker of broadcasts along trees of a shape.
     *
     * @param oneChildAtATime whether each send completes before the next one starts; otherwise all sends proceed at
     *     once
     */
    static Algorithm.SegmentedMaker along(CollectiveTree.Shape shape, boolean oneChildAtATime) {
        return (call, segmentBytes, rank, ranks) -> schedule(
                Partition.segments(call.bytes(), segmentBytes), shape.of(call.root(), rank, ranks), oneChildAtATime);
    }

    static Schedule schedule(Partition partition, CollectiveTree tree, boolean oneChildAtATime) {
        return schedule(partition, partition.parts(), partition::block, tree, oneChildAtATime);
    }

    /**
     * Returns the broadcast of segments along a tree.
     *
     * @param blocks blocks of a segment
     */
    static Schedule schedule(
            @Nullable Partition partition,
            int segments,
            IntFunction<Blocks> blocks,
            CollectiveTree tree,
            boolean oneChildAtATime) {
        int children = tree.degree();
        return Schedule.of(partition, tree.isSingle() ? 0 : segments, (step, sink) -> {
            Blocks segment = blocks.apply(step);
            if (!tree.isRoot()) {
                for (int posted = step == 0 ? 0 : step + 1; posted < Math.min(segments, step + 2); posted++) {
                    blocks.apply(posted).irecv(posted % FIRST_SEND, tree.parent(), sink);
                }
                sink.awaitAll(step % FIRST_SEND, 1);
            }
            for (int i = 0; i < children; i++) {
                if (oneChildAtATime) {
                    segment.move(true, tree.child(i), sink);
                } else {
                    segment.isend(FIRST_SEND + i, tree.child(i), sink);
                }
            }
            if (children > 0 && !oneChildAtATime) {
                sink.awaitAll(FIRST_SEND, children);
            }
        });
    }
}
