package org.tailback.program;

/** The mode of a send, which decides when it is finished, as in MPI. */
public enum SendMode {
    /** The message's size selects the protocol. */
    STANDARD,
    /** Not before the receive is posted: always by rendezvous. */
    SYNCHRONOUS,
    /** The send completes at once: the message is copied and moves by itself. */
    BUFFERED,
    /** The receive is known to be posted: always eager. */
    READY
}
