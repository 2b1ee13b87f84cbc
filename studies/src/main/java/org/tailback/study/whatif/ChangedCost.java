package org.tailback.study.whatif;

import org.tailback.cost.MeasuredSizes;
import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;

/**
 * Message cost with one change.
 *
 * @param networkTime factor on the time that messages take in the network, >= 0
 * @param hasLatency false if messages have no latency
 * @param waits false if messages of all sizes have the protocol of the smallest messages, as below an eager limit
 * @param hasOverheads false if messages occupy neither processors nor interfaces, and handshakes take no time
 */
record ChangedCost(MessageCost cost, double networkTime, boolean hasLatency, boolean waits, boolean hasOverheads)
        implements MessageCost {
    static MessageCost fasterNetwork(MessageCost cost, double factor) {
        return new ChangedCost(cost, 1 / factor, true, true, true);
    }

    static MessageCost withoutLatency(MessageCost cost) {
        return new ChangedCost(cost, 1, false, true, true);
    }

    static MessageCost eager(MessageCost cost) {
        return new ChangedCost(cost, 1, true, false, true);
    }

    /** Returns a cost with which messages of any size take no time in the network except the latency. */
    static MessageCost infiniteBandwidth(MessageCost cost) {
        return new ChangedCost(cost, 0, true, true, true);
    }

    /**
     * Returns a cost with which messages arrive as soon as they are sent; messages with rendezvous arrive as soon as
     * both the send and the receive are posted.
     */
    static MessageCost instantaneous(MessageCost cost) {
        return new ChangedCost(cost, 0, false, true, false);
    }

    @Override
    public String name() {
        return cost.name();
    }

    @Override
    public MessageCost exchange() {
        MessageCost own = cost.exchange();
        return own == cost ? this : new ChangedCost(own, networkTime, hasLatency, waits, hasOverheads);
    }

    @Override
    public double gap(long bytes) {
        return cost.gap(bytes) * networkTime;
    }

    /**
     * Returns the bytes on links, scaled like times in the network. For every model, half the bytes and half the times
     * have the same effect as links twice as fast.
     */
    @Override
    public double wireBytes(long bytes) {
        return cost.wireBytes(bytes) * networkTime;
    }

    @Override
    public double latency(long bytes) {
        return hasLatency ? cost.latency(bytes) : 0;
    }

    @Override
    public double sendOverhead(long bytes) {
        return hasOverheads ? cost.sendOverhead(bytes) : 0;
    }

    @Override
    public double receiveOverhead(long bytes) {
        return hasOverheads ? cost.receiveOverhead(bytes) : 0;
    }

    @Override
    public double isendOverhead(long bytes) {
        return hasOverheads ? cost.isendOverhead(bytes) : 0;
    }

    @Override
    public double probeOverhead() {
        return hasOverheads ? cost.probeOverhead() : 0;
    }

    /** Returns the time on the intra-node path; its latency is the time of an empty message. */
    @Override
    public double localSeconds(long bytes) {
        double known = cost.localSeconds(bytes);
        double empty = Math.min(known, cost.localSeconds(0));
        return Math.max(0, known - (known - empty) * (1 - networkTime) - (hasLatency ? 0 : empty));
    }

    @Override
    public double occupancy(long bytes) {
        double seconds = cost.occupancy(bytes);
        return seconds < 0 ? seconds : seconds * networkTime;
    }

    @Override
    public MeasuredSizes measuredSizes() {
        return cost.measuredSizes();
    }

    @Override
    public Protocol protocol(long bytes) {
        Protocol protocol = cost.protocol(bytes);
        return waits || protocol != Protocol.RENDEZVOUS ? protocol : cost.protocol(0);
    }

    @Override
    public double handshake(long bytes) {
        return hasOverheads ? cost.handshake(bytes) : 0;
    }

    @Override
    public boolean isHalfDuplex() {
        return cost.isHalfDuplex();
    }

    @Override
    public double startDelay(long bytes, double pathLatency) {
        return hasLatency ? cost.startDelay(bytes, pathLatency) : 0;
    }

    @Override
    public boolean occupiesInterface() {
        return hasOverheads && cost.occupiesInterface();
    }

    @Override
    public double interfaceGap(long bytes) {
        return cost.interfaceGap(bytes);
    }
}
