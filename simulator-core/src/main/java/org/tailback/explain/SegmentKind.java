package org.tailback.explain;

import org.tailback.output.Labelled;

/** The activity in a segment of a chain: a finer division of {@link PartKind}. */
public enum SegmentKind implements Labelled {
    START(PartKind.START),
    COMPUTE(PartKind.COMPUTE),
    /** A message occupies the processor of its sender. */
    SEND_OVERHEAD(PartKind.OVERHEAD),
    /** A message occupies the processor of its receiver. */
    RECEIVE_OVERHEAD(PartKind.OVERHEAD),
    /** Sender and receiver agree on a transfer. */
    HANDSHAKE(PartKind.OVERHEAD),
    /** A message waits until the interface of a node has sent or received those before it. */
    INTERFACE(PartKind.OVERHEAD),
    LATENCY(PartKind.LATENCY),
    TRANSFER(PartKind.TRANSFER),
    CONTENTION(PartKind.CONTENTION),
    TIMEOUT(PartKind.TIMEOUT),
    /** A message waited for its receive: takes no time, and the chain continues in the receiver. */
    RENDEZVOUS(PartKind.PROTOCOL);

    private final PartKind part;

    SegmentKind(PartKind part) {
        this.part = part;
    }

    /** Returns the part of the makespan that the segment belongs to. */
    public PartKind part() {
        return part;
    }
}
