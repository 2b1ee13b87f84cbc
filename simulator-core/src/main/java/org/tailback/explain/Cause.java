package org.tailback.explain;

import org.jspecify.annotations.Nullable;
import org.tailback.observe.Envelope;
import org.tailback.program.OperationKind;

/**
 * A segment and the one before it in its chain; at the same time the instant at its end, which the chain has reached.
 * Chains of ranks that waited for each other share their beginning; a segment that no rank or message refers to is
 * garbage. 32 bytes, and 64 for a message.
 *
 * @param before the segment before this one; null for {@link #ORIGIN} only
 */
record Cause(
        @Nullable Cause before,
        double to,
        SegmentKind kind,
        int rank,
        @Nullable Sent sent) {
    /** The beginning of a clock, which is no segment. */
    static final Cause ORIGIN = new Cause(null, 0, SegmentKind.START, 0, null);

    /**
     * Returns this instant, or a later one that a segment leads to.
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

    /** @throws IllegalStateException if this instant is another one than that of the replay */
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

    /** A message that was sent. */
    static final class Sent {
        final ChainMessage message;
        final int communicator;
        OperationKind operation = OperationKind.ISEND;
        /** Position among all messages that started to move; -1 before the start. */
        long serial = -1;

        Sent(int sender, Envelope envelope) {
            message = new ChainMessage(sender, envelope.peer(), envelope.tag(), envelope.bytes());
            communicator = envelope.communicator();
        }
    }
}
