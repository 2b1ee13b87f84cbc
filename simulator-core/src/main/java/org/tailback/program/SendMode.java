package org.tailback.program;

/** The mode of a send, which decides when it is finished, as in MPI. */
public enum SendMode {
    /** By the protocol that the message's size selects. */
    STANDARD,
    /** Not before the receive is posted: always by rendezvous. */
    SYNCHRONOUS,
    /** At once: the message is copied and moves by itself. */
    BUFFERED,
    /** The receive is known to be posted: always eager. */
    READY
}
