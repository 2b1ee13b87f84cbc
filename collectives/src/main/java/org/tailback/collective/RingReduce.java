package org.tailback.collective;

/**
 * Reduction round a ring: a piece of each rank passes all others and is added up; P - 1 messages a rank. A rank posts
 * the receive of the next piece before it waits for the one before, adds that to its own and sends the sum on, as in
 * Open MPI.
 *
 * @param pieces division of the buffer; every rank's block consists of as many
 * @param piecesPerBlock number of pieces of a block, >= 1
 * @param first block that the rank sends first
 */
record RingReduce(Partition pieces, int piecesPerBlock, int first, int rank, int ranks) {
    int steps() {
        return ranks == 1 ? 0 : ranks;
    }

    void step(int step, int number, CollectiveSink sink) {
        long scratch = pieces.parts();
        if (step < ranks - 1) {
            int next = piece(step + 1, number);
            sink.carry(scratch + next, 1);
            sink.irecv(step % 2, Sizes.modulo(rank, -1, ranks), pieces.bytes(next, 1));
        }
        int piece = piece(step, number);
        if (step > 0) {
            sink.awaitAll((step - 1) % 2, 1);
            sink.combine(scratch + piece, piece, 1, pieces.bytes(piece, 1));
        }
        if (step < ranks - 1) {
            sink.carry(piece, 1);
            sink.send(Sizes.modulo(rank, 1, ranks), pieces.bytes(piece, 1));
        }
    }

    LocalUse localUse() {
        return LocalUse.buffering(Math.min(2, ranks - 1), pieces.bytes(0, 1));
    }

    private int piece(int passed, int number) {
        return Sizes.modulo(first, -passed, ranks) * piecesPerBlock + number;
    }
}
