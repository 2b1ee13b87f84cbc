package org.tailback.sharing;

import org.tailback.cluster.Cluster;

/**
 * A bandwidth-sharing model with its parameters: immutable, from which each network gets a fresh {@link
 * BandwidthSharing} state.
 */
public interface SharingModel {
    /** Returns the name of the model in the registry, such as {@code fair-tree}. */
    String name();

    /**
     * Returns a fresh state for one network.
     *
     * @param cluster the nodes between which messages run
     * @param seed for models that draw random numbers: same seed, same results
     * @throws org.tailback.error.InputException if the model does not support this cluster; the message has the reason
     *     and lists the models that do
     */
    BandwidthSharing on(Cluster cluster, long seed);

    /**
     * Returns false if messages that leave or enter one node do not slow each other down under this model; a message
     * cost whose gap occupies the nodes' interfaces then queues them there.
     */
    default boolean sharesNodeLinks() {
        return true;
    }

    /** Returns whether results depend on the seed, so that replications differ. */
    default boolean isRandom() {
        return false;
    }
}
