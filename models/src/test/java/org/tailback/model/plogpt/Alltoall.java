package org.tailback.model.plogpt;

import org.tailback.program.ScriptedProgram;

/** Fig. 14 of the PlogPT paper, written down operation by operation for tests. */
final class Alltoall {
    private Alltoall() {}

    static ScriptedProgram a(int ranks, long bytes) {
        ScriptedProgram program = new ScriptedProgram(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            for (int i = 0; i < ranks; i++) {
                int peer = rank ^ i;
                program.add(rank, s -> s.irecv(0, peer, 0, bytes))
                        .add(rank, s -> s.isend(1, peer, 0, bytes))
                        .add(rank, s -> s.await(0))
                        .add(rank, s -> s.await(1));
            }
        }
        return program;
    }

    static ScriptedProgram b(int ranks, long bytes) {
        ScriptedProgram program = new ScriptedProgram(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            for (int i = 0; i < ranks; i++) {
                int source = i;
                if (source != rank) {
                    program.add(rank, s -> s.irecv(source + 1, source, 0, bytes));
                }
            }
            for (int i = 1; i < ranks; i++) {
                int peer = rank ^ i;
                program.add(rank, s -> s.isend(0, peer, 0, bytes)).add(rank, s -> s.await(0));
            }
            for (int i = 0; i < ranks; i++) {
                int source = i;
                if (source != rank) {
                    program.add(rank, s -> s.await(source + 1));
                }
            }
        }
        return program;
    }
}
