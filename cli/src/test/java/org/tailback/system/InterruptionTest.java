package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.generator.Programs;
import org.tailback.trace.Traces;

/** Who stops the command while it writes finds the folder as it was before. */
class InterruptionTest {
    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    @BeforeAll
    static void writeTrace() {
        write("ring.tailback.gz", 200_000);
    }

    private static void write(String name, long iterations) {
        Path trace = shared.resolve(name);
        Traces.writerFor(trace).write(Programs.ring(4, iterations, 1000, 2e-6), trace, false);
    }

    @ParameterizedTest
    @CsvSource({
        "INT, convert, ring.tailback.gz, ring.tailback",
        "TERM, convert, ring.tailback.gz, ring.ti",
        "INT, replay, ring.tailback.gz, ring.json"
    })
    void signal_whileWriting_leavesNothing(String signal, String command, String input, String name) throws Exception {
        Assumptions.assumeTrue(
                Files.isExecutable(Path.of("/bin/kill")), "there is no /bin/kill: signals cannot be sent");
        Path trace = shared.resolve(input);
        Path target = Files.createDirectory(folder.resolve("target"));
        Path output = target.resolve(name);

        ForkedCommand run = command.equals("convert")
                ? ForkedCommand.start(folder, List.of(), command, trace.toString(), output.toString())
                : ForkedCommand.start(folder, List.of(), command, trace.toString(), "--timeline", output.toString());
        while (run.process().isAlive() && bytes(target) == 0) {
            Thread.sleep(5);
        }
        assertThat(run.process().isAlive()).as(Files.readString(run.err())).isTrue();
        new ProcessBuilder(
                        "/bin/kill", "-" + signal, Long.toString(run.process().pid()))
                .start()
                .waitFor(10, TimeUnit.SECONDS);

        assertThat(run.end()).isNotZero();
        assertThat(target).isEmptyDirectory();
        assertThat(Files.readString(run.err())).doesNotContain("\tat ", "internal error");
        assertThat(Files.readString(run.out())).isEmpty();
    }

    private static long bytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            long sum = 0;
            for (Path file : files.toList()) {
                try {
                    sum += Files.isRegularFile(file) ? Files.size(file) : 0;
                } catch (IOException e) {
                    // it has gone meanwhile
                    sum += 0;
                }
            }
            return sum;
        }
    }
}
