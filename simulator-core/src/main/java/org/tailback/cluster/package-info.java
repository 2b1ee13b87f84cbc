/**
 * Clusters of nodes and cores, and the placement of ranks on them.
 *
 * <p>A {@link org.tailback.cluster.Cluster} numbers the nodes from 0 and holds their cores and names, possibly from a
 * {@link org.tailback.cluster.HostTable}. A {@link org.tailback.cluster.Placement} holds the node of each rank, and a
 * {@link org.tailback.cluster.PlacementRule} creates placements, for example the rules of {@link
 * org.tailback.cluster.PlacementRules}. {@link org.tailback.cluster.IntraNodePath} is the path between ranks on one
 * node. All are immutable.
 */
@NullMarked
package org.tailback.cluster;

import org.jspecify.annotations.NullMarked;
