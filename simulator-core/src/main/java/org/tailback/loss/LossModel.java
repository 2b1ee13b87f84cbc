package org.tailback.loss;

import org.tailback.cluster.Cluster;

/**
 * When messages lose their last packet and wait for a retransmission timeout: immutable, and a source of fresh
 * {@link LossProcess} states, one for each network that runs under it.
 */
public interface LossModel {
    /** The name under which the model is found, such as {@code tail-drop}. */
    String name();

    /**
     * Fresh state for one network.
     *
     * @param cluster the nodes between which messages run
     * @param seed for models that draw random numbers: same seed, same results
     * @throws org.tailback.error.InputException if the model cannot work on this cluster
     */
    LossProcess on(Cluster cluster, long seed);

    /** True if results depend on the seed, so that replications make sense. */
    default boolean isRandom() {
        return false;
    }

    /** False if no message is ever lost: the engine then asks nothing. */
    default boolean losesMessages() {
        return true;
    }
}
