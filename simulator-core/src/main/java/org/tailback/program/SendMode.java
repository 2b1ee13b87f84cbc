package org.tailback.program;

/** The mode of a send, which decides when it is finished, as in MPI. */
public enum SendMode {
    /** The message's size selects the protocol. */
    STANDARD,
    /** Synchronous: starts after the receive is posted, always by rendezvous. */
    SYNCHRONOUS,
    /** The send completes at once: the message is copied and moves without its sender. */
    BUFFERED,
    /** The receive has been posted, as the program guarantees: always eager. */
    READY,
    /**
     * The send is part of an exchange for which both ranks wait in MPI, as in MPI_Sendrecv. It has the protocol of a
     * standard send, and the cost {@link org.tailback.cost.MessageCost#exchange}.
     */
    EXCHANGE
}
