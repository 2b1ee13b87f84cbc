package org.tailback.sharing;

import org.tailback.cluster.Cluster;

/**
 * A bandwidth-sharing model with its parameters. Immutable; each network receives a new {@link BandwidthSharing} state
 * from the model.
 */
public interface SharingModel {
    /** Returns the name of the model in the registry, such as {@code fair-tree}. */
    String name();

    /**
     * Returns a new state for one network.
     *
     * @param cluster the nodes between which messages are sent
     * @param seed seed for models that draw random numbers; the same seed yields the same results
     * @throws org.tailback.error.InputException if the model does not support this cluster; the message states the
     *     reason and lists the models that support the cluster
     */
    BandwidthSharing on(Cluster cluster, long seed);

    /**
     * Returns true if messages that leave or enter one node slow each other down under this model. If false, a message
     * cost whose gap occupies the nodes' interfaces queues the messages there.
     */
    default boolean sharesNodeLinks() {
        return true;
    }

    /** Returns whether results depend on the seed; replications then differ. */
    default boolean isRandom() {
        return false;
    }
}
