package org.tailback.fit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;

/** Text output of OSU micro-benchmarks and Intel MPI Benchmarks, in samples written by hand. */
class BenchmarkTextTest {
    @TempDir
    private Path folder;

    private List<MeasuredCollective> read(String sample, BenchmarkRun run) throws IOException {
        Path file = folder.resolve(sample);
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream(sample))) {
            Files.write(file, in.readAllBytes());
        }
        return MeasuredCollectivesFile.read(file, run).cells();
    }

    /** 1024 B of reduce_scatter are divided among 8 ranks; 4 B are less than a byte for each. */
    @Test
    void osu_allColumns_takesTheSlowestRank() throws IOException {
        assertThat(read("osu-full.txt", new BenchmarkRun(4, 2, "ring")))
                .containsExactly(
                        new MeasuredCollective(Kind.ALLREDUCE, "ring", "ring", 4, 2, 4, 6 * 1e-6),
                        new MeasuredCollective(Kind.ALLREDUCE, "ring", "ring", 4, 2, 1024, 8.25 * 1e-6),
                        new MeasuredCollective(Kind.REDUCE_SCATTER, "ring", "ring", 4, 2, 128, 11 * 1e-6));
    }

    @Test
    void osu_averageOnly_takesIt_andSizesAreBlocks() throws IOException {
        String text = sample("osu.txt").replaceAll("(?s)# OSU MPI Barrier.*", "");

        MeasuredCollectivesFile file = MeasuredCollectivesFile.read(write(text), new BenchmarkRun(4, 1, "bruck"));

        assertThat(file.cells())
                .containsExactly(
                        new MeasuredCollective(Kind.ALLGATHER, "bruck", "bruck", 4, 1, 1, 3.25 * 1e-6),
                        new MeasuredCollective(Kind.ALLGATHER, "bruck", "bruck", 4, 1, 4096, 40 * 1e-6));
        assertThat(file.cells().get(1).bufferBytes()).isEqualTo(4 * 4096);
    }

    @Test
    void osu_barrier_hasNoSize() throws IOException {
        String text = sample("osu.txt").replaceAll("(?s).*(?=# OSU MPI Barrier)", "");

        assertThat(MeasuredCollectivesFile.read(write(text), new BenchmarkRun(4, 1, "dissemination"))
                        .cells())
                .containsExactly(
                        new MeasuredCollective(Kind.BARRIER, "dissemination", "dissemination", 4, 1, 0, 3.5 * 1e-6));
    }

    @Test
    void imb_readsTheTablesOfTheRun_withoutEmptySizes() throws IOException {
        String bcast = sample("imb.txt").replaceAll("(?s)# Benchmarking Barrier.*", "");

        assertThat(MeasuredCollectivesFile.read(write(bcast), new BenchmarkRun(2, 4, "pipeline/16KiB"))
                        .cells())
                .containsExactly(
                        new MeasuredCollective(Kind.BCAST, "pipeline/16KiB", "pipeline/16KiB", 2, 4, 64, 3 * 1e-6),
                        new MeasuredCollective(Kind.BCAST, "pipeline/16KiB", "pipeline/16KiB", 2, 4, 65536, 30 * 1e-6));
        assertThat(read("imb.txt", new BenchmarkRun(8, 1, "linear")))
                .hasSize(3)
                .last()
                .isEqualTo(new MeasuredCollective(Kind.BARRIER, "linear", "linear", 8, 1, 0, 2.5 * 1e-6));
    }

    @Test
    void imb_otherNumberOfProcesses_saysWhichThereAre() {
        assertThatThrownBy(() -> read("imb.txt", new BenchmarkRun(8, 2, "linear")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no table has 16 processes (nodes times ranks per node); found 4, 8");
    }

    @Test
    void unknownAlgorithm_saysWhere() {
        assertThatThrownBy(() -> read("osu.txt", new BenchmarkRun(4, 1, "binomial")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("osu.txt:1: allgather has no algorithm 'binomial'")
                .hasMessageContaining("bruck");
    }

    @Test
    void runNotGiven_saysWhichOptions() {
        assertThatThrownBy(() -> read("osu.txt", null))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("does not say nodes")
                .hasMessageContaining("--ranks-per-node");
        assertThatThrownBy(() -> read("imb.txt", null)).hasMessageContaining("Intel MPI Benchmarks");
    }

    @Test
    void pointToPointTable_isRefused() {
        assertThatThrownBy(() -> MeasuredCollectivesFile.read(
                        write("# OSU MPI Latency Test v5.6\n# Size          Latency (us)\n1   1.5\n"),
                        new BenchmarkRun(2, 1, "linear")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("expected a blocking collective operation");
    }

    @Test
    void osu_rowWithFewerNumbers_saysWhere() {
        String text = "# OSU MPI Gather Latency Test v5.6\n# Size       Avg Latency(us)\n16\n";

        assertThatThrownBy(() -> MeasuredCollectivesFile.read(write(text), new BenchmarkRun(2, 1, "linear")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("text.txt:3: expected 2 numbers, found 1");
    }

    @Test
    void json_withRun_isRefused() {
        assertThatThrownBy(
                        () -> MeasuredCollectivesFile.read(write("{\"cells\": []}"), new BenchmarkRun(2, 1, "linear")))
                .hasMessageContaining("say these themselves");
    }

    private String sample(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream(name))) {
            return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("text.txt"), text);
    }
}
