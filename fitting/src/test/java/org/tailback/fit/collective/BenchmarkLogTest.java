package org.tailback.fit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.program.CollectiveCall.Kind;

/** Logs in the form in which OSU micro-benchmarks, Intel MPI Benchmarks and nccl-tests print them; numbers are ours. */
class BenchmarkLogTest {
    private static final BenchmarkRun EIGHT = new BenchmarkRun(2, 4, "");

    @TempDir
    private Path folder;

    private MeasuredCollectivesFile read(String text, BenchmarkRun run) throws IOException {
        return read("log.txt", text, run);
    }

    private MeasuredCollectivesFile read(String name, String text, BenchmarkRun run) throws IOException {
        return MeasuredCollectivesFile.read(Files.writeString(folder.resolve(name), text), run);
    }

    /** Titles of the sources of OSU micro-benchmarks 5.6 to 7.5; reductions to blocks divide what they print. */
    @ParameterizedTest
    @CsvSource({
        "All-to-All Personalized Exchange, ALLTOALL, '', 1024",
        "All-to-Allv Personalized Exchange, ALLTOALLV, '', 1024",
        "All-to-Allw Personalized Exchange, ALLTOALLW, '', 1024",
        "Allgather, ALLGATHER, '', 1024",
        "Allgatherv, ALLGATHERV, '', 1024",
        "Allreduce, ALLREDUCE, '', 1024",
        "Broadcast, BCAST, '', 1024",
        "Gather, GATHER, '', 1024",
        "Gatherv, GATHERV, '', 1024",
        "Reduce, REDUCE, '', 1024",
        "Reduce_scatter, REDUCE_SCATTER, '', 128",
        "Reduce_scatter_block, REDUCE_SCATTER_BLOCK, '', 128",
        "Scatter, SCATTER, '', 1024",
        "Scatterv, SCATTERV, '', 1024",
        "Non-blocking All-to-All, ALLTOALL, non-blocking, 1024",
        "Non-blocking All-to-Allv Personalized Exchange, ALLTOALLV, non-blocking, 1024",
        "Non-blocking All-to-Allw Personalized Exchange, ALLTOALLW, non-blocking, 1024",
        "Non-Blocking Broadcast, BCAST, non-blocking, 1024",
        "Non-blocking Allreduce, ALLREDUCE, non-blocking, 1024",
        "Non-blocking Reduce_scatter, REDUCE_SCATTER, non-blocking, 128",
        "Non-blocking Gatherv, GATHERV, non-blocking, 1024",
        "Non-blocking Scatterv, SCATTERV, non-blocking, 1024",
        "Allgather Persistent, ALLGATHER, persistent, 1024",
        "All-to-All Personalized Exchange Persistent, ALLTOALL, persistent, 1024",
        "Broadcast Persistent, BCAST, persistent, 1024",
    })
    void osuTitles_areTheirOperations(String title, Kind operation, String mode, long bytes) throws IOException {
        boolean nonBlocking = mode.equals("non-blocking");
        String table = (nonBlocking
                        ? "# Overall = Coll. Init + Compute + MPI_Test + MPI_Wait\n\n"
                                + "# Size           Overall(us)       Compute(us)    Pure Comm.(us)        Overlap(%)\n"
                        : "# Datatype: MPI_CHAR.\n# Size       Avg Latency(us)\n")
                + (nonBlocking ? "1024    9.50    5.25     4.25    0.00\n" : "1024                       4.25\n");
        for (String start :
                List.of("# OSU MPI ", "# OSU MPI-CUDA ", "0: # OSU MPI ", "[1,0]<stdout>:# OSU MPI-ROCM ")) {
            MeasuredCollectivesFile file = read(start + title + " Latency Test v7.5\n" + table, EIGHT);

            assertThat(file.cells())
                    .as(start)
                    .containsExactly(new MeasuredCollective(mode, operation, "", "default", 2, 4, bytes, 4.25 * 1e-6));
            assertThat(file.warnings()).isEmpty();
        }
    }

    @Test
    void osuNonBlockingBarrier_hasAHeaderWithoutASign() throws IOException {
        String text = """
                # OSU MPI Non-blocking Barrier Latency Test v5.6.3
                # Overall = Coll. Init + Compute + MPI_Test + MPI_Wait

                       Overall(us)       Compute(us)    Pure Comm.(us)        Overlap(%)
                              8.85              5.04              4.25              5.04
                """;

        assertThat(read(text, new BenchmarkRun(2, 4, "dissemination")).cells())
                .containsExactly(new MeasuredCollective(
                        "non-blocking", Kind.BARRIER, "dissemination", "dissemination", 2, 4, 0, 4.25 * 1e-6));
        assertThat(read(text, new BenchmarkRun(2, 4, "mpich")).cells()).noneMatch(MeasuredCollective::isPredictable);
    }

    /** The forms of title that follow one another in logs of whole suites; only the first and the last table count. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "# OSU MPI_Accumulate latency Test v5.6.3\n# Window creation: MPI_Win_allocate\n"
                        + "# Synchronization: MPI_Win_flush\n# Size          Latency (us)\n",
                "# OSU MPI Put Latency Test v7.3\n# Size          Latency (us)\n",
                "# OSU NCCL-CUDA Allreduce Latency Test v7.5\n# Size       Avg Latency(us)\n",
                "# OSU MPI Neighborhood Allgather Latency Test v7.4\n# Size       Avg Latency(us)\n",
                "# OSU OpenSHMEM Put Test v7.3\n# Size                      Latency (us)\n",
                "# Benchmarking Unidir_put\n# #processes = 2\n#   MODE: AGGREGATE\n  #bytes #repetitions  t[usec]\n",
                "# Benchmarking Multi-Allreduce\n# ( 2 groups of 4 processes each running simultaneous )\n"
                        + "#bytes t_max[usec]\n",
                "# my own benchmark\n# Size       Avg Latency(us)\n",
                "NetPIPE results\n",
                "#\n# bytes    us\n"
            })
    void otherTables_endTheOneBefore_andAreCountedByName(String other) throws IOException {
        String table =
                "# OSU MPI Allreduce Latency Test v5.6.3\n# Size       Avg Latency(us)\n4     1.50\n8     1.75\n";
        MeasuredCollectivesFile file = read(
                table + other + "4     99.0\n16     99.0\n32     99.0\n" + table.replace("Allreduce", "Broadcast"),
                EIGHT);

        assertThat(file.cells())
                .extracting(MeasuredCollective::seconds)
                .containsExactly(1.5e-6, 1.75e-6, 1.5e-6, 1.75e-6);
        assertThat(file.cells())
                .extracting(MeasuredCollective::operation)
                .containsExactly(Kind.ALLREDUCE, Kind.ALLREDUCE, Kind.BCAST, Kind.BCAST);
        String name = other.startsWith("#\n")
                ? "# bytes"
                : other.startsWith("Net")
                        ? "other text"
                        : other.lines().findFirst().orElseThrow();
        assertThat(file.warnings()).singleElement().asString().contains(name).contains(": 3 (from line ");
    }

    @Test
    void onlyOtherTables_areRefusedByName() {
        assertThatThrownBy(
                        () -> read("# OSU MPI Put Latency Test v7.3\n# Size          Latency (us)\n1   0.04\n", EIGHT))
                .hasMessageContaining("no table of a collective operation or of messages has a time")
                .hasMessageContaining("rows after '# OSU MPI Put Latency Test v7.3': 1");
    }

    @Test
    void osuValidation_failedRows_areLeftOut_andMessagesOfMpirunDoNotEndATable() throws IOException {
        MeasuredCollectivesFile file = read("""
                # OSU MPI Allreduce Latency Test v7.5
                # Datatype: MPI_INT.
                # Size       Avg Latency(us)        Validation
                4                      12.46              Pass
                [host:1234] 15 more processes have sent help message help-mca-var.txt / mutually-exclusive-vars
                2 total processes killed (some possibly by mpirun during cleanup)
                8                      12.05              Fail
                16                     11.00              Pass
                """, EIGHT);

        assertThat(file.cells()).extracting(MeasuredCollective::bytes).containsExactly(4L, 16L);
        assertThat(file.warnings()).singleElement().asString().contains("rows whose validation failed: 1");
    }

    @Test
    void imb_nonBlocking_andRowsThatItSkipped() throws IOException {
        MeasuredCollectivesFile file = read("""
                #----------------------------------------------------------------
                # Benchmarking Iallreduce
                # #processes = 8
                #----------------------------------------------------------------
                       #bytes #repetitions t_ovrl[usec] t_pure[usec]  t_CPU[usec]   overlap[%]
                            8         1000         9.00         4.25         4.20         0.00
                #----------------------------------------------------------------
                # Benchmarking Reduce_scatter_block
                # #processes = 8
                #----------------------------------------------------------------
                       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
                         1024         1000         1.00         3.00         2.00
                      4194304 out-of-mem.; needed X=   9.250 GB; use flag "-mem X" or MAX_MEM_USAGE>=X (IMB_mem_info.h)
                #----------------------------------------------------------------
                # Benchmarking PingPongAnySource
                # #processes = 2
                # ( 6 additional processes waiting in MPI_Barrier)
                #----------------------------------------------------------------
                       #bytes #repetitions      t[usec]   Mbytes/sec
                            8         1000         0.50        24.28
                # All processes entering MPI_Finalize
                """, EIGHT);

        assertThat(file.cells())
                .containsExactly(
                        new MeasuredCollective("non-blocking", Kind.ALLREDUCE, "", "default", 2, 4, 8, 4.25e-6),
                        new MeasuredCollective(Kind.REDUCE_SCATTER_BLOCK, "", "default", 2, 4, 128, 3e-6),
                        new MeasuredCollective(Kind.NEIGHBOR_ALLTOALL, "ping-pong", "ping-pong", 1, 2, 8, 0.5e-6));
        assertThat(file.warnings()).singleElement().asString().contains("skipped (memory, overflow or time limit): 1");
    }

    private static String devices(int hosts, int ranksPerHost) {
        StringBuilder text = new StringBuilder(
                "# nThread 1 nGpus 1 minBytes 8 maxBytes 8589934592 step: 2(factor)\n#\n" + "# Using devices\n");
        for (int i = 0; i < hosts * ranksPerHost; i++) {
            text.append(String.format(
                    "#  Rank %2d Group  0 Pid   60%02d on  host%d device  %d [0000:04:00] NVIDIA H100 80GB HBM3%n",
                    i, i, i / ranksPerHost, i % ranksPerHost));
        }
        return text.append("NCCL version 2.30.3+cuda13.0\n#\n").toString();
    }

    private static final String TODAY = """
            #                                                              out-of-place                       in-place
            #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
            #        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)
            """;

    private static MeasuredCollective nccl(Kind kind, long bytes, double microseconds) {
        return new MeasuredCollective(kind, "nccl", "nccl", 2, 8, bytes, microseconds * 1e-6);
    }

    /** 16 ranks: 15/16 of the algorithm bandwidth is the bus bandwidth of alltoall; blocks are 1/16 of the size. */
    @Test
    void nccl_alltoall_isNamedByItsFileOrItsOutput() throws IOException {
        String rows = """
                     1048576         16384     float    none      -1    71.50   14.67   13.75       0    73.56   14.25   13.36    N/A
                     8388608        131072     float    none      -1  5686.63    1.48    1.38       0   267.82   31.32   29.36    N/A
                # Out of bounds values : 0 OK
                # Avg bus bandwidth    : 8.9909
                #
                # Collective test concluded: alltoall_perf
                16777216  99
                """;
        MeasuredCollectivesFile file = read("alltoall_perf.txt", devices(2, 8) + TODAY + rows, null);

        assertThat(file.cells())
                .containsExactly(nccl(Kind.ALLTOALL, 65536, 71.5), nccl(Kind.ALLTOALL, 524288, 5686.63));
        assertThat(read(
                                "x.out",
                                "# Collective test starting: ./build/alltoall_perf_mpi\n" + devices(2, 8) + TODAY
                                        + rows,
                                null)
                        .cells())
                .isEqualTo(file.cells());
        assertThat(file.warnings()).singleElement().asString().contains("rows without a header: 1");
    }

    /** Allgather and alltoall look the same: a file's name or a command line is needed. */
    @Test
    void nccl_allgather_needsItsName() throws IOException {
        String text = devices(2, 8) + TODAY
                + "1048576  16384  float  none  -1  71.50  14.67  13.75  0  73.56  14.25  13.36  2\n";

        assertThatThrownBy(() -> read(text, null))
                .hasMessageContaining("does not name the program of nccl-tests that printed it");
        assertThat(read("all_gather_perf-16.log", text, null).cells())
                .containsExactly(nccl(Kind.ALLGATHER, 65536, 71.5));
        MeasuredCollectivesFile command = read("mpirun -np 16 ./build/all_gather_perf -b 1M -e 1M\n" + text, null);
        assertThat(command.cells()).containsExactly(nccl(Kind.ALLGATHER, 65536, 71.5));
        assertThat(command.warnings()).singleElement().asString().contains("wrong results in rows: 1");
        assertThatThrownBy(() -> read("reduce_scatter_perf.txt", text, null))
                .hasMessageContaining("found the reduction 'none' in the output of reduce_scatter_perf");
    }

    /** The form before 2.12, without root and with an error in place of wrong results; and rccl-tests. */
    @Test
    void nccl_olderForms() throws IOException {
        String old = """
                # nThread 1 nGpus 2 minBytes 8 maxBytes 134217728 step: 2(factor) warmup iters: 5 iters: 20 validation: 1
                #
                # Using devices
                #   Rank  0 Pid  12345 on   hosta device  0 [0x07] Tesla V100-SXM2-32GB
                #   Rank  1 Pid  12345 on   hosta device  1 [0x0a] Tesla V100-SXM2-32GB
                #
                #                                                     out-of-place                       in-place
                #       size         count    type   redop     time   algbw   busbw  error     time   algbw   busbw  error
                #        (B)    (elements)                     (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                     1048576        262144   float     sum    38.75   27.06   27.06  0e+00    36.12   29.03   29.03  0e+00
                """;

        assertThat(read("all_reduce_perf.log", old, null).cells())
                .containsExactly(new MeasuredCollective(Kind.ALLREDUCE, "nccl", "nccl", 1, 2, 1048576, 38.75e-6));
        assertThatThrownBy(() -> read("log", old, null)).hasMessageContaining("log:10: the output does not name");
    }

    @Test
    void nccl_contradictions_areErrors() throws IOException {
        String row = "1048576  262144  float  sum  -1  200.0  5.24  9.83  0  210.0  4.99  9.36  0\n";
        String text = devices(2, 8) + TODAY + row;

        assertThat(read("all_reduce_perf.txt", text, null).cells()).containsExactly(nccl(Kind.ALLREDUCE, 1048576, 200));
        assertThatThrownBy(() -> read("all_reduce_perf.txt", text, new BenchmarkRun(4, 4, "")))
                .hasMessageContaining("all_reduce_perf.txt:4: found 2 hosts with 8 ranks each");
        assertThatThrownBy(() -> read("all_reduce_perf.txt", devices(2, 4) + TODAY + row, null))
                .hasMessageContaining("the bus bandwidth over the algorithm bandwidth is not");
        assertThatThrownBy(() -> read("all_reduce_perf.txt", text.replaceAll("Rank +\\d+", "Rank 0"), null))
                .hasMessageContaining("each process ran alone");
        assertThatThrownBy(() -> read("all_reduce_perf.txt", text.replaceFirst("on  host0", "on  host1"), null))
                .hasMessageContaining("found hosts with [7, 9] ranks");
        assertThat(read("all_reduce_perf", TODAY + row, new BenchmarkRun(2, 8, "mpich"))
                        .cells())
                .containsExactly(nccl(Kind.ALLREDUCE, 1048576, 200));
        assertThatThrownBy(() -> read("all_reduce_perf", TODAY + row, null)).hasMessageContaining("are missing");
        assertThat(read(
                                "# Collective test starting: hypercube_perf\n" + text
                                        + "# OSU MPI Barrier Latency Test v7\n" + "# Avg Latency(us)\n 2.5\n",
                                new BenchmarkRun(2, 8, ""))
                        .warnings())
                .singleElement()
                .asString()
                .contains("of hypercube_perf, which is not predicted: 1");
    }

    /** Prefixes of the launchers srun, Intel MPI, Open MPI 4 and 5, and PALS. */
    @ParameterizedTest
    @ValueSource(
            strings = {"0: ", "[0] ", "[1,0]<stdout>:", "[prterun-h1-123@1,0]<stdout>: ", "x3005c0.hsn.example 0: "})
    void prefixesOfLaunchers_areIgnored(String prefix) throws IOException {
        String text =
                devices(2, 8) + TODAY + "1048576  262144  float  sum  -1  200.0  5.24  9.83  0  210.0  4.99  9.36  0\n";

        assertThat(read("all_reduce_perf.txt", text.replaceAll("(?m)^(?=.)", prefix), null)
                        .cells())
                .containsExactly(nccl(Kind.ALLREDUCE, 1048576, 200));
    }

    @ParameterizedTest
    @ValueSource(strings = {"all_gather_perf.txt", "two_nodes_all_gather_perf.txt", "h100-all_gather_perf_16.log"})
    void nccl_fileIsNamedAfterTheProgram_alsoBehindOtherWords(String name) throws IOException {
        String row = "1048576  16384  float  none  -1  71.50  14.67  13.75  0  73.56  14.25  13.36  0\n";

        assertThat(read(name, devices(2, 8) + TODAY + row, null).cells())
                .containsExactly(nccl(Kind.ALLGATHER, 65536, 71.5));
    }

    /** A time in milliseconds, as the first versions printed it, would be a thousand times too short. */
    @Test
    void nccl_timeInAnotherUnit_isAnError() throws IOException {
        String row = "1048576  262144  float  sum  -1  0.200  5.24  9.83  0  0.210  4.99  9.36  0\n";

        assertThatThrownBy(() -> read(devices(2, 8) + TODAY + row, null))
                .hasMessageContaining(
                        "size over time is not the algorithm bandwidth: 1048576 B in 0.200 us are 5242.88");
    }

    /** Benchmarks that check their results print a column of defects. */
    @Test
    void imb_rowsWithDefects_areLeftOut() throws IOException {
        MeasuredCollectivesFile file = read("""
                # Benchmarking Allreduce
                # #processes = 8
                       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]      defects
                            8         1000         4.00         4.25         4.10         0.00
                           16         1000         5.00         5.25         5.10         1.00
                """, EIGHT);

        assertThat(file.cells())
                .containsExactly(new MeasuredCollective(Kind.ALLREDUCE, "", "default", 2, 4, 8, 4.25e-6));
        assertThat(file.warnings()).singleElement().asString().contains("rows with wrong results (defects): 1");
    }
}
