package org.tailback.collective;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Scatter along a binomial tree: a rank receives the blocks of its subtree from its parent and sends those of its children's
 * subtrees on, the largest first. ceil(log2 P) messages on the longest path, P - 1 blocks out of the root.
 */
public final class BinomialScatter implements CollectiveAlgorithm {
    @Override
    public String name() {
        return "binomial";
    }

    @Override
    public Set<Kind> kinds() {
        return ImmutableSet.of(Kind.SCATTER);
    }

    @Override
    public String summary() {
        return "blocks of subtrees along a binomial tree; ceil(log2 P) messages in a row";
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        BinomialTree tree = new BinomialTree(call.root(), rank, ranks);
        return new CollectiveSchedule() {
            @Override
            public int steps() {
                return 1 + tree.level();
            }

            @Override
            public void step(int step, CollectiveSink sink) {
                if (step == 0) {
                    if (!tree.isRoot()) {
                        Sizes.carryRound(sink, rank, tree.size(), ranks);
                        sink.recv(tree.parent(), Sizes.times(call.bytes(), tree.size()));
                    }
                    return;
                }
                int j = tree.level() - step;
                if (tree.hasChild(j)) {
                    Sizes.carryRound(sink, tree.child(j), tree.childSize(j), ranks);
                    sink.send(tree.child(j), Sizes.times(call.bytes(), tree.childSize(j)));
                }
            }
        };
    }
}
