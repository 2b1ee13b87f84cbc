package org.tailback.explain;

import org.tailback.program.OperationKind;

/** A message from its posting until both sides are done with it, or a helper of a rank. */
final class TracedMessage {
    int sender;
    int receiver;
    int tag;
    long bytes;
    /** Its position among all messages that started to move; -1 as long as it did not. */
    long serial;
    /** The operation that sent it. */
    OperationKind operation = OperationKind.ISEND;

    final Point posted = new Point();
    /** When it starts, then when its transfer ends: the sender's end. */
    final Point moving = new Point();

    final Point arrived = new Point();
    boolean ended;
}
