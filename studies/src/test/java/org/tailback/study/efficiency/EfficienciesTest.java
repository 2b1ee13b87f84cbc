package org.tailback.study.efficiency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.collective.BasicSelector;
import org.tailback.generator.ProgramBuilder;
import org.tailback.platform.Platform;
import org.tailback.platformfile.TestPlatforms;
import org.tailback.simulation.Workload;
import org.tailback.trace.TraceOptions;

/** Messages of 1 MB take 10 ms alone, at 100 MB/s; the latency is 1 ms. */
class EfficienciesTest {
    private static final double EXACT = 1e-12;
    private static final int MB = 1_000_000;

    private static Platform platform(String... more) {
        return TestPlatforms.of(String.join(
                "\n",
                "cluster: {nodes: 4, cores-per-node: 1}",
                "network: {model: max-min, bandwidth: 100 MB/s}",
                "cost: {model: hockney, latency: 1 ms, bandwidth: 100 MB/s}",
                String.join("\n", more)));
    }

    private static Efficiencies efficiencies(ProgramBuilder builder, Platform platform) {
        try (Workload workload = Workload.of("program", builder.build())) {
            Efficiencies whole = Efficiencies.of(
                    platform,
                    1,
                    (on, observer) -> workload.on(on).observer(observer).run());
            assertProducts(whole);
            return whole;
        }
    }

    private static void assertProducts(Efficiencies e) {
        assertThat(e.parallel()).isCloseTo(e.loadBalance() * e.communication(), within(EXACT));
        assertThat(e.communication()).isCloseTo(e.serialisation() * e.transfer(), within(EXACT));
        assertThat(e.transfer()).isCloseTo(e.latency() * e.bandwidth() * e.contention() * e.timeouts(), within(EXACT));
    }

    private static void assertEfficiencies(
            Efficiencies e,
            double loadBalance,
            double serialisation,
            double latency,
            double bandwidth,
            double contention,
            double timeouts) {
        assertThat(List.of(
                        e.loadBalance(), e.serialisation(), e.latency(), e.bandwidth(), e.contention(), e.timeouts()))
                .usingComparatorForType((a, b) -> Math.abs(a - b) < EXACT ? 0 : Double.compare(a, b), Double.class)
                .containsExactly(loadBalance, serialisation, latency, bandwidth, contention, timeouts);
    }

    /** 10 ms each, one after the other: 30 ms; with two latencies 32 ms; with two transfers 52 ms. */
    @Test
    void pipeline_losesToSerialisationLatencyAndBandwidth() {
        ProgramBuilder pipeline = ProgramBuilder.ranks(3);
        for (int rank = 0; rank < 3; rank++) {
            if (rank > 0) {
                pipeline.rank(rank).recv(rank - 1, 0, MB);
            }
            pipeline.rank(rank).compute(10e-3);
            if (rank < 2) {
                pipeline.rank(rank).send(rank + 1, 0, MB);
            }
        }

        assertEfficiencies(efficiencies(pipeline, platform()), 1, 1.0 / 3, 30.0 / 32, 32.0 / 52, 1, 1);
    }

    @Test
    void imbalancedProgram_losesToLoadBalanceOnly() {
        ProgramBuilder program = ProgramBuilder.ranks(3)
                .rank(0)
                .compute(10e-3)
                .rank(1)
                .compute(20e-3)
                .rank(2)
                .compute(30e-3);

        Efficiencies whole = efficiencies(program, platform());

        assertEfficiencies(whole, 2.0 / 3, 1, 1, 1, 1, 1);
        assertThat(whole.parallel()).isCloseTo(2.0 / 3, within(EXACT));
    }

    /** 20 messages of 0 bytes, 1 ms each; rank 0 computes 5 ms first. */
    @Test
    void pingPong_losesToLatency() {
        ProgramBuilder program =
                ProgramBuilder.ranks(2).rank(0).compute(5e-3).rank(1).compute(5e-3);
        for (int i = 0; i < 10; i++) {
            program.rank(0).send(1, 0, 0).rank(0).recv(1, 0, 0);
            program.rank(1).recv(0, 0, 0).rank(1).send(0, 0, 0);
        }

        assertEfficiencies(efficiencies(program, platform()), 1, 1, 5.0 / 25, 1, 1, 1);
    }

    /** Three messages of 1 MB at once into one node: 4 + 30 + 1 ms; alone 15 ms; without bandwidth 5 ms. */
    @Test
    void incast_losesToContention() {
        ProgramBuilder program = ProgramBuilder.ranks(4).rank(3).compute(4e-3);
        for (int rank = 0; rank < 3; rank++) {
            program.rank(rank).compute(4e-3).rank(rank).send(3, 0, MB);
            program.rank(3).recv(rank, 0, MB);
        }

        assertEfficiencies(efficiencies(program, platform()), 1, 1, 4.0 / 5, 5.0 / 15, 15.0 / 35, 1);
    }

    /** Inside a node at 100 MB/s shared: two messages take 20 ms, one 10 ms. */
    @Test
    void sharedMemory_isContentionToo() {
        Platform oneNode = TestPlatforms.of(
                "cluster: {nodes: 1, cores-per-node: 4}",
                "network: {model: max-min, bandwidth: 100 MB/s}",
                "cost: {model: hockney, latency: 1 ms, bandwidth: 100 MB/s}",
                "intra-node: {latency: 0, bandwidth: 100 MB/s, shared: true}");
        ProgramBuilder program = ProgramBuilder.ranks(4);
        for (int rank = 0; rank < 2; rank++) {
            program.rank(rank).compute(5e-3).rank(rank).send(rank + 2, 0, MB);
            program.rank(rank + 2).compute(5e-3).rank(rank + 2).recv(rank, 0, MB);
        }

        assertEfficiencies(efficiencies(program, oneNode), 1, 1, 1, 5.0 / 15, 15.0 / 25, 1);
    }

    /** Two CPUs of rank 0 compute 10 and 6 ms at once, one of rank 1 computes 8 ms: 24 ms on 4 CPUs in 10 ms. */
    @Test
    void scheduleWithSeveralCpus_countsCpus(@TempDir Path folder) throws IOException {
        Path goal = folder.resolve("cpus.goal");
        Files.writeString(goal, """
                num_ranks 2
                rank 0 {
                l1: calc 10000000
                l2: calc 6000000 cpu 1
                }
                rank 1 {
                l1: calc 8000000
                }
                """);
        try (Workload workload = Workload.open(goal, null, new BasicSelector(), TraceOptions.DEFAULTS)) {
            Efficiencies whole = Efficiencies.of(
                    platform(),
                    workload.schedule(platform(), null).orElseThrow().cpus(),
                    (on, observer) -> workload.on(on).observer(observer).run());

            assertProducts(whole);
            assertThat(whole.parallel()).isCloseTo(24.0 / 4 / 10, within(EXACT));
            assertThat(whole.communication()).isCloseTo(1, within(EXACT));
            assertThat(whole.loadBalance()).isCloseTo(6.0 / 10, within(EXACT));
        }
    }
}
