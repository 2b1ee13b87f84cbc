package org.tailback.collective;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * All-to-all at once: rank r posts receives from r - 1, r - 2, … and starts sends to r + 1, r + 2, … (modulo P), then waits
 * for all. The shifts keep the first messages of all ranks from going to one rank. Empty blocks are sent too; a rank's own
 * block is not a message. Needs 2 (P - 1) requests.
 */
public final class LinearAlltoall implements CollectiveAlgorithm {
    private static final int PER_STEP = 128;

    @Override
    public String name() {
        return "linear";
    }

    @Override
    public Set<Kind> kinds() {
        return ImmutableSet.of(Kind.ALLTOALL, Kind.ALLTOALLV);
    }

    @Override
    public String summary() {
        return "all receives, then all sends, then one wait for everything";
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        int peers = ranks - 1;
        int perPhase = (peers + PER_STEP - 1) / PER_STEP;
        return new CollectiveSchedule() {
            @Override
            public int steps() {
                return 2 * perPhase;
            }

            @Override
            public void step(int step, CollectiveSink sink) {
                boolean receiving = step < perPhase;
                int from = (receiving ? step : step - perPhase) * PER_STEP;
                int to = Math.min(peers, from + PER_STEP);
                for (int i = from; i < to; i++) {
                    if (receiving) {
                        int source = Sizes.modulo(rank, -i - 1, ranks);
                        sink.carry((long) source * ranks + rank, 1);
                        sink.irecv(i, source, Sizes.receivedFrom(call, source, ranks));
                    } else {
                        int destination = Sizes.modulo(rank, i + 1, ranks);
                        sink.carry((long) rank * ranks + destination, 1);
                        sink.isend(peers + i, destination, Sizes.sentTo(call, destination, ranks));
                    }
                }
                if (step == 2 * perPhase - 1) {
                    sink.awaitAll(0, 2 * peers);
                }
            }
        };
    }
}
