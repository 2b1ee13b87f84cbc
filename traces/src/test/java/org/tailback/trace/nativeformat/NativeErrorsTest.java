package org.tailback.trace.nativeformat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.error.InputException;
import org.tailback.generator.ExplicitProgram;
import org.tailback.generator.Operation;
import org.tailback.trace.Mutations;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;

class NativeErrorsTest {
    @TempDir
    Path folder;

    private void readAll(Path path, String format) {
        try (Trace trace = Traces.open(path, format, TraceOptions.DEFAULTS)) {
            ExplicitProgram.copyOf(trace);
            if (trace instanceof RecordedTimes) {
                AnyPrograms.times(trace);
            }
        }
    }

    private Path text(String lines) throws IOException {
        return Files.writeString(folder.resolve("t.tailback"), lines);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "compute -1 | t.tailback:4:9: expected a number of seconds as a finite number, 0 or more, found '-1'",
                "compute | t.tailback:4:8: expected a number of seconds, found the end of the line",
                "compute 1e999 | found '1e999'",
                "computee 1 | t.tailback:4:1: expected an operation, found 'computee'. Did you mean 'compute'?",
                "send 2 10 | t.tailback:4:6: expected a rank, a whole number from 0 to 1, found '2'",
                "send 1 -1 | t.tailback:4:8: expected a number of bytes, a whole number from 0 to 2^63 - 1, found '-1'",
                "send 1 99999999999999999999 | found '99999999999999999999'",
                "send any 10 | found 'any'",
                "send 1 10 tag any | found 'any'",
                "send 1 10 mode fast | expected one of standard, ",
                "recv 1 10 mode ready | expected the end of the line, found 'mode'. Expected: recv RANK BYTES",
                "isend 70000 1 10 | the number of a request, a whole number from 0 to 65536, found '70000'",
                "bcast 10 root | expected a position in the group, found the end of the line",
                "neighboralltoall 10 from 1 | t.tailback:4:27: expected one of to, found the end of the line",
                "start 0 { | the file ends within rank 0",
                "} | t.tailback:4:1: '}' is not allowed within a program",
                "@ 0 1 | found times, and the header of the trace has no line 'times'",
                "communicator 1 0 5 | a whole number from -1 to 1, found '5'",
                "end 3 | t.tailback:4:5: the rank has 0 operations of the 3 in its line 'end'",
            })
    void mistakesInText_areToldWithTheirPlace(String line, String message) throws IOException {
        Path path = text("tailback-trace 1\nranks 2\nrank 0\n" + line + "\n" + (line.startsWith("end") ? "" : "end\n")
                + "rank 1\nend\n");
        if (line.startsWith("start")) {
            Files.writeString(path, "tailback-trace 1\nranks 2\nrank 0\nstart 0 {\n");
        }
        assertThatThrownBy(() -> readAll(path, null))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message.strip());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tailback-trace 2/ranks 1 | t.tailback:1:16: the trace is of version 2",
                "tailback-trace 1/rank 0 | t.tailback:2:1: the header of the trace lacks its line 'ranks N'",
                "tailback-trace 1/ranks 0 | a whole number from 1 to 16777216, found '0'",
                "tailback-trace 1/ranks 1000000000 | found '1000000000'",
                "tailback-trace 1/ranks 16777216/rank 0/end | the file ends after 1 ranks of the 16777216 in its header",
                "tailback-trace 1/ranks 2/rank 1/end | expected rank 0, found 1",
                "tailback-trace 1/ranks 1/compute 1 | expected 'rank 0'",
                "tailback-trace 1/ranks 1/rank 0/rank 0/end | rank 0 lacks its line 'end'",
            })
    void mistakesInTheHead_areToldWithTheirPlace(String lines, String message) throws IOException {
        Path path = text(lines.strip().replace('/', '\n') + "\n");
        assertThatThrownBy(() -> readAll(path, null))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message.strip());
    }

    @Test
    void mistakesInProgressThreads_areReportedWithTheirLine() throws IOException {
        Path path = text("tailback-trace 1\nranks 1\nrank 0\nstart 0 {\n# nothing\n\n  compute x\n}\nend\n");
        assertThatThrownBy(() -> readAll(path, null))
                .hasMessageContaining("t.tailback:7:11: expected a number of seconds");
        Path deep = text("tailback-trace 1\nranks 1\nrank 0\n" + "start 0 {\n".repeat(9) + "}\n".repeat(9) + "end\n");
        assertThatThrownBy(() -> readAll(deep, null)).hasMessageContaining("8 deep only");
    }

    @Test
    void notesInLatin1_areRefusedWithTheirPlace() throws IOException {
        Path path = text("tailback-trace 1\nranks 1\nnote für\nrank 0\nend\n");
        byte[] ofText = Files.readAllBytes(path);
        int inText = new String(ofText, StandardCharsets.ISO_8859_1).indexOf("Ã");
        ofText[inText] = (byte) 0xfc;
        Files.write(path, ofText);

        assertThatThrownBy(() -> readAll(path, null))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("t.tailback:3:7: expected text in UTF-8, found the byte 0xfc");
    }

    @Test
    void commentsBlanksAndIndentation_areAllowed() throws IOException {
        Path path = text(
                "# made by hand\n\ntailback-trace 1 \n ranks 1\nrank 0\n\t compute   5e-1\r\n# c\nend\n\nnote é\n");
        try (Trace trace = Traces.open(path)) {
            assertThat(ExplicitProgram.copyOf(trace).operations(0)).isEqualTo(List.of(new Operation.Compute(0.5)));
            assertThat(trace.approximations()).containsExactly("é");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"f.tailback", "f.tailback.gz"})
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void mutations_endWithAnInputExceptionOrAreRead(String name) throws IOException {
        Path path = folder.resolve(name);
        Traces.writerFor(path).write(AnyPrograms.timed(AnyPrograms.of(7, 2, 60), 7), path, true);
        byte[] original = Files.readAllBytes(path);
        int refused = 0;
        for (int seed = 0; seed < 2000; seed++) {
            byte[] mutated = Mutations.mutate(original, new SplittableRandom(31L * name.hashCode() + seed));
            Path damaged = folder.resolve(seed + name);
            Files.write(damaged, mutated);
            try {
                readAll(damaged, NativeTextReader.NAME);
            } catch (InputException e) {
                refused++;
                assertThat(e.getMessage()).as("seed %s", seed).contains(seed + name);
            } catch (RuntimeException | Error e) {
                fail("%s, seed %d: %s", name, seed, e);
            }
            Files.delete(damaged);
        }
        assertThat(refused).isPositive();
    }
}
