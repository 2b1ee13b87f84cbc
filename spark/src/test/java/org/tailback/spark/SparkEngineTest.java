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
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.study.sweep.LocalEngine;
import org.tailback.study.sweep.Sweep;
import org.tailback.study.sweep.SweepEngine;
import org.tailback.study.sweep.SweepPlan;

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
        Sweep.builder(SweepPlan.read(folder.resolve("study.yaml")))
                .output(output)
                .engine(engine)
                .build()
                .run();
        return output;
    }

    @Test
    void embedded_sameBytesAsLocal_orSaysThatThisJavaIsTooNew() {
        SweepEngine spark = Sweep.engine("spark");

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
                .engine(new SparkEngine())
                .master("spark://localhost:" + port)
                .build();

        assertThatThrownBy(sweep::run)
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--spark-master: no master of Spark can be reached at localhost:" + port);
    }

    @Test
    void masterOfNoKnownForm_refused() {
        for (String master : new String[] {"spark://nowhere", "spork://x:1"}) {
            Sweep sweep = Sweep.builder(SweepPlan.read(folder.resolve("study.yaml")))
                    .engine(new SparkEngine())
                    .master(master)
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
            SweepEngine ended = new SweepEngine() {
                @Override
                public String name() {
                    return "ended";
                }

                @Override
                public void run(Job job, Receiver receiver, BooleanSupplier stopped) {
                    new SparkEngine()
                            .run(
                                    spark,
                                    job,
                                    row -> {
                                        receiver.done(row);
                                        spark.stop();
                                    },
                                    stopped);
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
                .engine(new SparkEngine())
                .master("local[2]")
                .threads(2)
                .build();

        assertThatThrownBy(sweep::run)
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--threads: found beside the Spark master 'local[2]'");
    }

    @Test
    void master_isTheJobsOwn_elseTheOneOfSparkSubmit_elseThisMachine() {
        SweepPlan plan = SweepPlan.read(folder.resolve("study.yaml"));

        assertThat(SparkMaster.of(new SweepEngine.Job(plan, new int[0], 0, "spark://a:1"), "yarn"))
                .isEqualTo("spark://a:1");
        assertThat(SparkMaster.of(new SweepEngine.Job(plan, new int[0], 0, null), "yarn"))
                .isEqualTo("yarn");
        assertThat(SparkMaster.of(new SweepEngine.Job(plan, new int[0], 0, null), ""))
                .isEqualTo("local[*]");
        assertThat(SparkMaster.of(new SweepEngine.Job(plan, new int[0], 3, null), ""))
                .isEqualTo("local[3]");
    }

    @Test
    void failures_nameTheRunsOfTheTask_andTheWorker() {
        List<int[]> tasks = List.of(new int[] {1, 2, 3}, new int[] {4, 5, 6});

        assertThat(SparkFailures.ofJob(
                        tasks,
                        new RuntimeException("Job aborted: Task 1 in stage 0.0 failed 4 times, most recent failure: "
                                + "Lost task 1.3 in stage 0.0 (TID 7) (10.0.0.7 executor 3): "
                                + "java.io.IOException: org.tailback.error.InputException: p.yaml: there is no "
                                + "such file\n\tat x")))
                .hasMessage("runs 4 to 6: a worker of Spark (10.0.0.7 executor 3) cannot use the input: p.yaml: there "
                        + "is no such file. Study, traces and platforms must be under the same paths on all workers");
        assertThat(SparkFailures.ofJob(
                        tasks,
                        new RuntimeException("Job aborted: Lost task: java.lang.ClassNotFoundException: "
                                + "org.tailback.spark.SparkEngine$SparkTask")))
                .hasMessageContaining("runs 1 to 6: the workers of Spark do not have Tailback's classes")
                .hasMessageContaining("-Dspark.jars");
        assertThat(SparkFailures.ofJob(tasks, new RuntimeException("Task 0 in stage 0.0 failed: anything\nmore")))
                .hasMessageContaining("runs 1 to 3: not performed by Spark: Task 0")
                .hasMessageContaining("continue with --resume");
    }
}
