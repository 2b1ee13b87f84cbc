package org.tailback.collective;

import org.tailback.program.CollectiveCall;

/** Reduction along a tree of radix 4: a rank receives from all its children at once, then adds one after the other. */
final class KnomialReduce {
    private static final CollectiveTree.Shape TREE = CollectiveTree.knomial(4);

    private KnomialReduce() {}

    static CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        Partition whole = Partition.even(call.bytes(), 1);
        if (ranks == 1) {
            return Schedules.of(whole, 0, (step, sink) -> {});
        }
        CollectiveTree tree = TREE.of(call.root(), rank, ranks);
        int children = tree.children().length();
        CollectiveSchedule schedule = Schedules.of(whole, 1, (step, sink) -> {
            for (int child = 0; child < children; child++) {
                sink.carry(1L + child, 1);
                sink.irecv(child, tree.children().get(child), call.bytes());
            }
            if (children > 0) {
                sink.awaitAll(0, children);
            }
            for (int child = 0; child < children; child++) {
                sink.combine(1L + child, 0, 1, call.bytes());
            }
            if (!tree.isRoot()) {
                sink.carry(0, 1);
                sink.send(tree.parent(), call.bytes());
            }
        });
        LocalUse use = LocalUse.buffering(1, call.bytes())
                .and(LocalUse.buffering(Math.min(1, children), children * call.bytes()))
                .and(LocalUse.copying(call.bytes(), tree.isRoot() ? call.bytes() : 0));
        return Schedules.using(use, schedule);
    }
}
