package org.tailback.model.topology;

import org.tailback.cluster.Cluster;

/** A kind of topology with its parameters, to be built on a cluster. Immutable. */
@FunctionalInterface
public interface TopologyPlan {
    /**
     * Returns the topology between the nodes of a cluster.
     *
     * @throws org.tailback.error.InputException if this kind cannot be built on the cluster, with the reason and a
     *     remedy in its message
     */
    Topology on(Cluster cluster);
}
