package org.tailback.study.efficiency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import org.tailback.columns.Columns;
import org.tailback.observe.Observer;
import org.tailback.output.Fields;
import org.tailback.platform.Platform;
import org.tailback.program.OperationKind;
import org.tailback.replay.RankResult;
import org.tailback.replay.ReplayResult;
import org.tailback.study.whatif.IdealNetworks;

/**
 * Efficiencies of a program as the POP project defines them. Each efficiency is a quotient of two times and the product
 * of other efficiencies:
 *
 * <pre>
 *   parallel      = loadBalance × communication        = mean computation / makespan
 *   communication = serialisation × transfer           = longest computation / makespan
 *   transfer      = latency × bandwidth × contention × timeouts
 * </pre>
 *
 * <p>A quotient of two zeros is 1. A factor above 1 is an anomaly: the cost changes the order of messages, which makes
 * the program faster.
 *
 * @param meanCompute mean of the computations of all ranks, or of all CPUs if a rank has several, seconds
 * @param longestCompute longest of these computations, seconds
 * @param instantaneous makespan if messages arrive immediately, seconds
 * @param infiniteBandwidth makespan with latencies and overheads, seconds
 * @param uncontended makespan with latencies, overheads and the contention-free time of messages, seconds
 * @param lossless makespan with all costs except lost messages, seconds
 * @param makespan makespan with all costs, seconds
 */
@Fields("parallel loadBalance communication serialisation transfer latency bandwidth contention timeouts")
public record Efficiencies(
        double meanCompute,
        double longestCompute,
        double instantaneous,
        double infiniteBandwidth,
        double uncontended,
        double lossless,
        double makespan) {
    /**
     * A factor of the parallel efficiency.
     *
     * @param label name of the factor
     * @param depth number of factors that contain the factor
     * @param value the quotient
     * @param meaning the quotient or the cause of the loss, in words
     */
    public record Factor(String label, int depth, double value, String meaning) {}

    /** Returns all factors in the order of the tree of factors. */
    public List<Factor> factors() {
        return List.of(
                new Factor("parallel", 0, parallel(), "mean computation / makespan"),
                new Factor("load balance", 1, loadBalance(), "mean / longest computation"),
                new Factor("communication", 1, communication(), "longest computation / makespan"),
                new Factor("serialisation", 2, serialisation(), "ranks wait for each other on any network"),
                new Factor("transfer", 2, transfer(), "cost of the network"),
                new Factor("latency", 3, latency(), "with overheads and handshakes"),
                new Factor("bandwidth", 3, bandwidth(), "uncontended messages"),
                new Factor("contention", 3, contention(), "messages share the network"),
                new Factor("timeouts", 3, timeouts(), "messages are lost"));
    }

    /**
     * Measures the efficiencies by five replays of a program, on its platform and on networks that are closer to the
     * ideal network; by four replays if the platform loses no messages.
     *
     * @param platform platform of the run, as returned by {@link Platform#forRun}
     * @param cpus number of CPUs per rank, >= 1; computations are per CPU, and idle CPUs count too
     * @param replay function that runs the program on a platform with an observer, always with the same seed
     */
    public static Efficiencies of(Platform platform, int cpus, BiFunction<Platform, Observer, ReplayResult> replay) {
        List<Platform> networks = IdealNetworks.upTo(platform);
        List<Double> seconds = new ArrayList<>();
        double[] computed = {};
        int ranks = 1;
        for (Platform network : platform.loss().losesMessages() ? networks : networks.subList(0, 4)) {
            CpuComputations computations = new CpuComputations(cpus);
            ReplayResult result = replay.apply(network, computations);
            ranks = result.ranks().size();
            computed = cpus == 1
                    ? result.ranks().stream().mapToDouble(RankResult::compute).toArray()
                    : computations.seconds;
            seconds.add(result.duration());
        }
        return new Efficiencies(
                Arrays.stream(computed).sum() / cpus / ranks,
                Arrays.stream(computed).max().orElse(0),
                seconds.get(0),
                seconds.get(1),
                seconds.get(2),
                seconds.get(3),
                seconds.get(seconds.size() - 1));
    }

    /** Sums of the computation times of each CPU. */
    private static final class CpuComputations implements Observer {
        private final int cpus;
        private double[] seconds = new double[0];

        CpuComputations(int cpus) {
            this.cpus = cpus;
        }

        @Override
        public void operationLeft(int rank, int thread, long index, OperationKind kind, double enter, double leave) {
            if (kind == OperationKind.COMPUTE && thread >= 0) {
                int cpu = rank * cpus + thread;
                seconds = Columns.fit(seconds, cpu);
                seconds[cpu] += leave - enter;
            }
        }
    }

    /**
     * Returns the mean computation divided by the makespan: the fraction of the processors' time that the program uses.
     */
    public double parallel() {
        return quotient(meanCompute, makespan);
    }

    /** Returns the mean computation divided by the longest computation. */
    public double loadBalance() {
        return quotient(meanCompute, longestCompute);
    }

    /** Returns the longest computation divided by the makespan. */
    public double communication() {
        return quotient(longestCompute, makespan);
    }

    /**
     * Returns the longest computation divided by the makespan on an ideal network: the loss because ranks wait for each
     * other.
     */
    public double serialisation() {
        return quotient(longestCompute, instantaneous);
    }

    /** Returns the makespan on an ideal network divided by the makespan: the cost of the network. */
    public double transfer() {
        return quotient(instantaneous, makespan);
    }

    /** Returns the factor of {@link #transfer} for the cost of latencies, overheads and handshakes. */
    public double latency() {
        return quotient(instantaneous, infiniteBandwidth);
    }

    /** Returns the factor of {@link #transfer} for the contention-free time of messages. */
    public double bandwidth() {
        return quotient(infiniteBandwidth, uncontended);
    }

    /** Returns the factor of {@link #transfer} for the cost of sharing the network. */
    public double contention() {
        return quotient(uncontended, lossless);
    }

    /** Returns the factor of {@link #transfer} for the cost of lost messages. */
    public double timeouts() {
        return quotient(lossless, makespan);
    }

    private static double quotient(double part, double whole) {
        return part == whole ? 1 : part / whole;
    }
}
