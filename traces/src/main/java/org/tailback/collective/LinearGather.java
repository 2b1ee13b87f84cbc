package org.tailback.collective;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Gather without intermediaries: the root posts a receive for every other rank in the order of ranks and waits for all;
 * everybody else sends. Empty blocks are sent too.
 */
public final class LinearGather implements CollectiveAlgorithm {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public Set<Kind> kinds() {
        return ImmutableSet.of(Kind.GATHER, Kind.GATHERV);
    }

    @Override
    public String summary() {
        return "everybody sends its block to the root at once";
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        return new FanSchedule(rank, call.root(), ranks) {
            @Override
            void withPeer(int request, int peer, CollectiveSink sink) {
                sink.carry(peer, 1);
                sink.irecv(request, peer, Sizes.receivedFrom(call, peer, ranks));
            }

            @Override
            void withRoot(CollectiveSink sink) {
                sink.carry(rank, 1);
                sink.send(call.root(), call.bytes());
            }
        };
    }
}
