package org.tailback.explain;

import org.jspecify.annotations.Nullable;
import org.tailback.observe.Envelope;
import org.tailback.program.OperationKind;

/**
 * A segment of a chain of causes, linked to the previous segment; it also represents the instant at its end. Chains of
 * ranks that waited for each other share their first segments. A segment that is not reachable from a rank or message
 * is garbage. Memory: 40 bytes, and 64 for a message.
 *
 * @param before previous segment; null for {@link #ORIGIN} only
 */
record Cause(
        @Nullable Cause before,
        double to,
        SegmentKind kind,
        int rank,
        @Nullable Sent sent) {
    /** Start of the clock, which precedes the first segment. */
    static final Cause ORIGIN = new Cause(null, 0, SegmentKind.START, 0, null);

    /**
     * Returns this instant, or a later instant to which a segment leads.
     *
     * @throws IllegalStateException if the time is before this instant
     */
    Cause until(double time, SegmentKind next, int itsRank, @Nullable Sent itsMessage) {
        if (time > to) {
            return new Cause(this, time, next, itsRank, itsMessage);
        }
        checkReached(to, time, itsRank);
        return this;
    }

    /**
     * Returns this instant after a check of its time.
     *
     * @throws IllegalStateException if this instant differs from the replay's instant
     */
    Cause checkedAt(double time, int itsRank) {
        checkReached(to, time, itsRank);
        return this;
    }

    static void checkReached(double reached, double time, int rank) {
        if (reached != time) {
            throw new IllegalStateException(
                    "the chain of rank " + rank + " has reached " + reached + " s, the replay " + time + " s");
        }
    }

    Segment segment() {
        double from = before == null ? 0 : before.to;
        return new Segment(rank, from, to, kind, sent == null ? null : sent.message, null);
    }

    /** Message that was sent. */
    static final class Sent {
        final ChainMessage message;
        final int communicator;
        OperationKind operation = OperationKind.ISEND;
        /** Position among all messages that started to move; -1 before its start. */
        long serial = -1;

        Sent(int sender, Envelope envelope) {
            message = new ChainMessage(sender, envelope.peer(), envelope.tag(), envelope.bytes());
            communicator = envelope.communicator();
        }
    }
}
