package org.tailback.benchmarks.sharing;

import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.maxmin.MaxMin;
import org.tailback.model.sharing.smpi.Smpi;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;

/**
 * What one change costs the sharing model alone: a flow between random nodes ends, the rates are brought up to date,
 * another one starts, the rates are brought up to date. With as many flows in flight as nodes the network falls into
 * small components, with ten times as many it is one component.
 *
 * <p>{@code java -jar benchmarks/target/benchmarks.jar MaxMinUpdateBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
public class MaxMinUpdateBenchmark implements BandwidthSharing.RateConsumer {
    private static final int PAIRS = 8;

    /** Name of the model. */
    @Param({"max-min", "smpi"})
    public String model = "";

    /** 1,024 to 1,056 nodes on each: 33 groups of 8 routers of 4 nodes in the dragonfly. */
    @Param({"star", "fat-tree", "dragonfly"})
    public String topology = "";

    /** Flows in flight. */
    @Param({"10", "100", "1000", "10000", "100000"})
    public int flows;

    private @Nullable BandwidthSharing sharing;
    private SplittableRandom random = new SplittableRandom(1);
    private int nodes;
    private double checksum;

    /** Starts the flows, with one recomputation. */
    @Setup(Level.Trial)
    public void start() {
        Map<String, String> settings = new TreeMap<>(Map.of("topology", topology, "bandwidth", "1.25 GB/s"));
        nodes = 1024;
        if (topology.equals("fat-tree")) {
            settings.putAll(Map.of("down", "16x8x8", "up", "1x8x8"));
        } else if (topology.equals("dragonfly")) {
            settings.put("groups", "33x8x4");
            nodes = 1056;
        }
        if (model.equals("smpi")) {
            settings.put("link-latency", "5 us");
        }
        SharingModelProvider provider = model.equals("smpi") ? new Smpi.Provider() : new MaxMin.Provider();
        sharing = provider.create(Settings.ofScalars("model", "benchmark", settings))
                .on(Cluster.of(nodes, 1), 1);
        random = new SplittableRandom(1);
        BandwidthSharing all = sharing();
        for (int flow = 0; flow < flows; flow++) {
            startFlow(all, flow);
        }
        all.recompute(this);
    }

    private BandwidthSharing sharing() {
        return Objects.requireNonNull(sharing);
    }

    private void startFlow(BandwidthSharing all, int flow) {
        int source = random.nextInt(nodes);
        all.flowStarted(flow, source, (source + 1 + random.nextInt(nodes - 1)) % nodes, Double.POSITIVE_INFINITY);
    }

    /** An end or a start, with a recomputation each. */
    @Benchmark
    @OperationsPerInvocation(2 * PAIRS)
    public double change() {
        BandwidthSharing all = sharing();
        for (int i = 0; i < PAIRS; i++) {
            int flow = random.nextInt(flows);
            all.flowEnded(flow);
            all.recompute(this);
            startFlow(all, flow);
            all.recompute(this);
        }
        return checksum;
    }

    @Override
    public void rate(int flow, double rate) {
        checksum += rate;
    }
}
