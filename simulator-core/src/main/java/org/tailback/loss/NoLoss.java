package org.tailback.loss;

import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.sharing.SharingModel;

/** Loss model of a network that loses no messages: flow control in hardware, or studies of contention only. */
public final class NoLoss implements LossModel {
    /** Name of the model in the registry. */
    public static final String NAME = "none";

    private static final LossProcess NOTHING_HAPPENS = new LossProcess() {
        @Override
        public void started(int sender, int source, int destination, double time) {}

        @Override
        public void decide(EndingMessages ending) {}
    };

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public LossProcess on(Cluster cluster, SharingModel sharing, MessageCost cost, long seed) {
        return NOTHING_HAPPENS;
    }

    @Override
    public boolean losesMessages() {
        return false;
    }
}
