package org.tailback.explain;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;

/**
 * The segments of a chain that one window holds, the latest first. Which messages shared the links of those with
 * contention is known when {@link #moving} has observed a further replay.
 */
final class ChainPiece {
    private final Placement placement;
    private final CollectiveNames names;
    private final MovingMessages moving;
    private final List<Found> found = new ArrayList<>();
    private long before;

    private record Found(
            Segment segment,
            @Nullable String operation,
            @Nullable ContendedMessage contended) {}

    private ChainPiece(Placement placement, MovingMessages moving, CollectiveNames names) {
        this.placement = placement;
        this.names = names;
        this.moving = moving;
    }

    /**
     * Follows a chain backwards from a segment through a window.
     *
     * @param moving observer of the further replay
     */
    static ChainPiece of(
            SegmentWindow window, long last, Placement placement, MovingMessages moving, CollectiveNames names) {
        ChainPiece piece = new ChainPiece(placement, moving, names);
        long number = last;
        while (number != SegmentWindow.NONE && window.holds(number)) {
            piece.add(window, number);
            number = window.previous(number);
        }
        piece.before = number;
        return piece;
    }

    private void add(SegmentWindow window, long number) {
        Segment segment = window.segment(number);
        ContendedMessage contended = null;
        if (segment.kind() == SegmentKind.CONTENTION) {
            contended = new ContendedMessage(segment.seconds());
            moving.add(window.serial(number), contended);
        }
        found.add(new Found(segment, operation(segment, window, number), contended));
    }

    /** The kind of the collective operation, or else the operation of the sender and the size. */
    private @Nullable String operation(Segment segment, SegmentWindow window, long number) {
        ChainMessage message = segment.message();
        if (message == null) {
            return null;
        }
        return names.of(window.communicator(number), message.tag())
                .orElseGet(() -> window.operation(number).label() + " of " + message.bytes() + " B");
    }

    /** The number of the segment before the piece, or {@link SegmentWindow#NONE}. */
    long before() {
        return before;
    }

    /** True if messages of the piece had contention. */
    boolean needsReplay() {
        return !moving.isEmpty();
    }

    /** The observer of that replay. */
    MovingMessages moving() {
        return moving;
    }

    /** Adds the segments and their culprits to the totals of the chain. */
    void addTo(ChainTotals totals) {
        for (Found entry : found) {
            Segment segment = entry.segment();
            ChainMessage message = segment.message();
            if (message == null || entry.operation() == null) {
                totals.add(segment);
                continue;
            }
            String operation = entry.operation();
            totals.addTo(operation, segment.seconds());
            ContendedMessage contended = entry.contended();
            if (contended != null) {
                totals.add(segment.withLink(contended.link()));
                totals.blame(contended);
                totals.blame(Culprit.Type.OPERATION, operation, segment.seconds(), 0);
            } else if (segment.kind() == SegmentKind.TIMEOUT) {
                SharedLink link = moving.into(placement.nodeOf(message.sender()), placement.nodeOf(message.receiver()));
                totals.add(segment.withLink(link.name()));
                totals.blame(link, 0, segment.seconds());
                totals.blame(Culprit.Type.PAIR, message.pair(), 0, segment.seconds());
                totals.blame(Culprit.Type.OPERATION, operation, 0, segment.seconds());
            } else {
                totals.add(segment);
            }
        }
    }
}
