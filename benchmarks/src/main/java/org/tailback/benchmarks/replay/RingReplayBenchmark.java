package org.tailback.benchmarks.replay;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.tailback.generator.Programs;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.replay.Replay;

/**
 * A whole replay in memory, per message: 2^19 messages around a ring, between ever more ranks that do everything at the
 * same instants. Building the replay is part of it.
 *
 * <p>{@code java -jar benchmarks/target/benchmarks.jar RingReplayBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
public class RingReplayBenchmark {
    private static final int MESSAGES = 1 << 19;

    /** How many ranks, each on a node of its own. */
    @Param({"64", "256", "1024", "4096", "16384", "65536"})
    public int ranks;

    /** How the network is shared. */
    @Param({"uncontended", "max-min"})
    public String model = "max-min";

    @SuppressWarnings("NullAway.Init") // by open()
    private Platform platform;

    /** Resolves the platform. */
    @Setup
    public void open() {
        String bandwidth = model.equals("max-min") ? ", bandwidth: 1.25 GB/s" : "";
        platform = PlatformFile.parse(
                        "cluster: {nodes: " + ranks + ", cores-per-node: 1}\nnetwork: {model: " + model + bandwidth
                                + "}\ncost: {model: hockney, latency: 10 us, bandwidth: 1.25 GB/s}\n",
                        "benchmark")
                .resolve(Overrides.NONE);
    }

    /** One message. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public double message() {
        return Replay.builder(Programs.ring(ranks, MESSAGES / ranks, 100_000, 1e-5), platform)
                .build()
                .run()
                .makespan();
    }
}
