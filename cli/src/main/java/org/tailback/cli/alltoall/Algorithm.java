package org.tailback.cli.alltoall;

import java.util.ArrayList;
import java.util.List;
import org.tailback.collective.CollectiveProgram;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.ParallelProgram;
import org.tailback.settings.Suggestion;

/**
 * An all-to-all algorithm that can be simulated.
 *
 * @param name A or B of PlogPT, or one that MPI libraries use
 */
record Algorithm(String name) {
    /** One partner after the other: Alltoall_A of PlogPT. */
    static final Algorithm A = new Algorithm("A");
    /** All receives posted first: Alltoall_B of PlogPT. */
    static final Algorithm B = new Algorithm("B");

    /**
     * The program of all ranks.
     *
     * @param bytes what each rank sends to each other
     * @throws InputException if the algorithm cannot work with so many ranks
     */
    ParallelProgram program(int ranks, long bytes) {
        return CollectiveProgram.of(Kind.ALLTOALL, name, ranks, bytes);
    }

    /** True if the papers have formulas for it. */
    boolean hasClosedForms() {
        return equals(A) || equals(B);
    }

    /**
     * Reads names separated by commas.
     *
     * @throws InputException if there is no such algorithm
     */
    static List<Algorithm> named(String text) {
        List<String> names = CollectiveProgram.algorithms(Kind.ALLTOALL);
        List<Algorithm> algorithms = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Algorithm algorithm = new Algorithm(part.strip());
            if (!names.contains(algorithm.name())) {
                throw InputException.at(
                        "--algorithm",
                        "unknown all-to-all algorithm '" + algorithm.name() + "'",
                        Suggestion.of(algorithm.name(), names) + "Valid: " + String.join(", ", names));
            }
            if (!algorithms.contains(algorithm)) {
                algorithms.add(algorithm);
            }
        }
        return algorithms;
    }
}
