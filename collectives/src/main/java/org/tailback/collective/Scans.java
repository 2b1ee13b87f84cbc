package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** The algorithms of scan and exscan. */
final class Scans {
    private static final long SUM = 1;
    private static final long RECEIVED = 2;

    private Scans() {}

    static ImmutableList<CollectiveAlgorithm> all() {
        return new Algorithm.Family(Kind.SCAN, Kind.EXSCAN)
                .ordered("recursive-doubling", Scans::recursiveDoubling)
                .ordered("linear", Scans::linear)
                .all();
    }

    /**
     * In step k ranks whose numbers differ in bit k exchange the sum of the group of 2^k ranks that they have so far;
     * data from lower ranks are added to the result, all data to the sum. A partner that does not exist is left out:
     * its group would only have held ranks above.
     */
    private static CollectiveSchedule recursiveDoubling(CollectiveCall call, int rank, int ranks) {
        boolean exclusive = call.kind() == Kind.EXSCAN;
        long bytes = call.bytes();
        CollectiveSchedule schedule = Schedules.of(Partition.even(bytes, 1), Sizes.ceilingLog2(ranks), (step, sink) -> {
            if (step == 0) {
                sink.copy(0, SUM, 1);
            }
            int bit = 1 << step;
            int partner = rank ^ bit;
            if (partner >= ranks) {
                return;
            }
            Schedules.Blocks sum = new Schedules.Blocks(SUM, 1, bytes);
            Schedules.exchange(sink, partner, sum.at(RECEIVED), partner, sum);
            sink.combine(RECEIVED, SUM, 1, bytes);
            if (partner < rank) {
                if (exclusive && bit == Integer.lowestOneBit(rank)) {
                    sink.copy(RECEIVED, 0, 1);
                } else {
                    sink.combine(RECEIVED, 0, 1, bytes);
                }
            }
        });
        return Schedules.using(localUse(bytes), schedule);
    }

    private static CollectiveSchedule linear(CollectiveCall call, int rank, int ranks) {
        boolean exclusive = call.kind() == Kind.EXSCAN;
        long bytes = call.bytes();
        CollectiveSchedule schedule = Schedules.of(Partition.even(bytes, 1), 1, (step, sink) -> {
            if (ranks == 1) {
                return;
            }
            sink.copy(0, SUM, 1);
            if (rank > 0) {
                sink.carry(RECEIVED, 1);
                sink.recv(rank - 1, bytes);
                if (!exclusive || rank < ranks - 1) {
                    sink.combine(RECEIVED, SUM, 1, bytes);
                }
                sink.copy(exclusive ? RECEIVED : SUM, 0, 1);
            }
            if (rank < ranks - 1) {
                sink.carry(SUM, 1);
                sink.send(rank + 1, bytes);
            }
        });
        return Schedules.using(localUse(bytes), schedule);
    }

    private static LocalUse localUse(long bytes) {
        return LocalUse.buffering(1, bytes).and(LocalUse.copying(bytes, 0));
    }
}
