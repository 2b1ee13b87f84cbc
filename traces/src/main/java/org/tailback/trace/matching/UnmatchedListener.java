package org.tailback.trace.matching;

/**
 * Is told of one rank's operations without a partner. Their numbers count the rank's sends, receives and collective operations,
 * blocking or not, from 0.
 */
public interface UnmatchedListener {
    /** A message that nobody receives. */
    void send(long number, int destination, int tag, int communicator, long bytes);

    /** A receive of a message that nobody sends. */
    void receive(long number);

    /** A collective operation that not all ranks of its communicator take part in. */
    void collective(long number);
}
