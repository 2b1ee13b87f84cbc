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
                .hasMessageContaining("does not state nodes")
                .hasMessageContaining("--ranks-per-node");
        assertThatThrownBy(() -> read("imb.txt", null)).hasMessageContaining("Intel MPI Benchmarks");
    }

    private List<MeasuredCollective> cells(String text, int nodes, int ranksPerNode, String algorithm)
            throws IOException {
        return MeasuredCollectivesFile.read(write(text), new BenchmarkRun(nodes, ranksPerNode, algorithm))
                .cells();
    }

    private static MeasuredCollective messages(
            String pattern, int nodes, int perNode, long bytes, double microseconds) {
        return new MeasuredCollective(
                Kind.NEIGHBOR_ALLTOALL, pattern, pattern, nodes, perNode, bytes, microseconds * 1e-6);
    }

    @Test
    void osuLatency_isAMessageOfAPair_betweenNodesOrInside() throws IOException {
        String text = "# OSU MPI Latency Test v5.6\n# Size          Latency (us)\n0   1.25\n8   1.5\n";

        assertThat(cells(text, 2, 1, ""))
                .containsExactly(messages("ping-pong", 2, 1, 0, 1.25), messages("ping-pong", 2, 1, 8, 1.5));
        assertThat(cells(text, 1, 2, "")).contains(messages("ping-pong", 1, 2, 8, 1.5));
        assertThatThrownBy(() -> cells(text, 2, 2, ""))
                .hasMessageContaining("text.txt:1: the benchmark runs on 2 ranks; the run has 4");
    }

    /** 64 messages of 1000 B at 2000 MB/s take 32 us; both ways 128 of them at 4000 MB/s. */
    @Test
    void osuBandwidth_isTheTimeOfAWindow() throws IOException {
        assertThat(cells("# OSU MPI Bandwidth Test v7.3\n# Size      Bandwidth (MB/s)\n1000  2000\n", 2, 1, ""))
                .containsExactly(messages("window-64", 2, 1, 1000, 32));
        assertThat(cells(
                        "# OSU MPI Bi-Directional Bandwidth Test v7.3\n# Size      Bandwidth (MB/s)\n1000  4000\n",
                        2,
                        1,
                        ""))
                .containsExactly(messages("both-ways-64", 2, 1, 1000, 32));
    }

    /** 24 pairs, 16 messages of 1000 B each: 384,000 B at 8000 MB/s. */
    @Test
    void osuMultipleBandwidth_isTheTimeOfAWindowOfAllPairs() throws IOException {
        String text = """
                # OSU MPI Multiple Bandwidth / Message Rate Test v5.6.3
                # [ pairs: 24 ] [ window size: 16 ]
                # Size                  MB/s        Messages/s
                1000                 8000.00        8000000.00
                """;

        assertThat(cells(text, 2, 24, "")).containsExactly(messages("window-16", 2, 24, 1000, 48));
        assertThatThrownBy(() -> cells(text, 2, 12, ""))
                .hasMessageContaining("text.txt:2: found 24 pairs; the run has 24 ranks");
    }

    @Test
    void imb_messages_arePairsOfANodeAndARing() throws IOException {
        String text = """
                # Benchmarking PingPong
                # #processes = 2
                # ( 46 additional processes waiting in MPI_Barrier)
                       #bytes #repetitions      t[usec]   Mbytes/sec
                            8         1000         0.33        24.28
                # Benchmarking Sendrecv
                # #processes = 48
                       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]   Mbytes/sec
                            8         1000         1.84         1.88         1.86         8.52
                # Benchmarking Exchange
                # #processes = 48
                       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]   Mbytes/sec
                            8         1000         3.00         3.50         3.20         8.52
                """;

        assertThat(cells(text, 2, 24, ""))
                .containsExactly(
                        messages("ping-pong", 1, 2, 8, 0.33),
                        messages("sendrecv", 2, 24, 8, 1.88),
                        messages("linear", 2, 24, 8, 3.5));
        assertThat(cells(text.replaceAll("(?s)# Benchmarking Sendrecv.*", ""), 2, 1, ""))
                .containsExactly(messages("ping-pong", 2, 1, 8, 0.33));
    }

    /** Recursive doubling up to 2048 B, then Rabenseifner's algorithm. */
    @Test
    void algorithmOfALibrary_isThatOfItsSelector() throws IOException {
        String text = """
                # OSU MPI Allreduce Latency Test v5.6
                # Size       Avg Latency(us)
                2048                    6.00
                4096                    9.00
                """;

        assertThat(cells(text, 16, 1, "mpich"))
                .extracting(MeasuredCollective::algorithm)
                .containsExactly("recursive-doubling", "rabenseifner-mpich");
        assertThat(cells(text, 16, 1, "")).noneMatch(MeasuredCollective::isPredictable);
    }

    @Test
    void linesOfRuns_sayWhatTheTablesAfterThemAreOf() throws IOException {
        MeasuredCollectivesFile file = MeasuredCollectivesFile.read(write("""
                # tailback: nodes 2, ranks-per-node 1
                # OSU MPI Latency Test v7.3
                # Size       Avg Latency(us)
                8                       1.50
                # tailback: nodes 4, ranks-per-node 24, algorithm mpich
                # OSU MPI Barrier Latency Test v7.3
                # Avg Latency(us)
                5.00
                # tailback: nodes 4, ranks-per-node 1, algorithm ring
                # Benchmarking Allgather
                # #processes = 4
                       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
                           64         1000         1.00         3.00         2.00
                """));

        assertThat(file.cells())
                .containsExactly(
                        messages("ping-pong", 2, 1, 8, 1.5),
                        new MeasuredCollective(Kind.BARRIER, "dissemination", "mpich", 4, 24, 0, 5 * 1e-6),
                        new MeasuredCollective(Kind.ALLGATHER, "ring", "ring", 4, 1, 64, 3 * 1e-6));
        assertThatThrownBy(() -> MeasuredCollectivesFile.read(
                        write("# tailback: nodes 4, ranks-per-node 0\n# OSU MPI Latency Test v7.3\n")))
                .hasMessageContaining("text.txt:1: ")
                .hasMessageContaining("ranks-per-node must be >= 1 and their product at most 16777216");
        assertThatThrownBy(() -> MeasuredCollectivesFile.read(
                        write("# tailback: nodes 0, ranks-per-node 4\n# OSU MPI Latency Test v7.3\n")))
                .hasMessageContaining("text.txt:1: nodes must be >= 1");
    }

    @Test
    void imb_tablesOfOtherProcesses_areCounted() throws IOException {
        String table = """
                # Benchmarking Allreduce
                # #processes = %s
                       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
                            8         1000         1.00         3.00         2.00
                           16         1000         1.00         3.00         2.00
                """;
        MeasuredCollectivesFile file = MeasuredCollectivesFile.read(
                write(table.formatted("32 (32 additional processes waiting in MPI_Barrier)") + table.formatted("64")),
                new BenchmarkRun(4, 16, "ring"));

        assertThat(file.cells()).hasSize(2);
        assertThat(file.warnings())
                .singleElement()
                .asString()
                .contains("rows with a number of processes other than the run's 64: 2")
                .contains("processes: 32, 64");
    }

    @Test
    void imbTable_rowsSayTheirRuns() throws IOException {
        String text = """
                machine,nodes,date,benchmark,processes,bytes,repetitions,t_min_us,t_max_us,t_avg_us,mbytes_per_s,file
                archer,16,1,Allreduce,384,8,1000,13.13,13.65,13.40,,a
                archer,16,1,PingPong,2,8,1000,,,0.33,24.28,b
                archer,2,1,Sendrecv,48,0,1000,1.77,1.80,1.78,0,c
                """;

        assertThat(MeasuredCollectivesFile.read(write(text), new BenchmarkRun(0, 0, "mpich"))
                        .cells())
                .containsExactly(
                        new MeasuredCollective(Kind.ALLREDUCE, "recursive-doubling", "mpich", 16, 24, 8, 13.65 * 1e-6),
                        messages("ping-pong", 1, 2, 8, 0.33),
                        messages("sendrecv", 2, 24, 0, 1.8));
        assertThat(MeasuredCollectivesFile.read(write(text)).cells())
                .filteredOn(cell -> !cell.isPredictable())
                .hasSize(1);
        assertThatThrownBy(() -> MeasuredCollectivesFile.read(
                        write(text + text.lines().toList().get(1).replace("archer", "cirrus"))))
                .hasMessageContaining("text.txt:5: found machine 'cirrus' after 'archer'");
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
                .hasMessageContaining("contain them");
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
