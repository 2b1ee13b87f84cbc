package org.tailback.trace.nativeformat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.error.InputException;
import org.tailback.generator.ExplicitProgram;
import org.tailback.trace.Trace;
import org.tailback.trace.Traces;

/** Which requests waits may name: those in use, and those that have ended, as MPI's null requests. */
class NativeRequestsTest {
    private static final String BEGIN = "tailback-trace 1\nranks 2\nrank 0\nirecv 0 1 8\nirecv 1 1 8\n";
    private static final String END = "end\nrank 1\nend\n";

    @TempDir
    Path folder;

    private ExplicitProgram read(Path path) {
        try (Trace trace = Traces.open(path)) {
            return ExplicitProgram.copyOf(trace);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "waitany 0 1\nwaitall 0 1\n",
                "waitsome 0 1\nwaitall 0 1\n",
                "waitall 0 1\nwaitany 0 1\nwaitsome 0 1\nwait 0\nwait 1\n",
                "free 0\nwaitall 0 1\n",
                "wait 0\nirecv 0 1 8\nwaitall 0 1\n",
            })
    void waits_forRequestsThatHaveEnded_areReadAndWritten(String waits) throws IOException {
        Path text = Files.writeString(folder.resolve("t.tailback"), BEGIN + waits + END);
        Path again = folder.resolve("again.tailback");
        ExplicitProgram program = read(text);
        Traces.writerFor(again).write(program, again, false);

        assertThat(program.operations(0)).hasSize(2 + (int) waits.lines().count());
        assertThat(read(again).operations(0)).isEqualTo(program.operations(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"wait 2", "waitall 0 2", "waitany 1 2", "waitsome 2", "free 2", "cancel 2"})
    void numbersThatWereNeverRequests_areRefused(String wait) throws IOException {
        Path text = Files.writeString(folder.resolve("t.tailback"), BEGIN + wait + "\n" + END);

        assertThatThrownBy(() -> read(text))
                .isInstanceOf(InputException.class)
                .hasMessageMatching(".*t.tailback:6:\\d+: request 2 was never started.*");
    }

    @Test
    void requestsOfARank_areNotThoseOfItsProgressThread() throws IOException {
        Path text = Files.writeString(
                folder.resolve("t.tailback"), BEGIN + "start 2 {\nrecv 1 8\nwait 0\n}\nwaitall 0 1 2\n" + END);

        assertThatThrownBy(() -> read(text)).hasMessageContaining("t.tailback:8:6: request 0 was never started");
    }
}
