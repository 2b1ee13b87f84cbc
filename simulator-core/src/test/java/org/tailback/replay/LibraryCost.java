package org.tailback.replay;

import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;

/**
 * What an MPI library adds to messages whose bytes take a second each, with a latency of 2 s: overheads, a protocol for small
 * ones (rendezvous for others), and a gap of the interface. All times in seconds.
 */
record LibraryCost(
        double sendOverhead,
        double receiveOverhead,
        long eagerLimit,
        Protocol eager,
        double handshake,
        double gapOfInterface)
        implements MessageCost {
    /** Overheads 0.5 (send) and 0.25 (receive), eager and buffered up to 10 bytes, then rendezvous with a handshake of 1 s. */
    static final LibraryCost BUFFERED_UP_TO_10 = new LibraryCost(0.5, 0.25, 10, Protocol.EAGER_BUFFERED, 1, 0);

    @Override
    public String name() {
        return "library";
    }

    @Override
    public double gap(long bytes) {
        return bytes;
    }

    @Override
    public double latency(long bytes) {
        return 2;
    }

    @Override
    public double sendOverhead(long bytes) {
        return sendOverhead;
    }

    @Override
    public double receiveOverhead(long bytes) {
        return receiveOverhead;
    }

    @Override
    public Protocol protocol(long bytes) {
        return bytes <= eagerLimit ? eager : Protocol.RENDEZVOUS;
    }

    @Override
    public double handshake(long bytes) {
        return handshake;
    }

    @Override
    public boolean occupiesInterface() {
        return gapOfInterface > 0;
    }

    @Override
    public double interfaceGap(long bytes) {
        return gapOfInterface;
    }
}
