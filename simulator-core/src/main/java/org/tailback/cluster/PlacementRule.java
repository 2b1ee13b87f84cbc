package org.tailback.cluster;

import java.util.List;
import org.tailback.stability.Beta;

/**
 * A rule that puts ranks on nodes. Immutable; the placement depends on the cluster and the number of ranks only.
 *
 * <p>A core holds one rank: every rule rejects more ranks than the cluster has cores.
 */
public interface PlacementRule {
    /** Returns the rule in the notation of the command line, such as {@code round-robin-node} or {@code random:7}. */
    String name();

    /**
     * Puts every rank on a node.
     *
     * @param ranks >= 1
     * @throws org.tailback.error.InputException if the ranks do not fit on the cluster
     */
    Placement place(Cluster cluster, int ranks);

    /**
     * Returns warnings about parts of the rule's description that are unused or guessed for a placement, one sentence
     * each; empty by default.
     *
     * @param ranks >= 1
     * @throws org.tailback.error.InputException if the ranks do not fit on the cluster
     */
    @Beta
    default List<String> warnings(Cluster cluster, int ranks) {
        return List.of();
    }
}
