package org.tailback.collective;

import org.tailback.program.CollectiveCall;

/**
 * One well-known algorithm per operation, whatever the size and the number of ranks: trees for operations with a root,
 * recursive doubling for reductions to all, dissemination for the barrier, a ring for allgather, pairwise exchange for
 * all-to-all and reduce-scatter, and no tree where only the root knows the sizes.
 */
public final class BasicSelector implements CollectiveSelector {
    private final CollectiveSelector choice = FixedSelector.basic();

    @Override
    public String name() {
        return choice.name();
    }

    @Override
    public CollectiveAlgorithm select(CollectiveCall call, int ranks) {
        return choice.select(call, ranks);
    }
}
