package org.tailback.platform;

import com.google.common.base.Preconditions;
import org.tailback.cost.MessageCost;
import org.tailback.stability.Internal;

/**
 * Message cost for large programs, because libraries choose their transport by the possible number of connections per
 * rank.
 *
 * @param ranks smallest number of ranks of a program for which the cost is valid, >= 1
 * @param nodes smallest number of nodes of the program's ranks for which the cost is valid, >= 1
 * @param cost cost of all messages of the program between nodes
 */
@Internal
public record CostRegime(int ranks, int nodes, MessageCost cost) {
    public CostRegime {
        Preconditions.checkArgument(
                ranks >= 1 && nodes >= 1, "ranks and nodes must be >= 1, found %s and %s", ranks, nodes);
    }

    /** Returns whether the cost is valid for this number of ranks and nodes. */
    public boolean holds(int itsRanks, int itsNodes) {
        return itsRanks >= ranks && itsNodes >= nodes;
    }
}
