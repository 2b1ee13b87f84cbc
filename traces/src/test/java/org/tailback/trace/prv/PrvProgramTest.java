package org.tailback.trace.prv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.trace.RecordedPrograms;
import org.tailback.trace.SharedSamples;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;
import org.tailback.trace.TraceSummary;

class PrvProgramTest {
    private static Trace open(Path path) {
        return new PrvTraceReader().open(path, TraceOptions.DEFAULTS);
    }

    private static Path cut() {
        return RecordedPrograms.resource("prv/cut-2.prv");
    }

    @Test
    void program_isRebuiltFromCallsAndMessages_andWhatTheCutLeftOverIsLeftOut() {
        try (Trace trace = open(cut())) {
            assertThat(trace.ranks()).isEqualTo(2);
            assertThat(RecordedPrograms.program(trace, 0))
                    .containsExactly(
                            "compute 9.5E-8", // 40 ns before the barrier, 55 ns after it
                            "isend #0 to 1 tag 7 comm 0 bytes 4096",
                            "compute 2.0E-8",
                            "wait #0",
                            "compute 7.0E-8",
                            "recv from 1 tag 8 comm 0 bytes 64",
                            "compute 7.0E-8",
                            "bcast comm 0 root 1 bytes 32",
                            "compute 6.8E-7");
            assertThat(RecordedPrograms.program(trace, 1))
                    .containsExactly(
                            "compute 8.5E-8", // from the end of the barrier that began before the trace
                            "irecv #0 from 0 tag 7 comm 0 bytes 4096",
                            "compute 2.5E-8",
                            "wait #0",
                            "compute 5.0E-8",
                            "send to 0 tag 8 comm 0 bytes 64",
                            "compute 9.0E-8",
                            "bcast comm 0 root 1 bytes 32",
                            "compute 6.6E-7");
            assertThat(trace.approximations())
                    .contains(
                            "1 x task of an application without MPI calls: left out.",
                            "1 x collective operation that other ranks of its communicator do not have (cut trace): left "
                                    + "out.")
                    .anyMatch(sentence -> sentence.startsWith("1 x call of a send or receive without a record"));
            RecordedPrograms.assertMatched(trace);
        }
    }

    @Test
    void times_areThoseOfTheCalls() {
        try (Trace trace = open(cut())) {
            assertThat(trace.span()).isEqualTo(1000e-9);
            assertThat(RecordedPrograms.times(trace, 1, 1e9))
                    .containsExactly(
                            "- 5 90",
                            "MPI_Irecv 90 95",
                            "- 95 120",
                            "MPI_Wait 120 150",
                            "- 150 200",
                            "MPI_Send 200 220",
                            "- 220 310",
                            "MPI_Bcast 310 330",
                            "- 330 1000");
        }
    }

    @Test
    void gzip_folders_andMissingNames_areRead(@TempDir Path folder) throws IOException {
        Path zipped = folder.resolve("a.prv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            Files.copy(cut(), out);
        }
        assertThat(new PrvTraceReader().recognises(TraceSample.of(zipped))).isTrue();
        assertThat(new PrvTraceReader().recognises(TraceSample.of(folder))).isTrue();
        try (Trace named = open(cut());
                Trace unnamed = open(folder)) {
            assertThat(RecordedPrograms.program(unnamed, 0)).isEqualTo(RecordedPrograms.program(named, 0));
            assertThat(unnamed.approximations()).anyMatch(sentence -> sentence.startsWith("There is no .pcf"));
        }
    }

    @Test
    void mistakes_areToldWithFileAndLine(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("wrong.prv");
        String header = "#Paraver (01/02/2025 at 10:11):1000_ns:1(4):1:2(1:1,1:1),0\n";
        assertRefused(file, header + "2:1:1:3:1:5:50000001:1\n", "wrong.prv:2: ", "a task of 1 to 2 as field 4");
        assertRefused(file, header + "2:1:1:2:1:5:50000001\n", "expected an integer of up to 18 digits as field 8");
        assertRefused(file, header + "3:1:1:1:1:5:5:1:1:2:1:5:5:99999999999999999999:1\n", "field 14");
        assertRefused(file, header + "9:1\n", "a line that begins with 1:, 2:, 3:, c: or #");
        assertRefused(file, header, "no task of the trace has MPI calls");
        assertRefused(
                file,
                "#Paraver (01/02/2025 at 10:11):1000_ns:1(4):1:1000000000(1:1),0\n",
                "expected 1000000000 tasks in an application's list, which has 1");
        assertRefused(file, "#Paraver (x):1_h:1:1:1(1:1)\n", "a duration in ns, us or ms");
    }

    private static void assertRefused(Path file, String content, String... message) throws IOException {
        Files.writeString(file, content);
        assertThatThrownBy(() -> open(file)).isInstanceOf(InputException.class).hasMessageContainingAll(message);
    }

    /**
     * Counted by {@code awk -F: '/^3:/{n++;b+=$14} END{print n,b}'} and {@code awk -F: '/^2:/{for(i=7;i<NF;i+=2)
     * c[$i":"$(i+1)]++} END{for(k in c) print k,c[k]}' | grep ^5000000}.
     */
    @Test
    void lulesh_countsAreThoseOfTheText() {
        assertLulesh("lulesh_4+4_5it", 484, 35_093_376, 540, 120, 40);
        assertLulesh("lulesh_7+1_chop8", 160, 12_508_992, 216, 48, 16);
    }

    private static void assertLulesh(
            String name, long messages, long bytes, long waits, long waitalls, long allreduces) {
        Path file = SharedSamples.require("prv/profet-lulesh-8/" + name + ".prv");
        try (Trace trace = open(file)) {
            TraceSummary summary = TraceSummary.of(trace);
            assertThat(summary.ranks()).isEqualTo(8);
            assertThat(summary.messages()).isEqualTo(messages);
            assertThat(summary.bytes()).isEqualTo(bytes);
            assertThat(summary.operations())
                    .containsEntry("isend", messages)
                    .containsEntry("irecv", messages)
                    .containsEntry("wait", waits)
                    .containsEntry("waitall", waitalls)
                    .containsEntry("allreduce", allreduces);
            RecordedPrograms.assertMatched(trace);
        }
    }
}
