package org.tailback.benchmarks.sharing;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.tailback.model.sharing.fairtree.FairTree;
import org.tailback.model.sharing.gigabit.GigabitEthernet;
import org.tailback.model.sharing.hierarchical.HierarchicalEthernet;
import org.tailback.model.sharing.infiniband.InfiniBand;
import org.tailback.model.sharing.infiniband.VienneInfiniBand;
import org.tailback.model.sharing.myrinet.Myrinet;
import org.tailback.model.sharing.proportional.TcpProportional;
import org.tailback.sharing.SharingModel;

/**
 * What the end of a message and the start of another cost a sharing model, by messages in flight: random ones between
 * 1,024 nodes, so that 100,000 are about a hundred in and out of every node.
 *
 * <p>{@code update} takes the models whose cost follows the messages that a change reaches (with tcp-proportional all
 * that are connected); {@code updateSolved} those that count the connected component, for as many messages as that
 * component stays small.
 *
 * <p>{@code java -jar benchmarks/target/benchmarks.jar PenaltyModelsBenchmark}
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PenaltyModelsBenchmark {
    static final int NODES = 1024;

    /** Models that look at what a change reaches. */
    @State(Scope.Benchmark)
    public static class Reached {
        /** The model's name. */
        @Param({
            "gigabit-ethernet",
            "infiniband",
            "infiniband-vienne",
            "fair-tree",
            "hierarchical-ethernet",
            "tcp-proportional"
        })
        public String model = "";

        /** Messages in flight. */
        @Param({"10", "100", "1000", "10000", "100000"})
        public int messages;

        private ChangingMessages inFlight = ChangingMessages.none();

        /** Starts the messages. */
        @Setup(Level.Trial)
        public void start() {
            inFlight = new ChangingMessages(modelNamed(model), NODES, messages);
        }
    }

    /** Models that count the connected component of the graph. */
    @State(Scope.Benchmark)
    public static class Solved {
        /** The model's name. */
        @Param({"myrinet"})
        public String model = "";

        /** Messages in flight. */
        @Param({"10", "100", "400"})
        public int messages;

        private ChangingMessages inFlight = ChangingMessages.none();

        /** Starts the messages. */
        @Setup(Level.Trial)
        public void start() {
            inFlight = new ChangingMessages(modelNamed(model), NODES, messages);
        }
    }

    /** One ends, one starts, rates are asked for. */
    @Benchmark
    public double update(Reached state) {
        return state.inFlight.exchange();
    }

    /** The same. */
    @Benchmark
    public double updateSolved(Solved state) {
        return state.inFlight.exchange();
    }

    static SharingModel modelNamed(String name) {
        return switch (name) {
            case "gigabit-ethernet" -> GigabitEthernet.DEFAULT;
            case "infiniband" -> InfiniBand.DEFAULT;
            case "infiniband-vienne" -> VienneInfiniBand.DEFAULT;
            case "fair-tree" -> FairTree.of(bandwidths(), new double[0]);
            case "hierarchical-ethernet" -> HierarchicalEthernet.DEFAULT;
            case "myrinet" -> Myrinet.DEFAULT;
            case "tcp-proportional" -> TcpProportional.DEFAULT;
            default -> throw new IllegalArgumentException("no model is called " + name);
        };
    }

    /** Every edge above height 2 brings 0.8 of what the edges below it can. */
    private static double[] bandwidths() {
        double[] bandwidth = new double[10];
        Arrays.setAll(bandwidth, h -> 1.25e9 * Math.pow(2, Math.min(h, 1)) * Math.pow(1.6, Math.max(0, h - 1)));
        return bandwidth;
    }
}
