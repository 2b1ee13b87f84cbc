package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.CollectiveCall.Neighbours;

/**
 * Algorithm of neighbourhood collectives in Open MPI and MPICH: receives from all sources, sends to all destinations,
 * and one wait for all requests. Messages between the same two ranks match in their order. A neighbour may be the rank
 * itself.
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

    private static Schedule linear(CollectiveCall call, int rank, int ranks) {
        Neighbours neighbours = call.neighbours();
        if (neighbours == null) {
            throw new InputException("The collective " + call.kind().label() + " needs the neighbours of rank " + rank);
        }
        int[] sources = neighbours.sources();
        int[] destinations = neighbours.destinations();
        int messages = sources.length + destinations.length;
        return Schedule.inBatches(
                messages,
                (i, sink) -> {
                    if (i < sources.length) {
                        sink.irecv(i, sources[i], Sizes.receivedFrom(call, i, sources.length));
                    } else {
                        int to = i - sources.length;
                        sink.isend(i, destinations[to], Sizes.sentTo(call, to, destinations.length));
                    }
                },
                sink -> sink.awaitAll(0, messages));
    }
}
