package org.tailback.collective;

import org.tailback.program.CollectiveCall;

/**
 * Allreduce round a ring: each of P parts passes all ranks once and is added up, then once more complete; 2 (P - 1)
 * steps of a P-th of the buffer. With segments, a part longer than a segment is cut into pieces that are added up one
 * after the other. For commutative operators.
 *
 * <p>References: P. Patarasuk, X. Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations", Journal
 * of Parallel and Distributed Computing 69(2), 2009; {@code ring} and {@code ring_segmented} of Open MPI.
 */
final class RingAllreduce {
    private static final int MOST_PHASES = 1 << 16;

    private RingAllreduce() {}

    static CollectiveSchedule schedule(CollectiveCall call, long segmentBytes, int rank, int ranks) {
        int phases = phases(call.bytes(), segmentBytes, ranks);
        Partition pieces = Partition.even(call.bytes(), ranks * phases);
        RingReduce ring = new RingReduce(pieces, phases, rank, rank, ranks);
        int steps = ring.steps();
        CollectiveSchedule adding =
                Schedules.of(steps * phases, (step, sink) -> ring.step(step % steps, step / steps, sink));
        CollectiveSchedule telling = Schedules.of(
                ranks - 1,
                (step, sink) -> Schedules.exchange(
                        sink,
                        Sizes.modulo(rank, -1, ranks),
                        Schedules.Blocks.of(pieces, Sizes.modulo(rank, -step, ranks) * phases, phases),
                        Sizes.modulo(rank, 1, ranks),
                        Schedules.Blocks.of(pieces, Sizes.modulo(rank + 1, -step, ranks) * phases, phases)));
        return Schedules.using(
                ring.localUse().and(LocalUse.copying(call.bytes(), 0)), Schedules.inSequence(pieces, adding, telling));
    }

    /** Returns the number of pieces of a part: as many as segments, where more than a half of one counts. */
    private static int phases(long bytes, long segmentBytes, int ranks) {
        if (segmentBytes == 0 || segmentBytes > bytes / ranks) {
            return 1;
        }
        long round = segmentBytes * ranks;
        long phases = bytes / round + (bytes % round > round / 2 ? 1 : 0);
        return (int) Math.min(MOST_PHASES, phases);
    }
}
