package org.tailback.generator;

import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * The all-to-all exchange called Alltoall_A in the PlogPT paper: one partner after the other, never two messages of a
 * rank at a time. Rank r performs, for i = 0 to P - 1: Irecv from r xor i, Isend to r xor i, Wait(Irecv), Wait(Isend).
 * The partner of i = 0 is the rank itself.
 *
 * <p>The paper's Fig. 13 writes a blocking send; Fig. 14 and this class write its two halves, so that the receive is
 * waited for first. All messages have tag 0: two ranks exchange one message each way.
 *
 * <p>Reference: A. Nomura, H. Matsuba, Y. Ishikawa, the PlogPT paper, Figs 13 and 14.
 *
 * @param ranks P, a power of two, >= 1
 * @param bytes m, size of the message from each rank to each other, >= 0
 */
record AlltoallA(int ranks, long bytes) implements ParallelProgram {
    private static final int RECEIVE = 0;
    private static final int SEND = 1;

    /** @throws org.tailback.error.InputException if P is no power of two or m is negative */
    public AlltoallA {
        Checks.powerOfTwo("Alltoall_A", ranks);
        Checks.size(bytes);
    }

    @Override
    public Program open(int rank) {
        Checks.rank(rank, ranks);
        return new SteppedProgram(ranks, (step, sink) -> {
            int partner = rank ^ (int) step;
            sink.irecv(RECEIVE, partner, 0, bytes);
            sink.isend(SEND, partner, 0, bytes);
            sink.await(RECEIVE);
            sink.await(SEND);
        });
    }
}
