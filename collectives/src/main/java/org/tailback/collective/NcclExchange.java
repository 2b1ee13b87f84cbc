package org.tailback.collective;

import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Alltoall(v) of NCCL: grouped sends and receives with all other ranks, ordered by the distance of machines, then by
 * the distance of indices inside machines. All ranks therefore have the same order, and no receiver has several
 * messages at the beginning.
 *
 * <p>With M machines of g ranks, index p of machine m sends to the indices p + q of the machines m + d, for all d from
 * 0 and q from 0 (both modulo), and receives from m - d, p - q. Machines of unequal size are treated as one machine.
 *
 * <p>Reference: NCCL {@code src/init.cc}, p2pSchedule, whose order of distances is different.
 */
final class NcclExchange {
    private NcclExchange() {}

    static CollectiveAlgorithm on(NcclGroups groups) {
        return Algorithm.of(
                "linear",
                (call, rank, ranks) -> schedule(groups.of(call, ranks), call, rank, ranks),
                Kind.ALLTOALL,
                Kind.ALLTOALLV);
    }

    private static Schedule schedule(NcclGroup group, CollectiveCall call, int rank, int ranks) {
        boolean isEven = group.ranks() == group.machines().length * group.largest();
        int size = isEven ? group.largest() : ranks;
        int machine = isEven ? group.machineOf()[rank] : 0;
        int index = isEven ? group.indexOf()[rank] : rank;
        int peers = ranks - 1;
        Alltoalls part = new Alltoalls(call, rank, ranks);
        return Schedule.inBatches(
                        2 * peers,
                        (i, sink) -> {
                            boolean sends = i >= peers;
                            int distance = (sends ? i - peers : i) + 1;
                            int sign = sends ? 1 : -1;
                            int place = Sizes.modulo(index, sign * (distance % size), size);
                            int[] members = isEven
                                    ? group.machines()[Sizes.modulo(machine, sign * (distance / size), ranks / size)]
                                    : null;
                            part.message(i, members == null ? place : members[place], sends, sink);
                        },
                        sink -> sink.awaitAll(0, 2 * peers))
                .using(LocalUse.copying(Sizes.receivedFrom(call, rank, ranks), 0));
    }
}
