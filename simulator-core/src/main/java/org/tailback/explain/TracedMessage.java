package org.tailback.explain;

import org.tailback.observe.Awaited;
import org.tailback.observe.Envelope;

/** A message from its posting until sender and receiver have completed it, or a progress thread of a rank. */
final class TracedMessage {
    Cause.Sent sent = new Cause.Sent(0, new Envelope(0, 0, 0, 0));
    int sentBy;
    Cause posted = Cause.ORIGIN;
    /** Start of the message and, after its transfer, the end of the transfer, which also completes the send. */
    Cause moving = Cause.ORIGIN;

    Cause arrived = Cause.ORIGIN;
    boolean ended;

    /** Returns the instant that the message has reached by the action of its sender. */
    Cause bySender(Cause from, double until, SegmentKind kind) {
        return from.until(until, kind, sent.message.sender(), sent);
    }

    /** Returns the instant that the message has reached by the action of its receiver. */
    Cause byReceiver(Cause from, double until, SegmentKind kind) {
        return from.until(until, kind, sent.message.receiver(), sent);
    }

    /** Returns the end of the message's posting, arrival or transfer, for the rank that waits for it. */
    Cause ended(Awaited what, double end) {
        return switch (what) {
            case RECEIVED -> arrived;
            case ENVELOPE -> byReceiver(posted, end, SegmentKind.LATENCY);
            default ->
                ended && moving.to() == end
                        ? moving
                        // the protocol released the sender after it had posted the message
                        : bySender(posted, end, SegmentKind.SEND_OVERHEAD);
        };
    }
}
