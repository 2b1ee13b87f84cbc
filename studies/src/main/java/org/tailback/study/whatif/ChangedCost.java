package org.tailback.study.whatif;

import org.tailback.cost.MeasuredSizes;
import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;

/**
 * A message cost with one change.
 *
 * @param networkTime factor of the time that messages take in the network, > 0
 * @param hasLatency false if messages have none
 * @param waits false if no message waits for its receive
 */
record ChangedCost(MessageCost cost, double networkTime, boolean hasLatency, boolean waits) implements MessageCost {
    static MessageCost fasterNetwork(MessageCost cost, double factor) {
        return new ChangedCost(cost, 1 / factor, true, true);
    }

    static MessageCost withoutLatency(MessageCost cost) {
        return new ChangedCost(cost, 1, false, true);
    }

    static MessageCost eager(MessageCost cost) {
        return new ChangedCost(cost, 1, true, false);
    }

    @Override
    public String name() {
        return cost.name();
    }

    @Override
    public double gap(long bytes) {
        return cost.gap(bytes) * networkTime;
    }

    /** As links carry half the bytes in half the time, every model sees links that are twice as fast. */
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
        return cost.sendOverhead(bytes);
    }

    @Override
    public double receiveOverhead(long bytes) {
        return cost.receiveOverhead(bytes);
    }

    @Override
    public MeasuredSizes measuredSizes() {
        return cost.measuredSizes();
    }

    @Override
    public Protocol protocol(long bytes) {
        Protocol protocol = cost.protocol(bytes);
        if (waits || !protocol.startsWhenMatched()) {
            return protocol;
        }
        return protocol.releasesSender() ? Protocol.EAGER_BUFFERED : Protocol.EAGER;
    }

    @Override
    public double handshake(long bytes) {
        return cost.handshake(bytes);
    }

    @Override
    public double startDelay(long bytes, double pathLatency) {
        return hasLatency ? cost.startDelay(bytes, pathLatency) : 0;
    }

    @Override
    public boolean occupiesInterface() {
        return cost.occupiesInterface();
    }

    @Override
    public double interfaceGap(long bytes) {
        return cost.interfaceGap(bytes);
    }
}
