package org.tailback.collective;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Barrier by dissemination: in step k rank r tells r + 2^k and hears from r - 2^k (modulo P) who has arrived; after
 * ceil(log2 P) steps everybody knows of everybody. Messages of 0 bytes.
 *
 * <p>Reference: D. Hensgen, R. Finkel, U. Manber, "Two algorithms for barrier synchronization", International Journal of
 * Parallel Programming 17(1), 1988.
 */
public final class DisseminationBarrier implements CollectiveAlgorithm {
    @Override
    public String name() {
        return "dissemination";
    }

    @Override
    public Set<Kind> kinds() {
        return ImmutableSet.of(Kind.BARRIER);
    }

    @Override
    public String summary() {
        return "each rank signals the one 2^k further on in step k; ceil(log2 P) steps of empty messages";
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        return new CollectiveSchedule() {
            @Override
            public int steps() {
                return Sizes.ceilingLog2(ranks);
            }

            @Override
            public void step(int step, CollectiveSink sink) {
                int distance = 1 << step;
                sink.carry(1, 1);
                sink.irecv(0, Sizes.modulo(rank, -distance, ranks), 0);
                sink.carry(0, 1);
                sink.isend(1, Sizes.modulo(rank, distance, ranks), 0);
                sink.awaitAll(0, 2);
                sink.combine(1, 0, 1);
            }
        };
    }
}
