/**
 * Topologies: links of a network, and the routes of messages between nodes.
 *
 * <p>A {@link org.tailback.model.topology.TopologyPlan} is a description. On a cluster it becomes a {@link
 * org.tailback.model.topology.Topology} with numbered links. Routes are static. Bandwidths are in bytes per second;
 * without them, capacities are multiples of the capacity of a node's link, and the message cost defines the scale.
 */
@Beta
@NullMarked
package org.tailback.model.topology;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
