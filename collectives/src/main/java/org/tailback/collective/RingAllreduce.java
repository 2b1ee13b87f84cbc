package org.tailback.collective;

import org.tailback.program.CollectiveCall;

/**
 * Allreduce round a ring: each of P parts passes all ranks once and is added up, then once more complete; 2 (P - 1)
 * steps of a P-th of the buffer. With segments, a part longer than a segment is cut into phases: while the sum of one
 * is formed, the message of the next is in flight. For commutative operators.
 *
 * <p>Reference: P. Patarasuk, X. Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations", Journal
 * of Parallel and Distributed Computing 69(2), 2009.
 */
final class RingAllreduce {
    private RingAllreduce() {}

    static CollectiveSchedule schedule(CollectiveCall call, long segmentBytes, int rank, int ranks) {
        long partBytes = call.bytes() / ranks;
        int phases = segmentBytes == 0
                ? 1
                : (int) Math.min(1 << 16, Math.max(1, (partBytes + segmentBytes - 1) / segmentBytes));
        Partition pieces = Partition.even(call.bytes(), ranks * phases);
        int parts = pieces.parts();
        int left = Sizes.modulo(rank, -1, ranks);
        int right = Sizes.modulo(rank, 1, ranks);
        int steps = ranks - 1;
        CollectiveSchedule adding = Schedules.of(steps * phases, (step, sink) -> {
            int phase = step % phases;
            int given = piece(rank - step / phases, phase, phases, ranks);
            int taken = piece(rank - step / phases - 1, phase, phases, ranks);
            long bytes = pieces.bytes(taken, 1);
            sink.carry((long) parts + taken, 1);
            sink.irecv(2 * (step % 2), left, bytes);
            sink.carry(given, 1);
            sink.isend(2 * (step % 2) + 1, right, pieces.bytes(given, 1));
            boolean first = step == 0;
            boolean last = step == steps * phases - 1;
            boolean overlaps = phases > 1;
            if (overlaps && !first) {
                add(pieces, rank, step - 1, phases, ranks, sink);
            }
            if (!overlaps || last) {
                add(pieces, rank, step, phases, ranks, sink);
            }
        });
        CollectiveSchedule telling = Schedules.of(steps, (step, sink) -> {
            int given = piece(rank + 1 - step, 0, phases, ranks);
            int taken = piece(rank - step, 0, phases, ranks);
            Schedules.exchange(
                    sink,
                    left,
                    Schedules.Blocks.of(pieces, taken, phases),
                    right,
                    Schedules.Blocks.of(pieces, given, phases));
        });
        return Schedules.using(
                LocalUse.buffering(2, pieces.bytes(0, 1)).and(LocalUse.copying(call.bytes(), 0)),
                Schedules.inSequence(pieces, adding, telling));
    }

    private static int piece(int part, int phase, int phases, int ranks) {
        return Sizes.modulo(part, 0, ranks) * phases + phase;
    }

    private static void add(Partition pieces, int rank, int step, int phases, int ranks, CollectiveSink sink) {
        int taken = piece(rank - step / phases - 1, step % phases, phases, ranks);
        sink.awaitAll(2 * (step % 2), 2);
        sink.combine((long) pieces.parts() + taken, taken, 1, pieces.bytes(taken, 1));
    }
}
