package org.tailback.platform;

import com.google.common.base.Preconditions;
import org.tailback.cost.MessageCost;
import org.tailback.stability.Internal;

/**
 * A message cost for large programs: libraries change their transport with the possible number of connections of a
 * rank.
 *
 * @param ranks of a program from which on the cost holds, >= 1
 * @param nodes of the program's ranks from which on it holds, >= 1
 * @param cost of all its messages between nodes
 */
@Internal
public record CostRegime(int ranks, int nodes, MessageCost cost) {
    public CostRegime {
        Preconditions.checkArgument(
                ranks >= 1 && nodes >= 1, "ranks and nodes must be >= 1, found %s and %s", ranks, nodes);
    }

    /** Returns whether the cost holds for this number of ranks and nodes. */
    public boolean holds(int itsRanks, int itsNodes) {
        return itsRanks >= ranks && itsNodes >= nodes;
    }
}
