package org.tailback.study.efficiency;

import org.tailback.output.Fields;

/**
 * The efficiencies of a program, or of one phase of it. Each is a quotient of two times and the product of others:
 *
 * <pre>
 *   parallel      = loadBalance × communication        = mean computation / makespan
 *   communication = serialisation × transfer           = longest computation / makespan
 *   transfer      = latency × bandwidth × contention × timeouts
 * </pre>
 *
 * <p>Of a quotient of two zeros, 1 is taken. A factor above 1 is an anomaly: a cost that changes the order of messages
 * so that the program gains time. In a phase, it also arises where a rank begins the next phase before others end this
 * one.
 *
 * @param meanCompute mean of the computations of all ranks, seconds; of their CPUs, where a rank has several
 * @param longestCompute the longest of them, seconds
 * @param instantaneous makespan if messages arrive at once, seconds
 * @param infiniteBandwidth makespan with latencies and overheads, seconds
 * @param uncontended makespan if messages also take the time that they take alone, seconds
 * @param lossless makespan if messages also share the network, seconds
 * @param makespan with everything, seconds
 */
@Fields({
    "parallel",
    "loadBalance",
    "communication",
    "serialisation",
    "transfer",
    "latency",
    "bandwidth",
    "contention",
    "timeouts"
})
public record Efficiencies(
        double meanCompute,
        double longestCompute,
        double instantaneous,
        double infiniteBandwidth,
        double uncontended,
        double lossless,
        double makespan) {
    /** Mean computation over makespan: the part of the processors' time that the program uses. */
    public double parallel() {
        return quotient(meanCompute, makespan);
    }

    /** Mean over longest computation. */
    public double loadBalance() {
        return quotient(meanCompute, longestCompute);
    }

    /** Longest computation over makespan. */
    public double communication() {
        return quotient(longestCompute, makespan);
    }

    /** Longest computation over the makespan on an ideal network: what ranks lose by waiting for each other. */
    public double serialisation() {
        return quotient(longestCompute, instantaneous);
    }

    /** Makespan on an ideal network over makespan: what the network costs. */
    public double transfer() {
        return quotient(instantaneous, makespan);
    }

    /** The part of {@link #transfer} that latencies, overheads and handshakes cost. */
    public double latency() {
        return quotient(instantaneous, infiniteBandwidth);
    }

    /** The part of {@link #transfer} that the time of messages alone costs. */
    public double bandwidth() {
        return quotient(infiniteBandwidth, uncontended);
    }

    /** The part of {@link #transfer} that sharing of the network costs. */
    public double contention() {
        return quotient(uncontended, lossless);
    }

    /** The part of {@link #transfer} that lost messages cost. */
    public double timeouts() {
        return quotient(lossless, makespan);
    }

    private static double quotient(double part, double whole) {
        return part == whole ? 1 : part / whole;
    }
}
