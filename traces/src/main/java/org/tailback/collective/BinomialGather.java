package org.tailback.collective;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Gather along a binomial tree: a rank receives the blocks of its children's subtrees, the smallest first, and sends them
 * with its own to its parent. ceil(log2 P) messages on the longest path, P - 1 blocks into the root.
 */
public final class BinomialGather implements CollectiveAlgorithm {
    @Override
    public String name() {
        return "binomial";
    }

    @Override
    public Set<Kind> kinds() {
        return ImmutableSet.of(Kind.GATHER);
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
                return tree.level() + 1;
            }

            @Override
            public void step(int step, CollectiveSink sink) {
                if (step == tree.level()) {
                    if (!tree.isRoot()) {
                        Sizes.carryRound(sink, rank, tree.size(), ranks);
                        sink.send(tree.parent(), Sizes.times(call.bytes(), tree.size()));
                    }
                } else if (tree.hasChild(step)) {
                    Sizes.carryRound(sink, tree.child(step), tree.childSize(step), ranks);
                    sink.recv(tree.child(step), Sizes.times(call.bytes(), tree.childSize(step)));
                }
            }
        };
    }
}
