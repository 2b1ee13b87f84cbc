package org.tailback.embed;

import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.loss.LossModel;
import org.tailback.loss.LossProcess;
import org.tailback.sharing.SharingModel;

/** No message is lost: the default of a network. */
final class Lossless implements LossModel {
    @Override
    public String name() {
        return "none";
    }

    @Override
    public LossProcess on(Cluster cluster, SharingModel sharing, MessageCost cost, long seed) {
        throw new IllegalStateException("nobody asks, as no message is lost");
    }

    @Override
    public boolean losesMessages() {
        return false;
    }
}
