package org.tailback.explain;

import org.tailback.output.Labelled;

/** Kind of a part of the makespan. */
public enum PartKind implements Labelled {
    /** Computation of a rank. */
    COMPUTE,
    /** Work of processors and interfaces for messages, and handshakes. */
    OVERHEAD,
    /** Latency of messages. */
    LATENCY,
    /** Transfer of messages, up to their contention-free time. */
    TRANSFER,
    /** Transfer of messages beyond their contention-free time. */
    CONTENTION,
    /** Waits for retransmissions. */
    TIMEOUT,
    /** Wait of a message for its receive; takes no time on the critical path, which continues in the receiver. */
    PROTOCOL,
    /** Time before a rank begins. */
    START;
}
