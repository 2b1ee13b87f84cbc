package org.tailback.collective;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Reduce-scatter by pairwise exchange: in step i rank r sends its contribution to the block of rank r + i and receives the
 * contribution of rank r - i (modulo P) to its own.
 */
public final class PairwiseReduceScatter implements CollectiveAlgorithm {
    @Override
    public String name() {
        return "pairwise";
    }

    @Override
    public Set<Kind> kinds() {
        return ImmutableSet.of(Kind.REDUCE_SCATTER);
    }

    @Override
    public String summary() {
        return "each rank gets the contributions to its block from one rank after the other; P - 1 steps of one block";
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        long own = Sizes.blockOf(call, rank, ranks);
        return new CollectiveSchedule() {
            @Override
            public int steps() {
                return ranks - 1;
            }

            @Override
            public void step(int step, CollectiveSink sink) {
                int destination = Sizes.modulo(rank, step + 1, ranks);
                sink.carry(ranks, 1);
                sink.irecv(0, Sizes.modulo(rank, -step - 1, ranks), own);
                sink.carry(destination, 1);
                sink.isend(1, destination, Sizes.blockOf(call, destination, ranks));
                sink.awaitAll(0, 2);
                sink.combine(ranks, rank, 1);
            }
        };
    }
}
