package org.tailback.collective;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Broadcast along a binomial tree: a rank receives the buffer from its parent and then sends it to its children, one after
 * the other, that with the largest subtree first. ceil(log2 P) messages on the longest path.
 */
public final class BinomialBroadcast implements CollectiveAlgorithm {
    @Override
    public String name() {
        return "binomial";
    }

    @Override
    public Set<Kind> kinds() {
        return ImmutableSet.of(Kind.BCAST);
    }

    @Override
    public String summary() {
        return "the whole buffer along a binomial tree; ceil(log2 P) messages in a row";
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
                        sink.carry(0, ranks);
                        sink.recv(tree.parent(), call.bytes());
                    }
                    return;
                }
                int j = tree.level() - step;
                if (tree.hasChild(j)) {
                    sink.carry(0, ranks);
                    sink.send(tree.child(j), call.bytes());
                }
            }
        };
    }
}
