package org.tailback.trace.ti;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.generator.Operation;
import org.tailback.generator.OperationRecorder;
import org.tailback.generator.OperationWords;
import org.tailback.program.Program;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;
import org.tailback.trace.io.LineReader;

/** The quick way through a line must lead where the careful one leads. */
class PlainActionTest {
    private static final String[] WORDS = {
        "send",
        "recv",
        "isend",
        "irecv",
        "wait",
        "compute",
        "wait",
        "compute",
        "send",
        "Ssend",
        "waitall",
        "test",
        "sleep",
        "bcast",
        "allreduce",
        "init",
        "finalize",
        "isnd",
        "alltoallv",
        "reducescatter",
        "0",
        "barrier",
        "ibarrier"
    };
    private static final String[] NUMBERS = {
        "0",
        "1",
        "1",
        "1",
        "2",
        "2",
        "5",
        "7",
        "100",
        "1485",
        "1e3",
        "2.5",
        "-1",
        "-333",
        "-444",
        "-555",
        "+1",
        "007",
        "x",
        "2147483647",
        "2147483648",
        "70368744177664",
        "70368744177665",
        "9007199254740992",
        "9007199254740993",
        "999999999999999999",
        "1000000000000000000",
        "65",
        "\u00e9"
    };

    @TempDir
    Path folder;

    private static String line(Random random) {
        StringBuilder line = new StringBuilder(random.nextInt(40) == 0 ? NUMBERS[random.nextInt(NUMBERS.length)] : "1");
        line.append(' ').append(WORDS[random.nextInt(random.nextInt(3) == 0 ? WORDS.length : 9)]);
        int count = random.nextInt(3) == 0 ? random.nextInt(6) : 3;
        for (int i = 0; i < count; i++) {
            line.append(' ').append(NUMBERS[random.nextInt(random.nextInt(3) == 0 ? NUMBERS.length : 9)]);
        }
        return line + (random.nextInt(6) == 0 ? " " : "");
    }

    /** What a rank does, what was noted of it, and what stopped it. */
    private String outcome(String text) throws IOException {
        Files.writeString(folder.resolve("rank-1.txt"), text, StandardCharsets.ISO_8859_1);
        List<Operation> operations = new ArrayList<>();
        String problem = "";
        try (Trace trace = Traces.open(folder, null, TraceOptions.DEFAULTS.withComputeSpeed(3e9));
                Program program = trace.open(1)) {
            OperationRecorder recorder = new OperationRecorder(operations);
            try {
                program.produceAll(recorder);
            } catch (InputException e) {
                problem = String.valueOf(e.getMessage());
            }
            program.close();
            return operations.stream().map(OperationWords::of).toList() + "\n" + trace.approximations()
                    + trace.recordedBeyondPerformed() + "\n" + problem;
        }
    }

    /** Two blanks between words make every line one for {@link ActionLine}. */
    @Test
    void trace_randomLines_isReadAsWithBlanksThatOnlyActionLineTakes() throws IOException {
        Files.writeString(folder.resolve("rank-0.txt"), "0 init\n");
        Files.writeString(folder.resolve("rank-2.txt"), "2 init\n");
        Random random = new Random(9);
        for (int i = 0; i < (Boolean.getBoolean("tailback.thorough") ? 3000 : 800); i++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "1 init\n" : "");
            for (int j = random.nextInt(12); j >= 0; j--) {
                text.append(line(random)).append(j > 0 || random.nextBoolean() ? "\n" : "");
            }

            String expected = outcome(text.toString().replace(" ", "  "));

            assertThat(outcome(text.toString())).as("trace '%s'", text).isEqualTo(expected);
        }
    }

    @Test
    void take_commonLine_givesItsWords() {
        LineReader lines = new LineReader(
                new ByteArrayInputStream("12 isend 3 4 1000 6 \n12 wait".getBytes(StandardCharsets.US_ASCII)),
                4,
                number -> "text:" + number);
        PlainAction action = new PlainAction(lines);

        assertThat(lines.advance()).isTrue();
        assertThat(action.take()).isTrue();
        assertThat(action.owner()).isEqualTo(12);
        assertThat(action.keyword()).isEqualTo(Keyword.ISEND);
        assertThat(action.count()).isEqualTo(4);
        assertThat(List.of(action.number(0), action.number(1), action.number(2), action.number(3)))
                .containsExactly(3L, 4L, 1000L, 6L);
        assertThat(lines.advance()).isTrue();
        assertThat(action.take()).isTrue();
        assertThat(action.keyword()).isEqualTo(Keyword.WAIT);
        assertThat(action.count()).isZero();
        assertThat(lines.advance()).isFalse();
    }

    @Test
    void trace_twoThousandOpenRanks_holdNoFileOpen() throws IOException {
        Assumptions.assumeTrue(
                ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean,
                "only Unix counts open files");
        UnixOperatingSystemMXBean system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        int ranks = 2000;
        for (int rank = 0; rank < ranks; rank++) {
            Files.writeString(
                    folder.resolve("rank-" + rank + ".txt"), (rank + " compute 1\n").repeat(rank == 0 ? 9000 : 40));
        }
        try (Trace trace = Traces.open(folder)) {
            List<Operation> operations = new ArrayList<>();
            OperationRecorder recorder = new OperationRecorder(operations);
            long before = system.getOpenFileDescriptorCount();
            List<Program> programs = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                programs.add(trace.open(rank));
                assertThat(programs.get(rank).produce(recorder)).isTrue();
            }

            assertThat(system.getOpenFileDescriptorCount()).isLessThan(before + 100);
            programs.forEach(Program::close);
        }
    }
}
