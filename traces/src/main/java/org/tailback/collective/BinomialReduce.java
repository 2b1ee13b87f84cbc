package org.tailback.collective;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Reduction along a binomial tree: a rank receives the partial results of its children, that with the smallest subtree
 * first, adds them to its own and sends the sum to its parent. For commutative operations.
 */
public final class BinomialReduce implements CollectiveAlgorithm {
    @Override
    public String name() {
        return "binomial";
    }

    @Override
    public Set<Kind> kinds() {
        return ImmutableSet.of(Kind.REDUCE);
    }

    @Override
    public String summary() {
        return "partial results along a binomial tree; ceil(log2 P) messages in a row";
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
                        sink.carry(0, ranks);
                        sink.send(tree.parent(), call.bytes());
                    }
                } else if (tree.hasChild(step)) {
                    sink.carry(ranks, ranks);
                    sink.recv(tree.child(step), call.bytes());
                    sink.combine(ranks, 0, ranks);
                }
            }
        };
    }
}
