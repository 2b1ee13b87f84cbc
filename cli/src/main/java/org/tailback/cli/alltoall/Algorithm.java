package org.tailback.cli.alltoall;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import org.tailback.error.InputException;
import org.tailback.generator.AlltoallA;
import org.tailback.generator.AlltoallB;
import org.tailback.program.ParallelProgram;

/** The all-to-all algorithms that can be simulated. */
enum Algorithm {
    /** One partner after the other: Alltoall_A of PlogPT. */
    A(AlltoallA::new),
    /** All receives posted first: Alltoall_B of PlogPT. */
    B(AlltoallB::new);

    private final BiFunction<Integer, Long, ParallelProgram> program;

    Algorithm(BiFunction<Integer, Long, ParallelProgram> program) {
        this.program = program;
    }

    /**
     * The program of all ranks.
     *
     * @param bytes what each rank sends to each other
     * @throws InputException if the algorithm cannot work with so many ranks
     */
    ParallelProgram program(int ranks, long bytes) {
        return program.apply(ranks, bytes);
    }

    /**
     * Reads names separated by commas.
     *
     * @throws InputException if there is no such algorithm
     */
    static List<Algorithm> named(String text) {
        List<String> names = Arrays.stream(values()).map(Algorithm::name).toList();
        List<Algorithm> algorithms = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String name = part.strip();
            if (!names.contains(name)) {
                throw InputException.at(
                        "--algorithm",
                        "unknown all-to-all algorithm '" + name + "'",
                        "Valid: " + String.join(", ", names));
            }
            Algorithm algorithm = valueOf(name);
            if (!algorithms.contains(algorithm)) {
                algorithms.add(algorithm);
            }
        }
        return algorithms;
    }
}
