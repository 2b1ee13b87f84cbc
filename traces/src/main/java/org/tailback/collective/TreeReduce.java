package org.tailback.collective;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Reduction along a tree, in segments: a rank posts the receives of a segment from all its children, adds them to its own in
 * the order opposite to that of a broadcast as they come, and sends the sum to its parent. Without segments, the buffer moves
 * as a whole. For commutative operators, but for {@link #IN_ORDER}.
 *
 * <p>Reference: J. Pjesivac-Grbovic et al., "Performance analysis of MPI collective operations", Cluster Computing 10(2),
 * 2007, section 3.
 */
record TreeReduce(String name, Tree.Shape shape, long segmentBytes, String summary) implements SegmentedAlgorithm {
    /** A reduction along {@link Tree#inOrder}, whose result the last rank sends to the root. */
    static final CollectiveAlgorithm IN_ORDER = Algorithm.ordered(
            "in-order-binary",
            ImmutableSet.of(Kind.REDUCE),
            "partial results of ranks in a row along a binary tree; about log2 P messages in a row, and one to the root",
            (call, rank, ranks) -> {
                Partition partition = Partition.even(call.bytes(), 1);
                int last = ranks - 1;
                CollectiveSchedule alongTree = schedule(partition, Tree.inOrder(rank, ranks));
                CollectiveSchedule toRoot = Schedules.of(1, (step, sink) -> {
                    if (rank == last && call.root() != last) {
                        sink.carry(0, 1);
                        sink.send(call.root(), call.bytes());
                    } else if (rank == call.root() && rank != last) {
                        sink.carry(0, 1);
                        sink.recv(last, call.bytes());
                    }
                });
                return Schedules.inSequence(partition, alongTree, toRoot);
            });

    @Override
    public Set<Kind> kinds() {
        return ImmutableSet.of(Kind.REDUCE);
    }

    @Override
    public CollectiveAlgorithm withSegments(long bytes) {
        return new TreeReduce(bytes == 0 ? name : name + "/" + bytes, shape, bytes, summary);
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        return schedule(Partition.segments(call.bytes(), segmentBytes), shape.of(call.root(), rank, ranks));
    }

    /** The part of a rank in the reduction of some blocks along a tree. */
    static CollectiveSchedule schedule(Partition partition, Tree tree) {
        int segments = partition.parts();
        int children = tree.children().length();
        if (tree.isRoot() && children == 0) {
            return Schedules.of(partition, 0, (step, sink) -> {});
        }
        return Schedules.of(partition, segments, (segment, sink) -> {
            long bytes = partition.bytes(segment, 1);
            for (int i = 0; i < children; i++) {
                sink.carry((i + 1L) * segments + segment, 1);
                sink.irecv(i, tree.children().get(children - 1 - i), bytes);
            }
            for (int i = 0; i < children; i++) {
                sink.awaitAll(i, 1);
                sink.combine((i + 1L) * segments + segment, segment, 1, bytes);
            }
            if (!tree.isRoot()) {
                sink.carry(segment, 1);
                sink.send(tree.parent(), bytes);
            }
        });
    }
}
