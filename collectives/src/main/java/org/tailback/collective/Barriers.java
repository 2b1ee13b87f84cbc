package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The algorithms of barrier; all messages have 0 bytes.
 *
 * <p>Reference: D. Hensgen, R. Finkel, U. Manber, "Two algorithms for barrier synchronization", International Journal
 * of Parallel Programming 17(1), 1988 (dissemination).
 */
final class Barriers {
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

    private static CollectiveSchedule dissemination(int rank, int ranks) {
        return Schedules.of(Sizes.ceilingLog2(ranks), (step, sink) -> {
            int distance = 1 << step;
            exchange(Sizes.modulo(rank, -distance, ranks), Sizes.modulo(rank, distance, ranks), sink);
        });
    }

    private static CollectiveSchedule recursiveDoubling(int rank, int ranks) {
        int core = Integer.highestOneBit(ranks);
        int doublings = Integer.numberOfTrailingZeros(core);
        return Schedules.of(doublings + 2, (step, sink) -> {
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
        return (call, rank, ranks) -> Schedules.inSequence(
                null,
                TreeReduce.schedule(nothing, up.of(0, rank, ranks)),
                TreeBroadcast.schedule(nothing, down.of(0, rank, ranks), false));
    }

    private static CollectiveSchedule doubleRing(int rank, int ranks) {
        int left = Sizes.modulo(rank, -1, ranks);
        int right = Sizes.modulo(rank, 1, ranks);
        return Schedules.of(ranks == 1 ? 0 : 2, (step, sink) -> {
            if (rank > 0) {
                signal(false, left, sink);
            }
            signal(true, right, sink);
            if (rank == 0) {
                signal(false, left, sink);
            }
        });
    }

    private static void signal(boolean sends, int partner, CollectiveSink sink) {
        if (sends) {
            sink.carry(0, 1);
            sink.send(partner, 0);
        } else {
            sink.carry(1, 1);
            sink.recv(partner, 0);
            sink.combine(1, 0, 1, 0);
        }
    }

    private static void exchange(int source, int destination, CollectiveSink sink) {
        Schedules.Blocks arrived = new Schedules.Blocks(0, 1, 0);
        Schedules.exchange(sink, source, arrived.at(1), destination, arrived);
        sink.combine(1, 0, 1, 0);
    }
}
