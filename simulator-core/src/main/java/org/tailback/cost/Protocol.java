package org.tailback.cost;

/** The protocol of a message, which determines its start and the instant at which its sender continues. */
public enum Protocol {
    /** Protocol of PlogPT: the message starts when the send is posted, and the sender's wait ends with the transfer. */
    EAGER(false, false),
    /**
     * Buffered protocol: the message starts when the send is posted, and the sender's wait ends at once, as the message
     * is copied.
     */
    EAGER_BUFFERED(false, true),
    /**
     * "Detached" protocol of SMPI: the message starts when send and receive are posted, and the sender's wait ends at
     * once.
     */
    DETACHED(true, true),
    /**
     * Rendezvous protocol: the message starts when send and receive are posted, and the sender's wait ends with the
     * transfer.
     */
    RENDEZVOUS(true, false);

    private final boolean startsWhenMatched;
    private final boolean releasesSender;

    Protocol(boolean startsWhenMatched, boolean releasesSender) {
        this.startsWhenMatched = startsWhenMatched;
        this.releasesSender = releasesSender;
    }

    /** Returns true if the transfer starts only after the receive is also posted. */
    public boolean startsWhenMatched() {
        return startsWhenMatched;
    }

    /** Returns true if the sender does not wait for the transfer. */
    public boolean releasesSender() {
        return releasesSender;
    }
}
