package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** Algorithms of scan and exscan. */
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
     * Returns recursive doubling: in step k, ranks whose numbers differ in bit k exchange the sums of their groups of
     * 2^k ranks; data from lower ranks are added to the result, all data to the sum. A partner that does not exist is
     * skipped: its group would contain only higher ranks.
     */
    private static Schedule recursiveDoubling(CollectiveCall call, int rank, int ranks) {
        boolean exclusive = call.kind() == Kind.EXSCAN;
        Blocks sum = new Blocks(SUM, 1, call.bytes());
        Blocks received = sum.at(RECEIVED);
        return schedule(call, Sizes.ceilingLog2(ranks), (step, sink) -> {
            if (step == 0) {
                sink.copy(0, SUM, 1);
            }
            int bit = 1 << step;
            int partner = rank ^ bit;
            if (partner >= ranks) {
                return;
            }
            sum.exchange(partner, received, partner, sink);
            received.combine(SUM, sink);
            if (partner < rank) {
                if (exclusive && bit == Integer.lowestOneBit(rank)) {
                    sink.copy(RECEIVED, 0, 1);
                } else {
                    received.combine(0, sink);
                }
            }
        });
    }

    private static Schedule linear(CollectiveCall call, int rank, int ranks) {
        boolean exclusive = call.kind() == Kind.EXSCAN;
        Blocks sum = new Blocks(SUM, 1, call.bytes());
        return schedule(call, ranks == 1 ? 0 : 1, (step, sink) -> {
            sink.copy(0, SUM, 1);
            if (rank > 0) {
                Blocks received = sum.at(RECEIVED);
                received.move(false, rank - 1, sink);
                if (!exclusive || rank < ranks - 1) {
                    received.combine(SUM, sink);
                }
                sink.copy(exclusive ? RECEIVED : SUM, 0, 1);
            }
            if (rank < ranks - 1) {
                sum.move(true, rank + 1, sink);
            }
        });
    }

    private static Schedule schedule(CollectiveCall call, int steps, Schedule.Step body) {
        LocalUse use = LocalUse.buffering(1, call.bytes()).and(LocalUse.copying(call.bytes(), 0));
        return Schedule.of(Partition.even(call.bytes(), 1), steps, body).using(use);
    }
}
