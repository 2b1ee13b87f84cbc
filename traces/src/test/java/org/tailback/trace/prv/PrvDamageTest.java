package org.tailback.trace.prv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.tailback.trace.prv.PrvText.RECV;
import static org.tailback.trace.prv.PrvText.SEND;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.error.InputException;
import org.tailback.trace.Mutations;
import org.tailback.trace.RecordedPrograms;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSummary;

/** Headers of all forms, damaged lines, cut files, and files beside the trace that are missing or wrong. */
class PrvDamageTest {
    private static final String BODY = PrvText.ofTasks(2)
            .running(1, 0, 500)
            .running(2, 0, 500)
            .pointToPoint(1, 100, 150, SEND)
            .message(1, 100, 120, 2, 50, 170, 64, 3)
            .pointToPoint(2, 50, 180, RECV)
            .collective(1, 200, 250, 7, 8, 0, true)
            .collective(2, 200, 250, 7, 0, 8, false)
            .toString();

    @TempDir
    Path folder;

    private Trace open(String content) throws IOException {
        return new PrvTraceReader().open(Files.writeString(folder.resolve("t.prv"), content), TraceOptions.DEFAULTS);
    }

    private static String withHeader(String header) {
        return header + BODY.substring(BODY.indexOf('\n'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "#Paraver (01/02/2025 at 10:11):1000_ns:1(4):1:2(1:1,1:1),1 | 1e-6",
                "#Paraver (01/02/2025 at 10:11):1000_us:1(4):1:2(1:1,1:1) | 1e-3",
                "#Paraver (01/02/2025 at 10:11):1000_ms:1(4):1:2(1:1,1:1) | 1",
                // microseconds without a unit, as in old traces
                "#Paraver (01/02/2025 at 10:11):1000:1(4):1:2(1:1,1:1) | 1e-3",
                "#Paraver (x):1000_ns:0:1:2(1:1,1:1) | 1e-6",
                "#Paraver (x):1000_ns:3(4,4,4):1:2(1:1,1:3),2 | 1e-6",
                "#Paraver (x):1000_ns:1(4):1:2(1,1) | 1e-6",
                // shorter than its records
                "#Paraver (x):0_ns:1(4):1:2(1:1,1:1) | 5e-7",
            })
    void header_allForms_giveUnitAndTasks(String header, double span) throws IOException {
        try (Trace trace = open(withHeader(header))) {
            assertThat(trace.ranks()).isEqualTo(2);
            assertThat(trace.span()).isEqualTo(span);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "#Paraver (x | t.prv:1: expected a header with a date in brackets",
                "#Paraver (x):_ns:1(4):1:2(1:1,1:1) | t.prv:1: expected the trace's duration at column 14",
                "#Paraver (x):9999999999999999999_ns:1(4):1:2(1:1,1:1) | the trace's duration at column 14",
                "#Paraver (x):1000_ns:1(4:1:2(1:1,1:1 | the end of the list of nodes",
                "#Paraver (x):1000_ns:1(4):1:2(1:1,1:1 | ',' at column",
                "#Paraver (x):1000_ns:1(4):1:3(1:1,1:1) | 3 tasks in an application's list, which has 2",
                "#Paraver (x):1000_ns:1(4):2:2(1:1,1:1) | ',' at column",
                "#Paraver (x):1000_ns:1(4):1: | an application's number of tasks at column",
                "#Paraver (x):1000_ns: | a number of nodes at column",
                "Paraver (x):1000_ns:1(4):1:2(1:1,1:1) | t.prv:1: not a Paraver trace",
            })
    void header_mistakes_areToldWithTheirColumn(String header, String message) {
        assertThatThrownBy(() -> open(withHeader(header)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1:1:1:1:1:0:500 | an integer of up to 18 digits as field 8",
                "1:1:1:1:1:-1:500:1 | a time >= 0 as field 6",
                "1:1:0:1:1:0:500:1 | an application of 1 to 1 as field 3",
                "1:1:1:0:1:0:500:1 | a task of 1 to 2 as field 4",
                "2:1:1:1:1:x:50000001:1 | an integer of up to 18 digits as field 6",
                "2:1:1:1:1:5:50000001 | an integer of up to 18 digits as field 8",
                "2:1:1:1:1:5:50000001: | an integer of up to 18 digits as field 8",
                "3:1:1:1:1:1:1:1:1:2:1:5:5:8 | an integer of up to 18 digits as field 15",
                "3:1:1:1:1:1:1:1:1:2:1:5:5:8:1:1 | a communication with 15 fields",
                "3:1:1:1:1:1:1:1:2:1:1:5:5:8:1 | an application of 1 to 1 as field 9",
                "c:1:-1:1:1 | a communicator's number from 0 to 2147483647",
                "c:2:1:1:1 | an application of 1 to 1 as field 2",
                "4:1 | a line that begins with 1:, 2:, 3:, c: or #",
                "x | a line that begins with 1:, 2:, 3:, c: or #",
            })
    void damagedLine_isRefusedWithFileAndLine(String line, String message) {
        int number = (int) BODY.lines().count() + 1;

        assertThatThrownBy(() -> open(BODY + line + "\n"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("t.prv:" + number + ": expected " + message)
                .hasMessageContaining("found '" + line + "'");
    }

    /** Cut at any byte: refused with the file's name, or read as what is left, whose messages still have both ends. */
    @Test
    void cutAtEveryByte_isRefusedOrReadAsTheRest() throws IOException {
        int read = 0;
        int refused = 0;
        for (int length = 0; length <= BODY.length(); length++) {
            try (Trace trace = open(BODY.substring(0, length))) {
                RecordedPrograms.assertMatched(trace);
                TraceSummary.of(trace);
                read++;
            } catch (InputException e) {
                assertThat(e.getMessage()).contains("t.prv");
                refused++;
            }
        }
        assertThat(read).isPositive();
        assertThat(refused).isGreaterThan(read);
    }

    @Test
    void mutations_areRefusedOrRead_andMessagesStayMatched() throws IOException {
        byte[] original = BODY.getBytes(StandardCharsets.US_ASCII);
        SplittableRandom random = new SplittableRandom(5);
        int refused = 0;
        for (int i = 0; i < 2_000; i++) {
            Path file = Files.write(folder.resolve("t.prv"), Mutations.mutate(original, random));
            try (Trace trace = new PrvTraceReader().open(file, TraceOptions.DEFAULTS)) {
                RecordedPrograms.assertMatched(trace);
            } catch (InputException e) {
                assertThat(e.getMessage()).contains("t.prv");
                refused++;
            }
        }
        assertThat(refused).isBetween(400, 1_990);
    }

    @Test
    void gzip_wholeIsRead_andCutIsRefused() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(BODY.getBytes(StandardCharsets.US_ASCII));
        }
        Path file = folder.resolve("t.prv.gz");
        Files.write(file, bytes.toByteArray());
        try (Trace zipped = new PrvTraceReader().open(file, TraceOptions.DEFAULTS);
                Trace plain = open(BODY)) {
            assertThat(RecordedPrograms.program(zipped, 1)).isEqualTo(RecordedPrograms.program(plain, 1));
        }
        for (int length = 11; length < bytes.size(); length += 5) {
            Files.write(file, Arrays.copyOf(bytes.toByteArray(), length));
            assertThatThrownBy(() -> new PrvTraceReader().open(file, TraceOptions.DEFAULTS))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("t.prv.gz");
        }
    }

    /**
     * Without .pcf the usual numbers hold; a .pcf may give them other names, and may be damaged. The .row is not
     * needed.
     */
    @ParameterizedTest
    @ValueSource(strings = {"", "garbage\0\n", "EVENT_TYPE\nVALUES\n", "EVENT_TYPE\n9 50000001\nVALUES\nx MPI_Recv\n"})
    void pcf_thatSaysNothing_leavesTheUsualNumbers(String names) throws IOException {
        Files.writeString(folder.resolve("t.pcf"), names);
        try (Trace trace = open(BODY)) {
            assertThat(RecordedPrograms.program(trace, 0)).contains("send to 1 tag 3 comm 0 bytes 64");
            assertThat(trace.approximations()).noneMatch(sentence -> sentence.contains("There is no .pcf"));
        }
    }

    @Test
    void pcf_givesNumbersTheirNames() throws IOException {
        Files.writeString(
                folder.resolve("t.pcf"), "EVENT_TYPE\n9   50000001    MPI Point-to-point\nVALUES\n1   MPI_Isend\n");
        try (Trace trace = open(BODY)) {
            assertThat(RecordedPrograms.program(trace, 0)).contains("isend #0 to 1 tag 3 comm 0 bytes 64");
        }
    }

    @Test
    void foldersWithSeveralTraces_areRefusedByName() throws IOException {
        Files.writeString(folder.resolve("a.prv"), BODY);
        Files.writeString(folder.resolve("b.prv"), BODY);

        assertThatThrownBy(() -> new PrvTraceReader().open(folder, TraceOptions.DEFAULTS))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the folder holds 2 traces, a.prv, b.prv. Name one of them");
    }
}
