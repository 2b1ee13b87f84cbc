package org.tailback.explain;

import org.tailback.output.Labelled;

/** Activity in a segment of a critical path: a finer division of {@link PartKind}. */
public enum SegmentKind implements Labelled {
    START(PartKind.START),
    COMPUTE(PartKind.COMPUTE),
    /** Overhead of a message on the processor of its sender. */
    SEND_OVERHEAD(PartKind.OVERHEAD),
    /** Overhead of a message on the processor of its receiver. */
    RECEIVE_OVERHEAD(PartKind.OVERHEAD),
    /** Handshake of sender and receiver before a transfer. */
    HANDSHAKE(PartKind.OVERHEAD),
    /** Wait of a message until the interface of a node has sent or received earlier messages. */
    INTERFACE(PartKind.OVERHEAD),
    LATENCY(PartKind.LATENCY),
    TRANSFER(PartKind.TRANSFER),
    CONTENTION(PartKind.CONTENTION),
    TIMEOUT(PartKind.TIMEOUT),
    /** Wait of a message for its receive; takes no time, because the critical path continues in the receiver. */
    RENDEZVOUS(PartKind.PROTOCOL);

    private final PartKind part;

    SegmentKind(PartKind part) {
        this.part = part;
    }

    /** Returns the part of the makespan to which the segment belongs. */
    public PartKind part() {
        return part;
    }
}
