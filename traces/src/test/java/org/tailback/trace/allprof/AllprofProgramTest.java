package org.tailback.trace.allprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.trace.RecordedPrograms;
import org.tailback.trace.SharedSamples;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;
import org.tailback.trace.TraceSummary;

class AllprofProgramTest {
    private static Trace open(Path path) {
        return new AllprofTraceReader().open(path, TraceOptions.DEFAULTS);
    }

    private static Path small() {
        return RecordedPrograms.resource("allprof/split-4");
    }

    /** A trace of one rank between MPI_Init at 10 us and MPI_Finalize at 100 us. */
    private static Trace oneRank(Path folder, String... lines) throws IOException {
        Files.writeString(
                folder.resolve("pmpi-trace-rank-0.txt"),
                "MPI_Init:-:1:2:10\n" + String.join("\n", lines) + "\nMPI_Finalize:100:-\n");
        return open(folder);
    }

    @Test
    void program_hasTheCallsWithTheirArguments() {
        // colour 0 has ranks 0 and 2 with keys 0 and -2: rank 2 comes first
        assertThat(RecordedPrograms.program(open(small()), 0))
                .containsExactly(
                        "compute 3.0E-6",
                        "allreduce comm 2 of [2, 0] root 0 bytes 16",
                        "compute 5.0E-6",
                        "isend #0 to 1 tag 7 comm 0 bytes 12",
                        "compute 1.0E-6",
                        "irecv #1 from 3 tag 7 comm 0 bytes 12",
                        "compute 7.0E-6",
                        "waitall 0 1",
                        "compute 1.0E-5",
                        "recv from -1 tag -2147483648 comm 2 bytes 8",
                        "compute 9.0E-6",
                        "alltoallv comm 0 root 0 bytes 40 sends [4, 8, 12, 16] receives [4, 4, 4, 4]",
                        "compute 5.0E-6",
                        "gather comm 0 root 2 bytes 5",
                        "compute 5.0E-6",
                        "irecv #1 from 1 tag 3 comm 0 bytes 8",
                        "isend #0 to 1 tag 3 comm 0 bytes 8",
                        "waitall 1 0",
                        "compute 9.0E-6",
                        "barrier comm 0 root 0 bytes 0",
                        "compute 1.9E-5");
        assertThat(RecordedPrograms.program(open(small()), 3))
                .contains("allreduce comm 3 of [3, 1] root 0 bytes 16", "send to 1 tag 9 comm 3 bytes 8");
    }

    @Test
    void clocks_areCorrectedByTheRecordedDifferences() {
        Trace trace = open(small());

        // the first event is rank 2's MPI_Init at 1000 - 20 us, the last one rank 1's MPI_Finalize at 1100 + 10 us
        assertThat(trace.span()).isEqualTo(130e-6);
        assertThat(RecordedPrograms.times(trace, 0, 1e6)).contains("MPI_Barrier 100 101", "MPI_Allreduce 24 25");
        assertThat(RecordedPrograms.times(trace, 1, 1e6)).contains("MPI_Barrier 110 111");
        assertThat(RecordedPrograms.times(trace, 2, 1e6)).contains("MPI_Barrier 80 81", "- 0 4");
        assertThat(trace.approximations()).first().asString().contains("up to 20.000 us");
    }

    @Test
    void summary_countsAllRanks_andCommunicators() {
        TraceSummary summary = TraceSummary.of(open(small().resolve("pmpi-trace-rank-2.txt")));

        assertThat(summary.messages()).isEqualTo(4 + 2 + 4);
        assertThat(summary.bytes()).isEqualTo(4 * 12 + 2 * 8 + 4 * 8);
        assertThat(summary.communicators()).isEqualTo(3);
        assertThat(summary.operations())
                .containsEntry("sendrecv", 4L)
                .containsEntry("waitall", 4L)
                .containsEntry("init", 4L)
                .containsEntry("finalize", 4L);
    }

    @Test
    void waitany_waitsForWhatComesFirst_andLaterWaitsForTheRest(@TempDir Path folder) throws IOException {
        Trace trace = oneRank(
                folder,
                "MPI_Irecv:11:1:1:2,4,4:0:1:0,0,1:64:12",
                "MPI_Irecv:13:1:1:2,4,4:0:2:0,0,1:68:14",
                "MPI_Waitany:20:2:64:1:1:30",
                "MPI_Waitall:31:2:64:0:32");

        assertThat(RecordedPrograms.program(trace, 0))
                .filteredOn(line -> line.startsWith("wait"))
                .containsExactly("waitany 0 1", "waitany 0", "waitany 1");
    }

    @Test
    void tests_ofRequestsThatNothingElseWaitsFor_areWaitsAtTheEnd(@TempDir Path folder) throws IOException {
        Trace trace = oneRank(
                folder,
                "MPI_Isend:11:1:1:2,4,4:0:1:0,0,1:64:12",
                "MPI_Recv:13:1:1:2,4,4:0:1:0,0,1:0:14",
                "MPI_Test:20:64:1:1:30");

        assertThat(RecordedPrograms.program(trace, 0))
                .filteredOn(line -> !line.startsWith("compute"))
                .containsExactly("isend #0 to 0 tag 1 comm 0 bytes 4", "recv from 0 tag 1 comm 0 bytes 4", "wait #0");
    }

    @Test
    void persistentRequests_startAgain(@TempDir Path folder) throws IOException {
        Trace trace = oneRank(
                folder,
                "MPI_Send_init:11:1:1:2,4,4:0:1:0,0,1:64:12",
                "MPI_Recv_init:11:1:1:2,4,4:0:1:0,0,1:72:12",
                "MPI_Startall:13:2:64:14",
                "MPI_Waitall:15:2:64:0:16",
                "MPI_Start:17:64:18",
                "MPI_Start:17:72:18",
                "MPI_Waitall:19:2:64:0:20");

        assertThat(RecordedPrograms.program(trace, 0))
                .filteredOn(line -> !line.startsWith("compute"))
                .containsExactly(
                        "isend #0 to 0 tag 1 comm 0 bytes 4",
                        "irecv #1 from 0 tag 1 comm 0 bytes 4",
                        "waitall 0 1",
                        "isend #1 to 0 tag 1 comm 0 bytes 4",
                        "irecv #0 from 0 tag 1 comm 0 bytes 4",
                        "waitall 1 0");
    }

    @Test
    void mistakes_areToldWithFileAndLine(@TempDir Path folder) throws IOException {
        assertThatThrownBy(() -> oneRank(folder, "MPI_Send:11:1:1:2,4"))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("pmpi-trace-rank-0.txt:2: ", "expected MPI_Send with 6 arguments");
        assertThatThrownBy(() -> oneRank(folder, "hello"))
                .hasMessageContainingAll(":2: ", "expected a call such as", "found 'hello'");
        assertThatThrownBy(() -> oneRank(folder, "MPI_Barrier:11.25x:0,0,1:12"))
                .hasMessageContaining("expected a time in microseconds as field 2");
        assertThatThrownBy(() -> oneRank(folder, "MPI_Barrier:99999999999999999:0,0,1:12"))
                .hasMessageContaining("expected a time in microseconds as field 2");
        assertThatThrownBy(() -> oneRank(folder, "MPI_Barrier:11:0,0,1000000000:12"))
                .hasMessageContaining("a communicator of 1000000000 ranks, but there are files of 1 ranks");
        Trace badRoot = oneRank(folder, "MPI_Bcast:11:1:1:2,4,4:1:0,0,1:12");
        assertThatThrownBy(() -> RecordedPrograms.program(badRoot, 0))
                .hasMessageContainingAll(":2: ", "expected a root from 0 to 0");
        Files.writeString(folder.resolve("pmpi-trace-rank-999999999.txt"), "MPI_Init:-:1:2:10\n");
        assertThatThrownBy(() -> open(folder)).hasMessageContaining("the file of rank 1 is missing");
    }

    @Test
    void files_areRecognisedByContent(@TempDir Path folder) throws IOException {
        AllprofTraceReader reader = new AllprofTraceReader();
        assertThat(reader.recognises(TraceSample.of(small()))).isTrue();
        assertThat(reader.recognises(TraceSample.of(small().resolve("pmpi-trace-rank-0.txt"))))
                .isTrue();
        assertThat(reader.recognises(TraceSample.of(folder))).isFalse();
        Files.writeString(folder.resolve("rank-0.txt"), "0 init\n");
        assertThat(reader.recognises(TraceSample.of(folder))).isFalse();
    }

    /**
     * Counted by {@code cut -d: -f1 sweep3d-2x2/* | grep ^MPI_ | sort | uniq -c}, bytes by awk: count times size of
     * MPI_Send.
     */
    @Test
    void sweep3d_countsAreThoseOfTheText() {
        Trace trace = open(SharedSamples.require("liballprof/sweep3d-2x2"));
        TraceSummary summary = TraceSummary.of(trace);

        assertThat(summary.ranks()).isEqualTo(4);
        assertThat(summary.operations())
                .containsEntry("send", 5760L)
                .containsEntry("recv", 5760L)
                .containsEntry("allreduce", 128L)
                .containsEntry("bcast", 16L)
                .containsEntry("barrier", 12L)
                .containsEntry("finalize", 4L);
        // awk -F: '/^MPI_Send/{split($5,t,",");b+=$4*t[2]} END{print b}' sweep3d-2x2/*
        assertThat(summary.bytes()).isEqualTo(207_360_000L);
        RecordedPrograms.assertMatched(trace);
    }

    /**
     * awk as above; {@code cut} counts 6 Irecv, 9 Send, 3 Recv, 2 Waitall, 16 Reduce, 8 Bcast, 12 Barrier, 4
     * Allreduce.
     */
    @Test
    void sphot_countsAreThoseOfTheText() {
        TraceSummary summary = TraceSummary.of(open(SharedSamples.require("liballprof/sphot")));

        assertThat(summary.operations().toString())
                .isEqualTo(
                        "{allreduce=4, barrier=12, bcast=8, compute=64, finalize=4, init=4, irecv=6, recv=3, reduce=16, "
                                + "send=9, waitall=2}");
        assertThat(summary.bytes()).isEqualTo(984);
    }

    @Test
    void vladimir_requestsOfEightBytes_areFound() {
        Trace trace = open(SharedSamples.require("liballprof/vladimir"));

        assertThat(TraceSummary.of(trace).operations())
                .containsEntry("waitall", 4L)
                .containsEntry("irecv", 4L);
        assertThat(RecordedPrograms.program(trace, 0)).contains("waitall 0 1");
        RecordedPrograms.assertMatched(trace);
    }
}
