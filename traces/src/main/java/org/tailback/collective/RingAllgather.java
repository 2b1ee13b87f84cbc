package org.tailback.collective;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Allgather round a ring: in step i rank r sends the block of rank r - i to r + 1 and receives that of r - i - 1 from r - 1
 * (modulo P).
 */
public final class RingAllgather implements CollectiveAlgorithm {
    @Override
    public String name() {
        return "ring";
    }

    @Override
    public Set<Kind> kinds() {
        return ImmutableSet.of(Kind.ALLGATHER, Kind.ALLGATHERV);
    }

    @Override
    public String summary() {
        return "every block goes round the ring of ranks; P - 1 steps of one block";
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        return new CollectiveSchedule() {
            @Override
            public int steps() {
                return ranks - 1;
            }

            @Override
            public void step(int step, CollectiveSink sink) {
                int received = Sizes.modulo(rank, -step - 1, ranks);
                int sent = Sizes.modulo(rank, -step, ranks);
                sink.carry(received, 1);
                sink.irecv(0, Sizes.modulo(rank, -1, ranks), Sizes.blockOf(call, received, ranks));
                sink.carry(sent, 1);
                sink.isend(1, Sizes.modulo(rank, 1, ranks), Sizes.blockOf(call, sent, ranks));
                sink.awaitAll(0, 2);
            }
        };
    }
}
