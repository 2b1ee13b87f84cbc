package org.tailback.explain;

import org.jspecify.annotations.Nullable;
import org.tailback.observe.Envelope;
import org.tailback.program.OperationKind;

/**
 * A segment and the one before it in its chain. Chains of ranks that waited for each other share their beginning; a
 * segment that no rank or message refers to is garbage. 40 bytes, and 48 for a message.
 */
final class Cause {
    /** The segment before this one; null at the start of the replay. */
    final @Nullable Cause before;

    final double to;
    final SegmentKind kind;
    final int rank;
    final @Nullable Sent message;

    Cause(@Nullable Cause before, double to, SegmentKind kind, int rank, @Nullable Sent message) {
        this.before = before;
        this.to = to;
        this.kind = kind;
        this.rank = rank;
        this.message = message;
    }

    Segment segment() {
        ChainMessage its =
                message == null ? null : new ChainMessage(message.sender, message.receiver, message.tag, message.bytes);
        return new Segment(rank, before == null ? 0 : before.to, to, kind, its, null);
    }

    /** A message that was sent. */
    static final class Sent {
        final int sender;
        final int receiver;
        final int tag;
        final int communicator;
        final long bytes;
        OperationKind operation = OperationKind.ISEND;
        /** Position among all messages that started to move; -1 before the start. */
        long serial = -1;

        Sent(int sender, Envelope envelope) {
            this.sender = sender;
            receiver = envelope.peer();
            tag = envelope.tag();
            communicator = envelope.communicator();
            bytes = envelope.bytes();
        }
    }
}
