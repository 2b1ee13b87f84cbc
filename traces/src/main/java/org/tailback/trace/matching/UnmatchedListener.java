package org.tailback.trace.matching;

/**
 * Receives one rank's operations without a partner. Their numbers count the rank's sends, receives and collective
 * operations, blocking or not, from 0.
 */
public interface UnmatchedListener {
    /** A message without a receive. */
    void send(long number, int destination, int tag, int communicator, long bytes);

    /** A receive of a message without a send. */
    default void receive(long number) {}

    /** A collective operation that not all ranks of its communicator take part in. */
    default void collective(long number) {}
}
