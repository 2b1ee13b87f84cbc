package org.tailback.cost;

/** The protocol of a message: when it starts to move, and when its sender continues. */
public enum Protocol {
    /** Starts when the send is posted; the sender's wait ends with the transfer. PlogPT's own. */
    EAGER(false, false),
    /** Starts when the send is posted; the sender's wait ends at once, the message being copied. */
    EAGER_BUFFERED(false, true),
    /** Starts when both sides are posted; the sender's wait ends at once. SMPI's "detached". */
    DETACHED(true, true),
    /** Starts when both sides are posted; the sender's wait ends with the transfer. */
    RENDEZVOUS(true, false);

    private final boolean startsWhenMatched;
    private final boolean releasesSender;

    Protocol(boolean startsWhenMatched, boolean releasesSender) {
        this.startsWhenMatched = startsWhenMatched;
        this.releasesSender = releasesSender;
    }

    /** Returns true if the transfer starts only when the receive is posted too. */
    public boolean startsWhenMatched() {
        return startsWhenMatched;
    }

    /** Returns true if the sender need not wait for the transfer. */
    public boolean releasesSender() {
        return releasesSender;
    }
}
