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
                .add(
                        "dissemination",
                        "each rank signals the one 2^k further on in step k; ceil(log2 P) steps",
                        (call, rank, ranks) -> dissemination(rank, ranks))
                .add(
                        "recursive-doubling",
                        "ranks r and r xor 2^k exchange signals in step k; log2 P steps, and 2 more if P is no power"
                                + " of two",
                        (call, rank, ranks) -> recursiveDoubling(rank, ranks))
                .add(
                        "linear",
                        "everybody signals rank 0, which signals everybody; P - 1 messages in and out of one rank",
                        (call, rank, ranks) ->
                                along(CollectiveTree.linear(0, rank, ranks), CollectiveTree.linear(0, rank, ranks)))
                .add(
                        "tree",
                        "signals up and down a binomial tree; 2 ceil(log2 P) messages in a row",
                        (call, rank, ranks) -> along(
                                CollectiveTree.nearBinomial(0, rank, ranks),
                                CollectiveTree.knomial(2).of(0, rank, ranks)))
                .add(
                        "double-ring",
                        "a signal travels twice round the ring of ranks; 2 P messages in a row",
                        (call, rank, ranks) -> doubleRing(rank, ranks))
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

    private static CollectiveSchedule along(CollectiveTree up, CollectiveTree down) {
        Partition nothing = Partition.even(0, 1);
        return Schedules.inSequence(
                null, TreeReduce.schedule(nothing, up), TreeBroadcast.schedule(nothing, down, false));
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
