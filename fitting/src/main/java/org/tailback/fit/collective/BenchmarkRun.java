package org.tailback.fit.collective;

import com.google.common.base.Preconditions;
import org.tailback.collective.CollectiveProgram;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;

/**
 * What the text output of a benchmark does not say about its run.
 *
 * @param nodes number of nodes, >= 1
 * @param ranksPerNode number of ranks on each node, >= 1
 * @param algorithm name in Tailback of the algorithm that the library used, perhaps with a segment size
 */
public record BenchmarkRun(int nodes, int ranksPerNode, String algorithm) {
    private static final double MICROSECOND = 1e-6;

    public BenchmarkRun {
        Preconditions.checkArgument(
                nodes >= 1 && ranksPerNode >= 1 && (long) nodes * ranksPerNode <= MeasuredCollective.MOST_RANKS,
                "nodes and ranks per node must be >= 1, and <= %s together",
                MeasuredCollective.MOST_RANKS);
    }

    /** Returns the number of ranks, >= 1. */
    int ranks() {
        return nodes * ranksPerNode;
    }

    /**
     * Returns an operation by the name of a benchmark, such as {@code Reduce_scatter}.
     *
     * @throws InputException if it is none with one size for all ranks, or has no such algorithm
     */
    Kind operation(String benchmark, String place) {
        Kind kind = switch (benchmark) {
            case "Barrier" -> Kind.BARRIER;
            case "Bcast", "Broadcast" -> Kind.BCAST;
            case "Reduce" -> Kind.REDUCE;
            case "Allreduce" -> Kind.ALLREDUCE;
            case "Gather" -> Kind.GATHER;
            case "Scatter" -> Kind.SCATTER;
            case "Allgather" -> Kind.ALLGATHER;
            case "Alltoall" -> Kind.ALLTOALL;
            case "Reduce_scatter" -> Kind.REDUCE_SCATTER;
            default ->
                throw InputException.at(
                        place,
                        "found the benchmark '" + benchmark + "', expected a blocking collective operation"
                                + " with one size for all ranks",
                        "Leave its table out");
        };
        String name = algorithm.replaceFirst("/.*", "");
        if (!CollectiveProgram.algorithms(kind).contains(name)) {
            throw InputException.at(
                    place,
                    kind.label() + " has no algorithm '" + name + "'",
                    "Algorithms: " + String.join(", ", CollectiveProgram.algorithms(kind)));
        }
        return kind;
    }

    /**
     * Returns a measured cell.
     *
     * @param bytes as the benchmarks print it: of the whole buffer for bcast, reduce, allreduce and reduce_scatter,
     *     otherwise of a block
     * @throws InputException if a number is out of its domain
     */
    MeasuredCollective cell(Kind operation, long bytes, double microseconds, String place) {
        long size = operation == Kind.REDUCE_SCATTER ? bytes / ranks() : bytes;
        try {
            return new MeasuredCollective(
                    operation, algorithm, algorithm, nodes, ranksPerNode, size, microseconds * MICROSECOND);
        } catch (IllegalArgumentException e) {
            throw InputException.at(place, String.valueOf(e.getMessage()), "");
        }
    }

    /** Returns false for sizes without data, for which libraries return at once. */
    boolean hasData(Kind operation, long bytes) {
        return operation == Kind.BARRIER || bytes >= (operation == Kind.REDUCE_SCATTER ? ranks() : 1);
    }
}
