package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.CollectiveCall.Neighbours;

/**
 * The algorithm of neighbourhood collectives, in Open MPI as in MPICH: receives from all sources, sends to all
 * destinations, and one wait for everything. Messages between the same two ranks match in their order. A neighbour may
 * be the rank itself.
 */
final class Neighbourhoods {
    private Neighbourhoods() {}

    static ImmutableList<CollectiveAlgorithm> all() {
        return new Algorithm.Family(
                        Kind.NEIGHBOR_ALLGATHER,
                        Kind.NEIGHBOR_ALLGATHERV,
                        Kind.NEIGHBOR_ALLTOALL,
                        Kind.NEIGHBOR_ALLTOALLV,
                        Kind.NEIGHBOR_ALLTOALLW)
                .add("linear", Neighbourhoods::linear)
                .all();
    }

    private static CollectiveSchedule linear(CollectiveCall call, int rank, int ranks) {
        Neighbours neighbours = call.neighbours();
        if (neighbours == null) {
            throw new InputException("The collective " + call.kind().label() + " needs the neighbours of rank " + rank);
        }
        int[] sources = neighbours.sources();
        int[] destinations = neighbours.destinations();
        return Schedules.inBatches(
                sources.length + destinations.length,
                (i, sink) -> {
                    if (i < sources.length) {
                        sink.irecv(i, sources[i], received(call, i, sources.length));
                    } else {
                        int to = i - sources.length;
                        sink.isend(i, destinations[to], sent(call, to, destinations.length));
                    }
                },
                sink -> sink.awaitAll(0, sources.length + destinations.length));
    }

    private static long received(CollectiveCall call, int i, int sources) {
        return switch (call.kind()) {
            case NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW ->
                Sizes.counts(call, "receive", call.receiveCounts(), sources)[i];
            default -> call.bytes();
        };
    }

    private static long sent(CollectiveCall call, int i, int destinations) {
        return switch (call.kind()) {
            case NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW ->
                Sizes.counts(call, "send", call.sendCounts(), destinations)[i];
            default -> call.bytes();
        };
    }
}
