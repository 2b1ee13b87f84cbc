package org.tailback.sharing;

import org.tailback.cluster.Cluster;

/**
 * A bandwidth-sharing model with its parameters: immutable, and a source of fresh {@link BandwidthSharing} states, one
 * for each network that runs under it.
 */
public interface SharingModel {
    /** Returns the name under which the model is found, such as {@code fair-tree}. */
    String name();

    /**
     * Returns fresh state for one network.
     *
     * @param cluster the nodes between which messages run
     * @param seed for models that draw random numbers: same seed, same results
     * @throws org.tailback.error.InputException if the model cannot work on this cluster, saying why and which models
     *     can
     */
    BandwidthSharing on(Cluster cluster, long seed);

    /**
     * Returns false if messages that leave or enter one node do not slow each other under this model; a message cost
     * whose gap occupies the nodes' interfaces then queues them there.
     */
    default boolean sharesNodeLinks() {
        return true;
    }

    /** Returns whether results depend on the seed, so that replications make sense. */
    default boolean isRandom() {
        return false;
    }
}
