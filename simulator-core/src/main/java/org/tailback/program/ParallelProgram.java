package org.tailback.program;

import java.util.List;

/**
 * A message-passing program: as many sequential programs as there are ranks. It can be run any number of times; each
 * {@link #open} starts the program of a rank anew.
 */
public interface ParallelProgram {
    /** Number of ranks, >= 1. */
    int ranks();

    /**
     * Opens the program of one rank from its beginning.
     *
     * @param rank 0 to ranks - 1
     */
    Program open(int rank);

    /**
     * What reading this program approximated, dropped or ignored, a sentence each with counts; complete only when all
     * opened programs have been read to their end.
     */
    default List<String> approximations() {
        return List.of();
    }
}
