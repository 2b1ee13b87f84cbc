package org.tailback.loss;

import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.sharing.SharingModel;

/**
 * A model of messages that lose their last packet and wait for a retransmission timeout. Immutable; it creates a new
 * {@link LossProcess} for each network.
 */
public interface LossModel {
    /** Returns the name of the model in the registry, such as {@code tail-drop}. */
    String name();

    /**
     * Returns a new state for one network.
     *
     * @param cluster the nodes between which messages are sent
     * @param sharing model under which messages share the network; losses may depend on its parameters
     * @param cost cost of the messages
     * @param seed seed of models that draw random numbers; determines their results
     * @throws org.tailback.error.InputException if the model does not support this cluster, sharing model or cost
     */
    LossProcess on(Cluster cluster, SharingModel sharing, MessageCost cost, long seed);

    /** Returns whether results depend on the seed and replications therefore differ. */
    default boolean isRandom() {
        return false;
    }

    /** Returns whether messages can be lost; if false, the engine calls no process. */
    default boolean losesMessages() {
        return true;
    }
}
