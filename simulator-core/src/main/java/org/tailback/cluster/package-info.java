/**
 * Nodes, cores and the ranks on them.
 *
 * <p>A {@link org.tailback.cluster.Cluster} numbers the nodes from 0 and has their cores and names, possibly from a
 * {@link org.tailback.cluster.HostTable}, a {@link org.tailback.cluster.Placement} has the node of each rank, and a
 * {@link org.tailback.cluster.PlacementRule} makes placements, such as those of
 * {@link org.tailback.cluster.PlacementRules}. {@link org.tailback.cluster.IntraNodePath} is the path between ranks on
 * one node. All are immutable.
 */
@NullMarked
package org.tailback.cluster;

import org.jspecify.annotations.NullMarked;
