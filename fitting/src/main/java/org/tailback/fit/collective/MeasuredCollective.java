package org.tailback.fit.collective;

import com.google.common.base.Preconditions;
import org.tailback.output.Output;
import org.tailback.program.CollectiveCall.Kind;

/**
 * A measured time of a collective operation on a machine.
 *
 * @param run name of the benchmark's run in its file; empty if the run has no name
 * @param operation the operation
 * @param algorithm its algorithm, named as in {@link org.tailback.collective.CollectiveProgram}; empty if it has no
 *     name in Tailback
 * @param label name of the algorithm in the benchmark
 * @param nodes number of nodes, >= 1
 * @param ranksPerNode number of ranks on each node, >= 1, at most 2^24 in all; each node is filled before the next node
 * @param bytes size as in {@link org.tailback.collective.CollectiveProgram#calls}: the whole buffer for bcast, reduce
 *     and allreduce, one block for other operations, >= 0
 * @param seconds median of the times, > 0
 */
public record MeasuredCollective(
        String run,
        Kind operation,
        String algorithm,
        String label,
        int nodes,
        int ranksPerNode,
        long bytes,
        @Output(name = "measured") double seconds) {
    /** Largest number of ranks of a measurement. */
    public static final int MOST_RANKS = 1 << 24;

    public MeasuredCollective {
        Preconditions.checkArgument(nodes >= 1 && ranksPerNode >= 1, "nodes and ranks per node must be >= 1");
        Preconditions.checkArgument(
                (long) nodes * ranksPerNode <= MOST_RANKS, "nodes x ranks per node must be <= %s", MOST_RANKS);
        Preconditions.checkArgument(
                bytes >= 0 && bytes <= Long.MAX_VALUE / MOST_RANKS, "bytes are out of range: %s", bytes);
        Preconditions.checkArgument(
                seconds > 0 && seconds < Double.POSITIVE_INFINITY, "seconds must be finite and > 0: %s", seconds);
    }

    /** Creates a measurement of a run without a name. */
    public MeasuredCollective(
            Kind operation, String algorithm, String label, int nodes, int ranksPerNode, long bytes, double seconds) {
        this("", operation, algorithm, label, nodes, ranksPerNode, bytes, seconds);
    }

    /** Returns whether the time can be predicted: the algorithm has a name in Tailback, and there are messages. */
    public boolean isPredictable() {
        return !algorithm.isEmpty() && ranks() > 1;
    }

    /** Returns whether this is a benchmark of messages. Its patterns are not algorithms to choose from. */
    boolean isOfMessages() {
        return operation == Kind.NEIGHBOR_ALLTOALL;
    }

    /** Returns nodes and ranks per node, such as {@code 64 x 4}. */
    public String layout() {
        return nodes + " x " + ranksPerNode;
    }

    /** Returns the number of ranks, >= 1. */
    @Output(after = "ranksPerNode")
    public int ranks() {
        return nodes * ranksPerNode;
    }

    /** Returns the size of a rank's largest buffer, in bytes. */
    public long bufferBytes() {
        return operation.bufferBytes(bytes, ranks());
    }

    /**
     * Returns bus bandwidth over algorithm bandwidth as defined by nccl-tests; NaN for operations without a definition.
     * Algorithm bandwidth is the size of the largest buffer over the time.
     */
    static double busFactor(Kind operation, int ranks) {
        double others = (ranks - 1.0) / ranks;
        return switch (operation) {
            case ALLREDUCE -> 2 * others;
            case ALLGATHER, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, ALLTOALL, GATHER, SCATTER -> others;
            case BCAST, REDUCE -> 1;
            default -> Double.NaN;
        };
    }

    /**
     * Returns the bus bandwidth for a time of the operation in seconds, in bytes per second; NaN for operations without
     * a bus bandwidth.
     */
    double busBandwidth(double time) {
        return busFactor(operation, ranks()) * bufferBytes() / time;
    }
}
