package org.tailback.generator;

import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * The all-to-all exchange called Alltoall_B in the PlogPT paper: all receives first, so that no send waits for a
 * message to arrive. Rank r performs: for i = 0 to P - 1, i != r: Irecv from i; then for i = 1 to P - 1: Isend to r xor
 * i, Wait(Isend); then Wait for every Irecv in the order of i.
 *
 * <p>All messages have tag 0: two ranks exchange one message each way. Needs P requests per rank.
 *
 * <p>Reference: A. Nomura, H. Matsuba, Y. Ishikawa, the PlogPT paper, Figs 13 and 14.
 *
 * @param ranks P, a power of two, >= 1; a single rank has nothing to do
 * @param bytes m, size of the message from each rank to each other, >= 0
 */
record AlltoallB(int ranks, long bytes) implements ParallelProgram {
    private static final int CHUNK = 128;

    /** @throws org.tailback.error.InputException if P is no power of two or m is negative */
    public AlltoallB {
        Checks.powerOfTwo("Alltoall_B", ranks);
        Checks.size(bytes);
    }

    @Override
    public Program open(int rank) {
        Checks.rank(rank, ranks);
        int peers = ranks - 1;
        long chunks = (peers + CHUNK - 1) / CHUNK;
        return new SteppedProgram(3 * chunks, (step, sink) -> {
            int phase = (int) (step / chunks);
            int from = (int) (step % chunks) * CHUNK;
            int to = Math.min(peers, from + CHUNK);
            for (int i = from; i < to; i++) {
                int source = i < rank ? i : i + 1;
                switch (phase) {
                    case 0 -> sink.irecv(source, source, 0, bytes);
                    case 1 -> {
                        // the receives have the numbers of their sources, so that the rank's own is free
                        sink.isend(rank, rank ^ (i + 1), 0, bytes);
                        sink.await(rank);
                    }
                    default -> sink.await(source);
                }
            }
        });
    }
}
