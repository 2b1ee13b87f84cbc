package org.tailback.explain;

import org.tailback.observe.Envelope;

/** A message from its posting until sender and receiver have completed it, or a progress thread of a rank. */
final class TracedMessage {
    Cause.Sent sent = new Cause.Sent(0, new Envelope(0, 0, 0, 0));

    int sentBy;

    final Point posted = new Point();
    /** Its start, later the end of its transfer, which is the sender's end. */
    final Point moving = new Point();

    final Point arrived = new Point();
    boolean ended;
}
