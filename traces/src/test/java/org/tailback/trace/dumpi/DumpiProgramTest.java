package org.tailback.trace.dumpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tailback.trace.dumpi.DumpiBytes.DOUBLE;
import static org.tailback.trace.dumpi.DumpiBytes.INT;
import static org.tailback.trace.dumpi.DumpiBytes.WORLD;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.program.Program;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;
import org.tailback.trace.mpi.TextSink;

/** What calls become; small files written for it. Calls take a second each, with a second between them. */
class DumpiProgramTest {
    @TempDir
    Path folder;

    private Trace trace(DumpiBytes... ranks) throws IOException {
        return new DumpiTraceReader().open(DumpiBytes.write(folder, ranks), TraceOptions.DEFAULTS);
    }

    private static List<String> program(Trace trace, int rank) {
        TextSink sink = new TextSink();
        try (Program program = trace.open(rank)) {
            program.produceAll(sink);
        }
        return sink.lines().stream().filter(line -> !line.startsWith("compute")).toList();
    }

    private List<String> firstOf(DumpiBytes first, int ranks) throws IOException {
        DumpiBytes[] all = new DumpiBytes[ranks];
        all[0] = first;
        for (int i = 1; i < ranks; i++) {
            all[i] = new DumpiBytes();
        }
        try (Trace trace = trace(all)) {
            return program(trace, 0);
        }
    }

    @Test
    void folderAndEitherFile_areRecognised() throws IOException {
        Path meta = DumpiBytes.write(
                folder,
                new DumpiBytes().init().finish(),
                new DumpiBytes().init().finish());
        for (Path path : List.of(folder, meta, folder.resolve("trace-0001.bin"))) {
            assertThat(new DumpiTraceReader().recognises(TraceSample.of(path))).isTrue();
            try (Trace trace = new DumpiTraceReader().open(path, TraceOptions.DEFAULTS)) {
                assertThat(trace.ranks()).isEqualTo(2);
                assertThat(trace.span()).isEqualTo(3);
            }
        }
    }

    @Test
    void sizes_areCountsTimesSizesOfTypes() throws IOException {
        int vector = 28;
        int structure = 29;
        DumpiBytes rank = new DumpiBytes()
                .send(1, 7, 10) // 10 int
                .call(36)
                .i(3)
                .i(2)
                .i(5)
                .h(DOUBLE)
                .h(vector)
                .call(0)
                .i(4)
                .h(vector)
                .i(1)
                .i(8)
                .h(WORLD) // 4 x 3 x 2 double
                .call(222)
                .i(2)
                .ints(1, 2)
                .ints(0, 8)
                .i(2)
                .h(INT)
                .h(vector)
                .h(structure)
                .call(2)
                .noStatus()
                .h(structure)
                .i(0)
                .call(4)
                .i(1)
                .h(structure)
                .i(1)
                .i(9)
                .h(WORLD) // int and 2 vectors, synchronous
                .call(0)
                .i(1)
                .h(99)
                .i(1)
                .i(9)
                .h(WORLD); // unknown
        try (Trace trace = trace(rank, new DumpiBytes())) {
            assertThat(program(trace, 0))
                    .containsExactly(
                            "send to 1 tag 7 comm 0 bytes 40",
                            "send to 1 tag 8 comm 0 bytes 192",
                            "send to 1 tag 9 comm 0 bytes 100 synchronous",
                            "send to 1 tag 9 comm 0 bytes 0");
            assertThat(trace.approximations())
                    .anyMatch(sentence -> sentence.startsWith("1 x message or collective operation of a datatype"));
        }
    }

    @Test
    void receivesFromAnySource_takeWhatTheStatusTells() throws IOException {
        DumpiBytes rank = new DumpiBytes()
                .recv(-1, -1, 10)
                .i(1)
                .status(8, 2, 5)
                .recv(-1, 6, 10)
                .noStatus()
                .irecv(-1, 7, 10, 2)
                .irecv(1, 8, 10, 3)
                .waitall(2, 3)
                .i(2)
                .status(12, 2, 7)
                .status(4, 1, 8)
                .irecv(-1, 7, 10, 2)
                .waitFor(2)
                .noStatus()
                .recv(-2, 0, 1)
                .noStatus() // MPI_PROC_NULL of Open MPI
                .recv(-1, 0, 1)
                .i(1)
                .status(0, -1, -1); // that of MPICH
        try (Trace trace = trace(rank, new DumpiBytes(), new DumpiBytes())) {
            assertThat(program(trace, 0))
                    .containsExactly(
                            "recv from 2 tag 5 comm 0 bytes 8",
                            "recv from -1 tag 6 comm 0 bytes 40",
                            "irecv #0 from 2 tag 7 comm 0 bytes 12",
                            "irecv #1 from 1 tag 8 comm 0 bytes 40",
                            "waitall 0 1",
                            "irecv #1 from -1 tag 7 comm 0 bytes 40",
                            "wait #1");
            assertThat(trace.approximations())
                    .anyMatch(sentence -> sentence.startsWith("2 x receive from any source"))
                    .anyMatch(sentence -> sentence.startsWith("2 x call of a send or receive without a record"));
        }
    }

    @Test
    void completions_areThoseThatTheCallsTell() throws IOException {
        DumpiBytes rank = new DumpiBytes()
                .isend(1, 0, 1, 2)
                .isend(1, 0, 1, 3)
                .isend(1, 0, 1, 4)
                .isend(1, 0, 1, 5)
                .isend(1, 0, 1, 6)
                .isend(1, 0, 1, 7)
                .call(14)
                .i(2)
                .i(0)
                .noStatus() // test without success
                .call(14)
                .i(2)
                .i(1)
                .noStatus() // with success
                .call(16)
                .i(2)
                .ints(3, 4)
                .i(1)
                .noStatus() // waitany: the second
                .call(20)
                .i(3)
                .ints(3, 5, 6)
                .i(2)
                .ints(2, 0)
                .noStatus() // waitsome: the third and the first
                .call(19)
                .i(1)
                .ints(5)
                .i(1)
                .noStatus() // testall
                .call(15)
                .i(7); // free
        assertThat(firstOf(rank, 2))
                .filteredOn(line -> !line.startsWith("isend"))
                .containsExactly("wait #0", "wait #2", "waitall 4 1", "wait #3", "free #5");
    }

    @Test
    void persistentRequests_startAgainAndAgain() throws IOException {
        DumpiBytes rank = new DumpiBytes()
                .call(28)
                .i(2)
                .h(INT)
                .i(1)
                .i(5)
                .h(WORLD)
                .i(2) // ssend_init
                .call(30)
                .i(2)
                .h(INT)
                .i(1)
                .i(6)
                .h(WORLD)
                .i(3) // recv_init
                .call(32)
                .i(2)
                .ints(2, 3)
                .waitall(2, 3)
                .noStatus()
                .call(31)
                .i(2)
                .waitFor(2)
                .noStatus()
                .call(15)
                .i(2);
        assertThat(firstOf(rank, 2))
                .containsExactly(
                        "isend #0 to 1 tag 5 comm 0 bytes 8",
                        "irecv #1 from 1 tag 6 comm 0 bytes 8",
                        "waitall 0 1",
                        "isend #1 to 1 tag 5 comm 0 bytes 8",
                        "wait #1");
    }

    @Test
    void sendrecv_sendsAndReceivesAtOnce() throws IOException {
        DumpiBytes rank = new DumpiBytes()
                .call(33)
                .i(1)
                .h(INT)
                .i(1)
                .i(5)
                .i(2)
                .h(INT)
                .i(2)
                .i(6)
                .h(WORLD)
                .noStatus()
                .call(34)
                .i(1)
                .h(INT)
                .i(1)
                .i(5)
                .i(2)
                .i(6)
                .h(WORLD)
                .noStatus();
        assertThat(firstOf(rank, 3))
                .containsExactly(
                        "irecv #0 from 2 tag 6 comm 0 bytes 8",
                        "isend #1 to 1 tag 5 comm 0 bytes 4",
                        "waitall 0 1",
                        "irecv #0 from 2 tag 6 comm 0 bytes 4",
                        "isend #1 to 1 tag 5 comm 0 bytes 4",
                        "waitall 0 1");
    }

    @Test
    void cancelledReceives_areTakenBack() throws IOException {
        DumpiBytes rank = new DumpiBytes()
                .irecv(1, 0, 1, 2)
                .call(24)
                .i(2)
                .waitFor(2)
                .i(1)
                .i(0)
                .i(0)
                .b(1)
                .b(0)
                .i(0)
                .irecv(1, 0, 1, 2)
                .call(24)
                .i(2)
                .waitFor(2)
                .i(1)
                .status(4, 1, 0); // too late
        assertThat(firstOf(rank, 2))
                .containsExactly(
                        "irecv #0 from 1 tag 0 comm 0 bytes 4",
                        "cancel #0",
                        "irecv #0 from 1 tag 0 comm 0 bytes 4",
                        "wait #0");
    }

    @Test
    void collectives_haveTheSizesOfTheirArguments() throws IOException {
        DumpiBytes rank = new DumpiBytes()
                .call(53)
                .i(10)
                .h(INT)
                .i(1)
                .h(WORLD)
                .call(54)
                .i(0)
                .i(3)
                .h(INT)
                .i(0)
                .h(WORLD)
                .i(5)
                .h(INT) // gather at the root: what it receives
                .call(54)
                .i(0)
                .i(3)
                .h(INT)
                .i(1)
                .h(WORLD) // elsewhere: what it sends
                .call(55)
                .i(0)
                .i(2)
                .i(3)
                .h(INT)
                .i(0)
                .h(WORLD)
                .ints(4, 5)
                .ints(0, 4)
                .h(INT)
                .call(56)
                .i(0)
                .i(3)
                .h(INT)
                .i(1)
                .h(WORLD)
                .call(57)
                .i(0)
                .i(2)
                .h(INT)
                .i(3)
                .h(INT)
                .i(0)
                .h(WORLD)
                .ints(1, 2)
                .ints(0, 1)
                .call(59)
                .i(2)
                .i(1)
                .h(INT)
                .ints(6, 7)
                .ints(0, 6)
                .h(INT)
                .h(WORLD)
                .call(60)
                .i(0)
                .h(1)
                .i(8)
                .h(INT)
                .h(WORLD) // in place: what it sends is not told
                .call(61)
                .i(2)
                .ints(1, 2)
                .ints(0, 1)
                .h(INT)
                .ints(3, 4)
                .ints(0, 3)
                .h(DOUBLE)
                .h(WORLD)
                .call(62)
                .i(9)
                .h(DOUBLE)
                .b(3)
                .i(1)
                .h(WORLD)
                .call(65)
                .i(10)
                .h(DOUBLE)
                .b(3)
                .h(WORLD)
                .call(66)
                .i(2)
                .ints(5, 6)
                .h(INT)
                .b(3)
                .h(WORLD)
                .call(155)
                .i(2)
                .ints(1, 2)
                .ints(0, 4)
                .i(2)
                .h(INT)
                .h(DOUBLE)
                .ints(3, 4)
                .ints(0, 9)
                .i(2)
                .h(DOUBLE)
                .h(INT)
                .h(WORLD)
                .call(156)
                .i(2)
                .h(INT)
                .b(3)
                .h(WORLD)
                .barrier(WORLD);
        assertThat(firstOf(rank, 2))
                .containsExactly(
                        "bcast comm 0 root 1 bytes 40",
                        "gather comm 0 root 0 bytes 20",
                        "gather comm 0 root 1 bytes 12",
                        "gatherv comm 0 root 0 bytes 36 receives [16, 20]",
                        "scatter comm 0 root 1 bytes 12",
                        "scatterv comm 0 root 0 bytes 12 sends [4, 8]",
                        "allgatherv comm 0 root 0 bytes 52 receives [24, 28]",
                        "alltoall comm 0 root 0 bytes 32",
                        "alltoallv comm 0 root 0 bytes 12 sends [4, 8] receives [24, 32]",
                        "reduce comm 0 root 1 bytes 72",
                        "allreduce comm 0 root 0 bytes 80",
                        "reducescatter comm 0 root 0 bytes 44 sends [20, 24]",
                        "alltoallw comm 0 root 0 bytes 20 sends [4, 16] receives [24, 16]",
                        "exscan comm 0 root 0 bytes 8",
                        "barrier comm 0 root 0 bytes 0");
    }

    @Test
    void impossibleCollectives_areLeftOutAndReported() throws IOException {
        DumpiBytes rank = new DumpiBytes()
                .call(53)
                .i(10)
                .h(INT)
                .i(7)
                .h(WORLD)
                .call(65)
                .i(-1)
                .h(DOUBLE)
                .b(3)
                .h(WORLD)
                .call(66)
                .i(3)
                .ints(5, 6, 7)
                .h(INT)
                .b(3)
                .h(WORLD)
                .barrier(77);
        try (Trace trace = trace(rank, new DumpiBytes())) {
            assertThat(program(trace, 0)).containsExactly("barrier comm 0 root 0 bytes 0");
            assertThat(trace.approximations())
                    .anyMatch(sentence -> sentence.startsWith("3 x collective operation of an unknown kind"))
                    .anyMatch(sentence -> sentence.startsWith("1 x record that names a communicator"));
        }
    }

    @Test
    void times_wrapAfter65536Seconds_andMayBeOfTheCpuOnly() throws IOException {
        DumpiBytes wrapping = new DumpiBytes()
                .call(52, 65_530, 65_535)
                .h(WORLD)
                .call(52, 4, 6)
                .h(WORLD);
        DumpiBytes cpu = new DumpiBytes().mask(4).call(52, 0, 1).h(WORLD);
        DumpiBytes none = new DumpiBytes().mask(0).call(52).h(WORLD).barrier(WORLD);
        try (Trace trace = trace(wrapping, cpu, none)) {
            RecordedTimes.Cursor times = ((RecordedTimes) trace).recordedTimes(0);
            times.next();
            double first = times.enter();
            times.next(); // the computation
            times.next();
            assertThat(times.enter() - first).isEqualTo(10);
            assertThat(trace.approximations())
                    .anyMatch(sentence -> sentence.startsWith("1 x record without wall-clock times"))
                    .anyMatch(sentence -> sentence.startsWith("2 x record without times"));
        }
    }

    @Test
    void countersAndThreads_areReadOver() throws IOException {
        DumpiBytes rank = new DumpiBytes();
        rank.h(0).b(8 | 64 | 128).h(3).h(1).i(0).h(2).i(0).b(2).l(1).l(2).l(3).l(4);
        rank.i(5).h(INT).i(1).i(9).h(WORLD);
        try (Trace trace = trace(rank, new DumpiBytes())) {
            assertThat(program(trace, 0)).containsExactly("send to 1 tag 9 comm 0 bytes 20");
            assertThat(trace.approximations())
                    .anyMatch(sentence -> sentence.startsWith("1 x record of a thread"))
                    .anyMatch(sentence -> sentence.contains("performance counters"))
                    .anyMatch(sentence -> sentence.startsWith("1 x call of MPI_Send by which the count"));
        }
    }
}
