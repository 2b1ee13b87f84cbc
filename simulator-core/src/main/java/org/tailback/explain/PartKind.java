package org.tailback.explain;

import org.tailback.output.Labelled;

/** The kind of a part of the makespan. */
public enum PartKind implements Labelled {
    /** Computation of a rank. */
    COMPUTE,
    /** Work of processors and interfaces for messages, and handshakes. */
    OVERHEAD,
    /** Latency of messages. */
    LATENCY,
    /** Transfer of messages, as long as their contention-free time. */
    TRANSFER,
    /** Transfer of messages beyond their contention-free time. */
    CONTENTION,
    /** Waits for retransmissions. */
    TIMEOUT,
    /** A message's wait for its receive; takes no time on the critical path, which continues in the receiver. */
    PROTOCOL,
    /** The time before a rank begins. */
    START;
}
