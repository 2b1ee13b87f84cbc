package org.tailback.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.parallel.Workers;
import org.tailback.study.sweep.Sweep;
import org.tailback.study.sweep.SweepEngine;
import org.tailback.study.sweep.SweepPlan;
import org.tailback.study.sweep.SweepRow;

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

    private Path swept(SweepEngine engine) {
        Path output = folder.resolve(engine.name() + ".csv");
        new Sweep(SweepPlan.read(folder.resolve("study.yaml")))
                .output(output)
                .engine(engine, null)
                .run();
        return output;
    }

    @Test
    void embedded_sameBytesAsLocal_orSaysThatThisJavaIsTooNew() {
        SweepEngine spark = SweepEngine.named("spark");

        assertThat(spark).isInstanceOf(SparkEngine.class);
        if (Runtime.version().feature() >= 24) {
            // Spark 4.0 does not run there, and says so in a way that nobody understands
            assertThatThrownBy(() -> swept(spark))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("does not run on Java");
            return;
        }
        assertThat(swept(spark)).hasSameBinaryContentAs(swept(SweepEngine.LOCAL));
    }

    @Test
    void masterThatIsDown_saidAtOnce() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Sweep sweep = new Sweep(SweepPlan.read(folder.resolve("study.yaml")))
                .threads(0)
                .engine(new SparkEngine(), "spark://localhost:" + port);

        assertThatThrownBy(sweep::run)
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--spark-master: no Spark master can be reached at localhost:" + port);
    }

    @Test
    void masterOfNoKnownForm_refused() {
        for (String master : new String[] {"spark://nowhere", "spork://x:1"}) {
            Sweep sweep = new Sweep(SweepPlan.read(folder.resolve("study.yaml")))
                    .threads(0)
                    .engine(new SparkEngine(), master);

            assertThatThrownBy(sweep::run).isInstanceOf(InputException.class).hasMessageContaining("spark");
        }
    }

    @Tag("thorough")
    @Test
    void applicationThatIsEnded_saysThatResumeGoesOn() {
        Assumptions.assumeTrue(Runtime.version().feature() < 24, "Spark 4.0 does not run on this Java");
        SparkConf configuration = new SparkConf()
                .setAppName("test")
                .setMaster("local[1]")
                .set("spark.ui.enabled", "false")
                .set("spark.log.level", "OFF");
        try (JavaSparkContext spark = new JavaSparkContext(configuration)) {
            SweepEngine ended = new SweepEngine() {
                @Override
                public String name() {
                    return "ended";
                }

                @Override
                public boolean perform(
                        SweepPlan plan,
                        List<Integer> runs,
                        int threads,
                        @Nullable String master,
                        BooleanSupplier stopped,
                        Workers.Receiver<SweepRow> receiver) {
                    return new SparkRuns(spark, plan).perform(runs, stopped, (index, row) -> {
                        receiver.done(index, row);
                        spark.stop();
                    });
                }
            };

            assertThatThrownBy(() -> swept(ended))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("continue with --resume");
        }
    }

    @Test
    void threadsBesideAMaster_refused() {
        Sweep sweep = new Sweep(SweepPlan.read(folder.resolve("study.yaml")))
                .threads(2)
                .engine(new SparkEngine(), "local[2]");

        assertThatThrownBy(sweep::run)
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--threads: found together with the Spark master 'local[2]'");
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
        List<List<Integer>> tasks = List.of(List.of(1, 2, 3), List.of(4, 5, 6));

        assertThat(SparkFailures.ofJob(
                        tasks,
                        new RuntimeException("Job aborted: Task 1 in stage 0.0 failed 4 times, most recent failure: "
                                + "Lost task 1.3 in stage 0.0 (TID 7) (10.0.0.7 executor 3): "
                                + "java.io.IOException: org.tailback.error.InputException: p.yaml: there is no "
                                + "such file\n\tat x")))
                .hasMessage("run 4 to run 6: a Spark worker (10.0.0.7 executor 3) cannot use the input: p.yaml: there"
                        + " is no such file. Study, traces and platforms must be under the same paths on all"
                        + " workers");
        assertThat(SparkFailures.ofJob(
                        tasks,
                        new RuntimeException("Job aborted: Lost task: java.lang.ClassNotFoundException: "
                                + "org.tailback.spark.SparkEngine$SparkTask")))
                .hasMessageContaining("run 1 to run 6: the Spark workers do not have Tailback's classes")
                .hasMessageContaining("-Dspark.jars");
        assertThat(SparkFailures.ofJob(tasks, new RuntimeException("Task 0 in stage 0.0 failed: anything\nmore")))
                .hasMessageContaining("run 1 to run 3: not performed by Spark: Task 0")
                .hasMessageContaining("continue with --resume");
    }
}
