package org.tailback.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.generator.ProgramBuilder;
import org.tailback.generator.RingProgram;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.study.comparison.Comparison;
import org.tailback.study.engine.EngineChoice;
import org.tailback.study.engine.LocalEngine;
import org.tailback.study.engine.StudyEngine;
import org.tailback.study.engine.StudyRuns;
import org.tailback.study.parallel.Workers;
import org.tailback.study.placement.PlacementResult;
import org.tailback.study.placement.PlacementSearch;
import org.tailback.study.sweep.Sweep;
import org.tailback.study.sweep.SweepPlan;
import org.tailback.study.workload.RunDescription;
import org.tailback.study.workload.Workload;
import org.tailback.study.workload.WorkloadDescription;
import org.tailback.trace.TraceOptions;

class SparkEngineTest {
    private static final String STUDY = """
        workloads:
          - {generator: ring, ranks: [2, 4], sizes: [1KiB, 64KiB], iterations: 3}
        platforms: p.yaml
        placements: [round-robin-node, random]
        seeds: [1, 2]
        """;

    private static final String PLATFORM = """
        cluster: {nodes: 4, cores-per-node: 2}
        network: {model: max-min, bandwidth: 1 Gbit/s}
        cost: {model: plogp, latency: 10 us, bandwidth: 1 Gbit/s}
        """;

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("study.yaml"), STUDY);
        Files.writeString(folder.resolve("p.yaml"), PLATFORM);
    }

    private Path swept(StudyEngine engine) {
        Path output = folder.resolve(engine.name() + ".csv");
        Sweep.builder(SweepPlan.read(folder.resolve("study.yaml")))
                .output(output)
                .engine(new EngineChoice(engine, 0, null))
                .build()
                .run();
        return output;
    }

    @Test
    void embedded_sameBytesAsLocal_orSaysThatThisJavaIsTooNew() {
        StudyEngine spark = EngineChoice.of("spark", 0, null).engine();

        assertThat(spark).isInstanceOf(SparkEngine.class);
        if (Runtime.version().feature() >= 24) {
            // Spark 4.0 does not run there, and says so in a way that nobody understands
            assertThatThrownBy(() -> swept(spark))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("does not run on Java");
            return;
        }
        assertThat(swept(spark)).hasSameBinaryContentAs(swept(new LocalEngine()));
    }

    @Test
    void masterThatIsDown_saidAtOnce() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Sweep sweep = Sweep.builder(SweepPlan.read(folder.resolve("study.yaml")))
                .engine(new EngineChoice(new SparkEngine(), 0, "spark://localhost:" + port))
                .build();

        assertThatThrownBy(sweep::run)
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--spark-master: no master of Spark can be reached at localhost:" + port);
    }

    @Test
    void masterOfNoKnownForm_refused() {
        for (String master : new String[] {"spark://nowhere", "spork://x:1"}) {
            Sweep sweep = Sweep.builder(SweepPlan.read(folder.resolve("study.yaml")))
                    .engine(new EngineChoice(new SparkEngine(), 0, master))
                    .build();

            assertThatThrownBy(sweep::run).isInstanceOf(InputException.class).hasMessageContaining("spark");
        }
    }

    @Test
    void applicationThatIsEnded_saysThatResumeGoesOn() {
        Assumptions.assumeTrue(Runtime.version().feature() < 24, "Spark 4.0 does not run on this Java");
        SparkConf configuration = new SparkConf()
                .setAppName("test")
                .setMaster("local[1]")
                .set("spark.ui.enabled", "false")
                .set("spark.log.level", "OFF");
        try (JavaSparkContext spark = new JavaSparkContext(configuration)) {
            StudyEngine ended = new StudyEngine() {
                @Override
                public String name() {
                    return "ended";
                }

                @Override
                public <T, R> Session<T, R> open(StudyRuns<T, R> runs, int threads, @Nullable String master) {
                    Session<T, R> session = SparkEngine.in(spark, runs);
                    return new Session<>() {
                        @Override
                        public boolean perform(List<T> wanted, BooleanSupplier stopped, Workers.Receiver<R> receiver) {
                            return session.perform(wanted, stopped, (index, result) -> {
                                receiver.done(index, result);
                                spark.stop();
                            });
                        }

                        @Override
                        public void close() {}
                    };
                }
            };

            assertThatThrownBy(() -> swept(ended))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("continue with --resume");
        }
    }

    @Test
    void threadsBesideAMaster_refused() {
        Sweep sweep = Sweep.builder(SweepPlan.read(folder.resolve("study.yaml")))
                .engine(new EngineChoice(new SparkEngine(), 2, "local[2]"))
                .build();

        assertThatThrownBy(sweep::run)
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--threads: found beside the Spark master 'local[2]'");
    }

    @Test
    void master_isTheJobsOwn_elseTheOneOfSparkSubmit_elseThisMachine() {
        assertThat(SparkMaster.of(0, "spark://a:1", "yarn")).isEqualTo("spark://a:1");
        assertThat(SparkMaster.of(0, null, "yarn")).isEqualTo("yarn");
        assertThat(SparkMaster.of(0, null, "")).isEqualTo("local[*]");
        assertThat(SparkMaster.of(3, null, "")).isEqualTo("local[3]");
    }

    @Test
    void failures_nameTheRunsOfTheTask_andTheWorker() {
        SweepPlan plan = SweepPlan.read(folder.resolve("study.yaml"));
        List<List<Integer>> tasks = List.of(List.of(1, 2, 3), List.of(4, 5, 6));

        assertThat(SparkFailures.ofJob(
                        plan,
                        tasks,
                        new RuntimeException("Job aborted: Task 1 in stage 0.0 failed 4 times, most recent failure: "
                                + "Lost task 1.3 in stage 0.0 (TID 7) (10.0.0.7 executor 3): "
                                + "java.io.IOException: org.tailback.error.InputException: p.yaml: there is no "
                                + "such file\n\tat x")))
                .hasMessage(
                        "run 4 to run 6: a worker of Spark (10.0.0.7 executor 3) cannot use the input: p.yaml: there"
                                + " is no such file. Study, traces and platforms must be under the same paths on all"
                                + " workers");
        assertThat(SparkFailures.ofJob(
                        plan,
                        tasks,
                        new RuntimeException("Job aborted: Lost task: java.lang.ClassNotFoundException: "
                                + "org.tailback.spark.SparkEngine$SparkTask")))
                .hasMessageContaining("run 1 to run 6: the workers of Spark do not have Tailback's classes")
                .hasMessageContaining("-Dspark.jars");
        assertThat(SparkFailures.ofJob(plan, tasks, new RuntimeException("Task 0 in stage 0.0 failed: anything\nmore")))
                .hasMessageContaining("run 1 to run 3: not performed by Spark: Task 0")
                .hasMessageContaining("continue with --resume");
    }

    /** A ring, or another workload, under three models. */
    private Comparison.Result compared(EngineChoice engine, Workload... workloads) {
        WorkloadDescription described =
                new WorkloadDescription("ring:ranks=4,bytes=64kB", null, "basic", TraceOptions.defaults());
        List<Comparison.Candidate> candidates = new ArrayList<>();
        for (String model : List.of("max-min", "uncontended", "largest-share")) {
            PlatformFile file = PlatformFile.read(folder.resolve("p.yaml"));
            Overrides overrides = Overrides.NONE.withModel(model);
            candidates.add(new Comparison.Candidate(
                    "p.yaml",
                    model,
                    workloads.length == 0 ? described.open() : workloads[0],
                    file.resolve(overrides),
                    1,
                    100,
                    new RunDescription(described, file, overrides)));
        }
        return Comparison.of(candidates, engine, true);
    }

    @Test
    void comparison_sameRowsAsLocal() {
        Assumptions.assumeTrue(Runtime.version().feature() < 24, "Spark 4.0 does not run on this Java");
        Comparison.Result local = compared(EngineChoice.local(1));

        assertThat(local.rows()).hasSize(3);
        assertThat(compared(new EngineChoice(new SparkEngine(), 2, null))).isEqualTo(local);
    }

    @Test
    void comparison_programThatCannotFinish_sameMessageAsLocal() {
        Assumptions.assumeTrue(Runtime.version().feature() < 24, "Spark 4.0 does not run on this Java");
        Workload deadlock = Workload.of(
                "deadlock",
                ProgramBuilder.ranks(2)
                        .rank(0)
                        .recv(1, 0, 8)
                        .rank(1)
                        .recv(0, 0, 8)
                        .build());
        Throwable local = catchThrowable(() -> compared(EngineChoice.local(1), deadlock));

        assertThat(local).isInstanceOf(UnfinishedProgramException.class);
        assertThatThrownBy(() -> compared(new EngineChoice(new SparkEngine(), 2, null), deadlock))
                .isInstanceOf(UnfinishedProgramException.class)
                .hasMessage(local.getMessage());
    }

    private PlacementResult placed(EngineChoice engine) {
        WorkloadDescription described =
                new WorkloadDescription("ring:ranks=6,bytes=64kB", null, "basic", TraceOptions.defaults());
        PlatformFile file = PlatformFile.read(folder.resolve("p.yaml"));
        return PlacementSearch.builder(described.open(), file.resolve(Overrides.NONE))
                .description(new RunDescription(described, file, Overrides.NONE))
                .engine(engine)
                .replays(40)
                .build()
                .run();
    }

    @Test
    void placementSearch_sameSearchAsLocal() {
        Assumptions.assumeTrue(Runtime.version().feature() < 24, "Spark 4.0 does not run on this Java");
        PlacementResult local = placed(EngineChoice.local(1));
        PlacementResult spark = placed(new EngineChoice(new SparkEngine(), 2, null));

        assertThat(spark.placement().nodes()).isEqualTo(local.placement().nodes());
        assertThat(spark.improvements()).isEqualTo(local.improvements());
        assertThat(spark.starts()).isEqualTo(local.starts());
        assertThat(spark.replays()).isEqualTo(local.replays());
    }

    @Test
    void programOfThisProcess_refusedWithTheRemedy() {
        Workload ring = Workload.of("ring", new RingProgram(4, 1, 1000, 0));
        PlacementSearch search = PlacementSearch.builder(
                        ring, PlatformFile.read(folder.resolve("p.yaml")).resolve(Overrides.NONE))
                .engine(new EngineChoice(new SparkEngine(), 2, null))
                .build();

        assertThatThrownBy(search::run).isInstanceOf(InputException.class).hasMessageContaining("engine 'local'");
    }
}
