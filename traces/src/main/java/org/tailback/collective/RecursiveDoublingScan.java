package org.tailback.collective;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Scan and exscan by recursive doubling: in step k ranks whose numbers differ in bit k exchange the sum of the group of 2^k
 * ranks that they have so far; what comes from below is added to the result, everything to the sum. A partner that does not
 * exist is left out: its group would only have held ranks above.
 */
public final class RecursiveDoublingScan implements CollectiveAlgorithm {
    @Override
    public String name() {
        return "recursive-doubling";
    }

    @Override
    public Set<Kind> kinds() {
        return ImmutableSet.of(Kind.SCAN, Kind.EXSCAN);
    }

    @Override
    public String summary() {
        return "partial sums are exchanged with rank xor 2^k in step k; ceil(log2 P) steps of the whole buffer";
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        long sum = ranks;
        long received = 2L * ranks;
        boolean exclusive = call.kind() == Kind.EXSCAN;
        return new CollectiveSchedule() {
            @Override
            public int steps() {
                return Sizes.ceilingLog2(ranks);
            }

            @Override
            public void step(int step, CollectiveSink sink) {
                if (step == 0) {
                    sink.copy(0, sum, ranks);
                }
                int bit = 1 << step;
                int partner = rank ^ bit;
                if (partner >= ranks) {
                    return;
                }
                sink.carry(received, ranks);
                sink.irecv(0, partner, call.bytes());
                sink.carry(sum, ranks);
                sink.isend(1, partner, call.bytes());
                sink.awaitAll(0, 2);
                sink.combine(received, sum, ranks);
                if (partner < rank) {
                    if (exclusive && bit == Integer.lowestOneBit(rank)) {
                        sink.copy(received, 0, ranks);
                    } else {
                        sink.combine(received, 0, ranks);
                    }
                }
            }
        };
    }
}
