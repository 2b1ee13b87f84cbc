package org.tailback.generator;

import org.tailback.program.ParallelProgram;

/**
 * The sample program of Fig. 9 of the PlogPT paper (Nomura, Matsuba, Ishikawa) for four ranks, whose operations Fig. 10
 * lists: every rank exchanges a message with rank xor 2, then rank 0 sends one to rank 3.
 */
public final class PlogptSample {
    private PlogptSample() {}

    /** The program with messages of so many bytes. */
    public static ParallelProgram program(long bytes) {
        ProgramBuilder builder = ProgramBuilder.ranks(4);
        for (int rank = 0; rank < 4; rank++) {
            builder.rank(rank)
                    .irecv(0, rank ^ 2, 0, bytes)
                    .isend(1, rank ^ 2, 0, bytes)
                    .await(1)
                    .await(0);
        }
        return builder.rank(0)
                .isend(0, 3, 0, bytes)
                .await(0)
                .rank(3)
                .irecv(0, 0, 0, bytes)
                .await(0)
                .build();
    }
}
