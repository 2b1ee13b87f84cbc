package org.tailback.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tailback.collective.BasicSelector;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.generator.ProgramBuilder;
import org.tailback.generator.Programs;
import org.tailback.platform.Platform;
import org.tailback.platformfile.TestPlatforms;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;
import org.tailback.simulation.jitter.Jitter;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;

class WorkloadTest {
    private static final Path PROGRAM = Path.of("../traces/examples/npb-cg-16");
    private static final Path SCHEDULE = Path.of("../traces/examples/halo-4.goal");
    private static final Path RECORDED = Path.of("../traces/examples/measured-ring-4");
    private static final TraceOptions OPTIONS = TraceOptions.DEFAULTS.withComputeSpeed(1e10);
    private static final Platform PLATFORM = TestPlatforms.withTwoCores(8, "{model: max-min, bandwidth: 1 GB/s}");

    private static Workload held() {
        return Workload.open(PROGRAM, null, new BasicSelector(), OPTIONS);
    }

    private static Workload readAnew() {
        return Workload.open(PROGRAM, null, new BasicSelector(), OPTIONS, 10);
    }

    private static Workload streamed() {
        return Workload.stream(PROGRAM, null, new BasicSelector(), OPTIONS);
    }

    private static List<Double> finishes(ReplayResult result) {
        return result.ranks().stream().map(rank -> rank.finish()).toList();
    }

    @Test
    void open_generated_neverHeld() {
        for (String name : List.of("ring:ranks=8,bytes=1kB,iterations=3", "hpl:n=64,nb=8,p=2,q=2,depth=0")) {
            try (Workload workload = Workload.open(Path.of(name), null, new BasicSelector(), OPTIONS)) {
                assertThat(workload.operationsHeld()).as(name).isZero();
                assertThat(workload.dependsOnTiming()).as(name).isFalse();
                assertThat(workload.on(PLATFORM).run().makespan())
                        .as(name)
                        .isEqualTo(workload.on(PLATFORM).run().makespan())
                        .isPositive();
            }
        }
        try (Workload ahead =
                Workload.open(Path.of("hpl:n=64,nb=8,p=2,q=2,depth=1"), null, new BasicSelector(), OPTIONS)) {
            assertThat(ahead.dependsOnTiming()).isTrue();
        }
    }

    @Test
    void run_howeverTheTraceIsRead_isTheReplayOfItsProgram() {
        List<Double> expected;
        try (Trace trace = Traces.open(PROGRAM, null, OPTIONS)) {
            expected = finishes(Replay.builder(CollectiveExpansion.of(trace), PLATFORM)
                    .build()
                    .run());
        }

        for (Workload workload : List.of(held(), readAnew(), streamed())) {
            try (workload) {
                assertThat(finishes(workload.on(PLATFORM).run())).isEqualTo(expected);
                assertThat(finishes(workload.on(PLATFORM).run()))
                        .as("once more")
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void run_severalAtOnce_areEachAsAlone() {
        for (Workload workload : List.of(held(), readAnew(), streamed())) {
            try (workload) {
                List<Double> alone = finishes(workload.on(PLATFORM).run());

                assertThat(IntStream.range(0, 6)
                                .parallel()
                                .mapToObj(i -> finishes(workload.on(PLATFORM).run())))
                        .containsOnly(alone);
            }
        }
    }

    @Test
    void run_afterClose_opensAgain() {
        Workload workload = streamed();
        double makespan = workload.on(PLATFORM).run().makespan();
        workload.close();

        assertThat(workload.on(PLATFORM).run().makespan()).isEqualTo(makespan);
        workload.close();
    }

    @Test
    void recordedTimes_areThereOnlyIfStreamed() {
        try (Workload streamed = Workload.stream(RECORDED, null, new BasicSelector(), OPTIONS)) {
            assertThat(streamed.recordedTimes()).isPresent();
        }
        try (Workload held = Workload.open(RECORDED, null, new BasicSelector(), OPTIONS)) {
            assertThat(held.recordedTimes()).isEmpty();
        }
    }

    @Test
    void disturbedBy_ofASeed_isTheSameEachTimeAndDiffersFromOthers() {
        Workload disturbed =
                held().disturbedBy(Jitter.parse("start=exponential:50us").scaledBy(1));

        double first = disturbed.on(PLATFORM).seed(1).run().makespan();

        assertThat(disturbed.on(PLATFORM).seed(1).run().makespan()).isEqualTo(first);
        assertThat(disturbed.on(PLATFORM).seed(2).run().makespan()).isNotEqualTo(first);
    }

    @Test
    void disturbedBy_ofASchedule_isRefused() {
        Workload schedule = Workload.open(SCHEDULE, null, new BasicSelector(), OPTIONS);

        assertThatThrownBy(() -> schedule.disturbedBy(
                        Jitter.parse("start=exponential:50us").scaledBy(1)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a schedule cannot be disturbed");
    }

    @Test
    void requireCost_ofLogGops_isForSchedules() {
        Platform logGops = TestPlatforms.of(
                "cluster: {nodes: 16}",
                "network: {model: max-min, bandwidth: 1 GB/s}",
                "cost: {model: loggops, L: 1us, o: 1us, g: 1us, G: 1ns, O: 0, S: 65536}");

        Workload.open(SCHEDULE, null, new BasicSelector(), OPTIONS).requireCost(logGops, "here");
        assertThatThrownBy(() -> held().requireCost(logGops, "here"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(
                        "here: cost loggops is for GOAL schedules, and the trace has the format simgrid-ti");
        assertThatThrownBy(() -> Workload.of("ring", Programs.ring(4, 1, 1, 0)).requireCost(logGops, "here"))
                .hasMessageContaining("and ring is none");
    }

    @Test
    void run_unfinished_saysWhatWasApproximated() {
        Workload stuck = Workload.of(
                "stuck", ProgramBuilder.ranks(2).rank(0).recv(1, 0, 8).build());
        Simulation replay = stuck.on(PLATFORM);

        assertThat(replay.simulatedSeconds()).isZero();
        assertThatThrownBy(replay::run).isInstanceOf(UnfinishedProgramException.class);
        assertThat(replay.simulatedSeconds()).isZero();
        assertThat(replay.approximations()).isEmpty();
    }
}
