package org.tailback.program;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A message-passing program: one sequential program per rank. It can be run any number of times; each {@link #open}
 * starts the program of a rank from its beginning.
 */
public interface ParallelProgram {
    /** Returns the number of ranks, >= 1. */
    int ranks();

    /**
     * Opens the program of one rank from its beginning.
     *
     * @param rank 0 to ranks - 1
     */
    Program open(int rank);

    /**
     * Returns the approximations and omissions of reading this program, one sentence each, with counts; complete only
     * when all opened programs have been read to their end.
     */
    default List<String> approximations() {
        return List.of();
    }

    /**
     * Returns the program for one run of all its ranks, which reads the operations in the order of their execution. The
     * returned program checks that the ranks agree. Returns this program if nothing is checked.
     */
    default ParallelProgram forOneRun() {
        return this;
    }

    /**
     * Returns whether the sizes of receives and of collective operations are given by the program, and inconsistent
     * sizes are therefore errors; false if they are derived from a recording without sizes.
     */
    default boolean hasExactSizes() {
        return true;
    }

    /** Returns whether the program may call kernels, whose times depend on the platform. */
    default boolean callsKernels() {
        return false;
    }

    /**
     * Returns the settings of the program, words and numbers by key, and its name under the key {@code program}. They
     * identify the residuals of measured runs. Empty for a program without a name.
     */
    default Map<String, Object> configuration() {
        return Map.of();
    }

    /**
     * Returns whether the operations of a rank may depend on the outcome of its probes and therefore cannot be stored.
     */
    default boolean dependsOnProbes() {
        return false;
    }

    /**
     * Returns the collective operation to which a message belongs, for reports; empty for a message of a point-to-point
     * operation. Messages of collective operations have the size that their receives expect.
     */
    default Optional<String> collectiveOf(int communicator, int tag) {
        return Optional.empty();
    }

    /**
     * Returns the operations of {@linkplain #forOneRun one run} that require all ranks but are missing on at least one
     * rank, one sentence each; empty if none is missing.
     */
    default List<String> missingCalls() {
        return List.of();
    }
}
