package org.tailback.explain;

import org.tailback.program.OperationKind;

/** A message from its posting until both sides are done with it, or a helper of a rank. */
final class TracedMessage {
    int sender;
    int receiver;
    int tag;
    int communicator;
    long bytes;
    /** Its position among all messages that started to move; -1 as long as it did not. */
    long serial;
    /** The operation that sent it. */
    OperationKind operation = OperationKind.ISEND;

    /** Number of the schedule's operation that sent it. */
    int sentBy;

    final Point posted = new Point();
    /** When it starts, then when its transfer ends: the sender's end. */
    final Point moving = new Point();

    final Point arrived = new Point();
    boolean ended;

    /** A message with the same description, for segments that follow when this one describes another message. */
    TracedMessage copy() {
        TracedMessage copy = new TracedMessage();
        copy.sender = sender;
        copy.receiver = receiver;
        copy.tag = tag;
        copy.communicator = communicator;
        copy.bytes = bytes;
        copy.serial = serial;
        copy.operation = operation;
        return copy;
    }
}
