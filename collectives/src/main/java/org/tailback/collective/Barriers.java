package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Algorithms of barrier; all messages have 0 bytes.
 *
 * <p>Reference: D. Hensgen, R. Finkel, U. Manber, "Two algorithms for barrier synchronization", International Journal
 * of Parallel Programming 17(1), 1988 (dissemination).
 */
final class Barriers {
    private static final Blocks ARRIVED = new Blocks(0, 1, 0);

    private Barriers() {}

    static ImmutableList<CollectiveAlgorithm> all() {
        return new Algorithm.Family(Kind.BARRIER)
                .add("dissemination", (call, rank, ranks) -> dissemination(rank, ranks))
                .add("recursive-doubling", (call, rank, ranks) -> recursiveDoubling(rank, ranks))
                .add("linear", along(CollectiveTree::linear, CollectiveTree::linear))
                .add("tree", along(CollectiveTree::nearBinomial, CollectiveTree.knomial(2)))
                .add("double-ring", (call, rank, ranks) -> doubleRing(rank, ranks))
                .all();
    }

    private static Schedule dissemination(int rank, int ranks) {
        return Schedule.of(Sizes.ceilingLog2(ranks), (step, sink) -> {
            int distance = 1 << step;
            exchange(Sizes.modulo(rank, -distance, ranks), Sizes.modulo(rank, distance, ranks), sink);
        });
    }

    private static Schedule recursiveDoubling(int rank, int ranks) {
        int core = Integer.highestOneBit(ranks);
        int doublings = Integer.numberOfTrailingZeros(core);
        return Schedule.of(doublings + 2, (step, sink) -> {
            boolean outer = step == 0 || step == doublings + 1;
            if (!outer && rank < core) {
                int partner = rank ^ (1 << (step - 1));
                exchange(partner, partner, sink);
            } else if (outer && rank >= core) {
                signal(step == 0, rank - core, sink);
            } else if (outer && rank + core < ranks) {
                signal(step != 0, rank + core, sink);
            }
        });
    }

    private static Algorithm.Maker along(CollectiveTree.Shape up, CollectiveTree.Shape down) {
        Partition nothing = Partition.even(0, 1);
        return (call, rank, ranks) -> Schedule.inSequence(
                null,
                TreeReduce.schedule(nothing, up.of(0, rank, ranks)),
                TreeBroadcast.schedule(nothing, down.of(0, rank, ranks), false));
    }

    private static Schedule doubleRing(int rank, int ranks) {
        int left = Sizes.modulo(rank, -1, ranks);
        int right = Sizes.modulo(rank, 1, ranks);
        return Schedule.of(ranks == 1 ? 0 : 2, (step, sink) -> {
            signal(rank == 0, rank == 0 ? right : left, sink);
            signal(rank > 0, rank > 0 ? right : left, sink);
        });
    }

    private static void signal(boolean sends, int partner, CollectiveSink sink) {
        ARRIVED.at(sends ? 0 : 1).move(sends, partner, sink);
        if (!sends) {
            ARRIVED.at(1).combine(0, sink);
        }
    }

    private static void exchange(int source, int destination, CollectiveSink sink) {
        Blocks received = ARRIVED.at(1);
        ARRIVED.exchange(destination, received, source, sink);
        received.combine(0, sink);
    }
}
