package org.tailback.program;

/** Mode of a send, which determines when it is complete, as in MPI. */
public enum SendMode {
    /** Standard mode: the message's size selects the protocol. */
    STANDARD,
    /** Synchronous mode: the message starts after the receive is posted, always by rendezvous. */
    SYNCHRONOUS,
    /** Buffered mode: the send completes at once, because the message is copied and moves without its sender. */
    BUFFERED,
    /** Ready mode: the program guarantees that the receive has been posted; always eager. */
    READY,
    /**
     * Exchange mode: the send is part of an exchange for which both ranks wait in MPI, as in MPI_Sendrecv. It has the
     * protocol of a standard send and the cost {@link org.tailback.cost.MessageCost#exchange}.
     */
    EXCHANGE
}
