package org.tailback.trace.otf2;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.program.Program;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;
import org.tailback.trace.Unmatched;
import org.tailback.trace.mpi.TextSink;

/** An archive of EZTrace 2.0; {@code source.c} beside it is the program. */
class EztraceArchiveTest {
    private static final String NAME = "eztrace-lost-4";

    @TempDir
    Path folder;

    private static Trace open(Path path, Unmatched unmatched) {
        return Traces.open(path, null, TraceOptions.DEFAULTS.withUnmatched(unmatched));
    }

    private static List<String> program(Trace trace, int rank) {
        TextSink sink = new TextSink();
        try (Program program = trace.open(rank)) {
            program.produceAll(sink);
        }
        return sink.lines().stream().filter(line -> !line.startsWith("compute")).toList();
    }

    private static List<String> collectives(Trace trace, int rank) {
        return program(trace, rank).stream()
                .filter(line -> line.contains(" root "))
                .map(line -> line.replace(" comm 0 root", ""))
                .toList();
    }

    @Test
    void collectives_haveTheSizesOfTheProgram() {
        try (Trace trace = open(Samples.folder(NAME), Unmatched.REFUSE)) {
            assertThat(collectives(trace, 1))
                    .containsExactly(
                            "allreduce 0 bytes 500",
                            "bcast 1 bytes 600",
                            "reduce 1 bytes 700",
                            "gather 1 bytes 800",
                            "scatter 1 bytes 900",
                            "allgather 0 bytes 1000",
                            "alltoall 0 bytes 1100",
                            "scatterv 1 bytes 10000 sends [1000, 2000, 3000, 4000]",
                            "gatherv 1 bytes 10000 receives [1000, 2000, 3000, 4000]",
                            "allgatherv 0 bytes 10000 receives [1000, 2000, 3000, 4000]",
                            // of all that is sent (280000) and received
                            "alltoallv 0 bytes 50000 sends [11429, 12142, 12858, 13571]"
                                    + " receives [2428, 12142, 21858, 31572]",
                            // EZTrace tells the sum only
                            "reducescatter 0 bytes 20000 sends [5000, 5000, 5000, 5000]",
                            "allreduce 0 bytes 1600",
                            "allgather 0 bytes 1700",
                            "alltoall 0 bytes 1800",
                            "gather 1 bytes 1900",
                            "reduce 1 bytes 2000",
                            "scatter 1 bytes 2100");
            assertThat(collectives(trace, 3)).contains("scatterv 1 bytes 4000", "gatherv 1 bytes 4000");
            assertThat(trace.approximations())
                    .noneMatch(sentence -> sentence.contains("MPI_IN_PLACE") || sentence.contains("creator"));
        }
    }

    @Test
    void creatorThatSaysOtherwise_losesAgainstTheRecords_andIsNamed() throws IOException {
        Samples.copy(NAME, folder);
        int chunk = 1 << 24;
        ArchiveBytes.anchor(chunk, chunk, 1, 1, "Score-P 9.0").write(folder.resolve("traces.otf2"));
        try (Trace trace = open(folder, Unmatched.REFUSE)) {
            assertThat(collectives(trace, 0)).contains("allreduce 0 bytes 500", "bcast 1 bytes 600");
            assertThat(trace.approximations())
                    .anyMatch(sentence -> sentence.startsWith("The archive's creator is 'Score-P 9.0'")
                            && sentence.contains("as in EZTrace"));
        }
    }

    @Test
    void refused_receivesAreLeftOut_messagesAreNot() {
        try (Trace trace = open(Samples.folder(NAME), Unmatched.REFUSE)) {
            assertThat(program(trace, 0).stream().filter(line -> line.startsWith("isend")))
                    .hasSize(12);
            assertThat(program(trace, 0)).noneMatch(line -> line.startsWith("irecv"));
        }
    }

    @Test
    void paired_everyReceiveTakesItsMessage_andWaitsWait() {
        try (Trace trace = open(Samples.folder(NAME), Unmatched.PAIR)) {
            for (int rank = 0; rank < 4; rank++) {
                int left = (rank + 3) % 4;
                int right = (rank + 1) % 4;
                List<String> lines = program(trace, rank);
                lines = lines.subList(lines.size() - 33, lines.size());
                List<String> receives = lines.stream()
                        .filter(line -> line.startsWith("irecv"))
                        .map(line -> line.replaceFirst("#\\d+ ", ""))
                        .toList();
                for (int i = 0; i < 10; i += 2) {
                    assertThat(receives.subList(i, i + 2))
                            .containsExactlyInAnyOrder(
                                    "irecv from " + left + " tag 7 comm 0 bytes 3000",
                                    "irecv from " + right + " tag 8 comm 0 bytes 3100");
                }
                assertThat(receives.subList(10, 12)).containsOnly("irecv from " + left + " tag 9 comm 0 bytes 3200");
                assertThat(lines.stream().filter(line -> line.startsWith("waitall")))
                        .hasSize(5);
                assertThat(lines.stream().filter(line -> line.startsWith("wait #")))
                        .hasSize(4);
                assertThat(timed(trace, rank)).isEqualTo(operations(trace, rank));
            }
            assertThat(trace.approximations())
                    .anyMatch(sentence -> sentence.startsWith("48 x receive request never completed: paired"))
                    .anyMatch(sentence -> sentence.startsWith("36 x MPI_Wait or MPI_Waitall without a record"))
                    .noneMatch(sentence -> sentence.contains("never waited for"));
        }
    }

    @Test
    void dropped_nothingIsLeftWithoutAPartner() {
        try (Trace trace = open(Samples.folder(NAME), Unmatched.DROP)) {
            for (int rank = 0; rank < 4; rank++) {
                assertThat(program(trace, rank))
                        .noneMatch(line ->
                                line.startsWith("isend") || line.startsWith("irecv") || line.startsWith("free"));
                assertThat(timed(trace, rank)).isEqualTo(operations(trace, rank));
            }
            assertThat(trace.approximations())
                    .anyMatch(sentence -> sentence.startsWith("48 x message without a receive: left out"));
        }
    }

    private static int operations(Trace trace, int rank) {
        TextSink sink = new TextSink();
        try (Program program = trace.open(rank)) {
            program.produceAll(sink);
        }
        return sink.lines().size();
    }

    private static int timed(Trace trace, int rank) {
        List<Long> numbers = new ArrayList<>();
        try (RecordedTimes.Cursor times = ((RecordedTimes) trace).recordedTimes(rank)) {
            while (times.next()) {
                numbers.add(times.operation());
            }
        }
        return numbers.size();
    }
}
