package org.tailback.collective;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Scatter without intermediaries: the root starts a send to every other rank in the order of ranks and waits for all;
 * everybody else receives. Empty blocks are sent too.
 */
public final class LinearScatter implements CollectiveAlgorithm {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public Set<Kind> kinds() {
        return ImmutableSet.of(Kind.SCATTER, Kind.SCATTERV);
    }

    @Override
    public String summary() {
        return "the root sends everybody its block at once";
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        return new FanSchedule(rank, call.root(), ranks) {
            @Override
            void withPeer(int request, int peer, CollectiveSink sink) {
                sink.carry(peer, 1);
                sink.isend(request, peer, Sizes.sentTo(call, peer, ranks));
            }

            @Override
            void withRoot(CollectiveSink sink) {
                sink.carry(rank, 1);
                sink.recv(call.root(), call.bytes());
            }
        };
    }
}
