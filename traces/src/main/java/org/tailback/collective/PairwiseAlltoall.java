package org.tailback.collective;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * All-to-all by pairwise exchange: in step i = 1 to P - 1 rank r exchanges blocks with r xor i if P is a power of two;
 * otherwise it sends to r + i and receives from r - i (modulo P). Both messages of a step are waited for before the next
 * one. Empty blocks are sent too; a rank's own block is not a message.
 *
 * <p>Reference: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of collective communication operations in MPICH",
 * International Journal of High Performance Computing Applications 19(1), 2005, section 4.3.
 */
public final class PairwiseAlltoall implements CollectiveAlgorithm {
    @Override
    public String name() {
        return "pairwise";
    }

    @Override
    public Set<Kind> kinds() {
        return ImmutableSet.of(Kind.ALLTOALL, Kind.ALLTOALLV);
    }

    @Override
    public String summary() {
        return "one partner after the other, xor for powers of two, shifts otherwise; P - 1 steps of one block each way";
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        boolean powerOfTwo = Integer.bitCount(ranks) == 1;
        return new CollectiveSchedule() {
            @Override
            public int steps() {
                return ranks - 1;
            }

            @Override
            public void step(int step, CollectiveSink sink) {
                int shift = step + 1;
                int destination = powerOfTwo ? rank ^ shift : Sizes.modulo(rank, shift, ranks);
                int source = powerOfTwo ? destination : Sizes.modulo(rank, -shift, ranks);
                sink.carry((long) source * ranks + rank, 1);
                sink.irecv(0, source, Sizes.receivedFrom(call, source, ranks));
                sink.carry((long) rank * ranks + destination, 1);
                sink.isend(1, destination, Sizes.sentTo(call, destination, ranks));
                sink.awaitAll(0, 2);
            }
        };
    }
}
