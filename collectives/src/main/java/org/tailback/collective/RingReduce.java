package org.tailback.collective;

import org.tailback.program.CollectiveCall;

/**
 * Reduction around a ring: a piece of each rank visits all other ranks and is added up, with P - 1 messages per rank.
 * As in Open MPI, a rank posts the receive of the next piece before it waits for the current piece. It then adds the
 * current piece to its own piece and forwards the sum.
 *
 * @param pieces division of the buffer; every rank's block consists of the same number of pieces
 * @param piecesPerBlock number of pieces of a block, >= 1
 * @param first block that the rank sends first
 */
record RingReduce(Partition pieces, int piecesPerBlock, int first, int rank, int ranks) {
    private static final int MOST_PHASES = 1 << 16;

    /**
     * Returns an allreduce around a ring: each of P parts visits all ranks once to be added up, and once more as the
     * complete sum. It takes 2 (P - 1) steps with a P-th of the buffer each. With segments, a part longer than a
     * segment is cut into pieces that are added up one after the other. The operators must be commutative.
     *
     * <p>References: P. Patarasuk, X. Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations",
     * Journal of Parallel and Distributed Computing 69(2), 2009; {@code ring} and {@code ring_segmented} of Open MPI.
     */
    static Schedule allreduce(CollectiveCall call, long segmentBytes, int rank, int ranks) {
        int phases = phases(call.bytes(), segmentBytes, ranks);
        Partition pieces = Partition.even(call.bytes(), ranks * phases);
        RingReduce ring = new RingReduce(pieces, phases, rank, rank, ranks);
        int steps = ring.steps();
        Schedule adding = Schedule.of(steps * phases, (step, sink) -> ring.step(step % steps, step / steps, sink));
        Schedule spreading = Schedule.of(
                ranks - 1,
                (step, sink) -> pieces.blocks(Sizes.modulo(rank + 1, -step, ranks) * phases, phases)
                        .exchange(
                                ring.neighbour(1),
                                pieces.blocks(Sizes.modulo(rank, -step, ranks) * phases, phases),
                                ring.neighbour(-1),
                                sink));
        return Schedule.inSequence(pieces, adding, spreading)
                .using(ring.localUse().and(LocalUse.copying(call.bytes(), 0)));
    }

    /**
     * Returns the number of pieces of a part: the number of segments, where a remainder of more than half a segment
     * counts as a segment.
     */
    private static int phases(long bytes, long segmentBytes, int ranks) {
        if (segmentBytes == 0 || segmentBytes > bytes / ranks) {
            return 1;
        }
        long round = segmentBytes * ranks;
        long phases = bytes / round + (bytes % round > round / 2 ? 1 : 0);
        return (int) Math.min(MOST_PHASES, phases);
    }

    int steps() {
        return ranks == 1 ? 0 : ranks;
    }

    private int neighbour(int distance) {
        return Sizes.modulo(rank, distance, ranks);
    }

    void step(int step, int number, CollectiveSink sink) {
        long scratch = pieces.parts();
        if (step < ranks - 1) {
            Blocks next = pieces.block(piece(step + 1, number));
            next.at(scratch + next.first()).irecv(step % 2, neighbour(-1), sink);
        }
        Blocks piece = pieces.block(piece(step, number));
        if (step > 0) {
            sink.awaitAll((step - 1) % 2, 1);
            piece.at(scratch + piece.first()).combine(piece.first(), sink);
        }
        if (step < ranks - 1) {
            piece.move(true, neighbour(1), sink);
        }
    }

    LocalUse localUse() {
        return LocalUse.buffering(Math.min(2, ranks - 1), pieces.bytes(0, 1));
    }

    private int piece(int passed, int number) {
        return Sizes.modulo(first, -passed, ranks) * piecesPerBlock + number;
    }
}
