package org.tailback.loss;

import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.sharing.SharingModel;

/**
 * A model of messages that lose their last packet and wait for a retransmission timeout: immutable, and a source of
 * fresh {@link LossProcess} states, one for each network that runs under it.
 */
public interface LossModel {
    /** Returns the name under which the model is found, such as {@code tail-drop}. */
    String name();

    /**
     * Returns fresh state for one network.
     *
     * @param cluster the nodes between which messages run
     * @param sharing the model under which they share the network; losses may depend on its parameters
     * @param cost cost of the messages
     * @param seed for models that draw random numbers: same seed, same results
     * @throws org.tailback.error.InputException if the model cannot work with these
     */
    LossProcess on(Cluster cluster, SharingModel sharing, MessageCost cost, long seed);

    /** Returns whether results depend on the seed, so that replications make sense. */
    default boolean isRandom() {
        return false;
    }

    /** Returns false if no message is ever lost: the engine then calls no process. */
    default boolean losesMessages() {
        return true;
    }
}
