package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;
import org.tailback.generator.Programs;
import org.tailback.replay.ReplayResult;
import org.tailback.simulation.Simulation;

/** The program of the README, compiled and run. */
class ReadmeExampleTest {
    private static final Path SOURCE = CommandRun.repository("docs/examples/embedding/FirstPrediction.java");

    @TempDir
    private Path classes;

    private List<String> printed(String argument) throws Exception {
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-proc:none", "-d", classes.toString(), SOURCE.toString()))
                .isZero();
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            loader.loadClass("FirstPrediction")
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) new String[] {argument});
        } finally {
            System.setOut(before);
        }
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void program_isThatOfTheReadme() throws Exception {
        assertThat(Files.readString(CommandRun.repository("README.md")))
                .contains("```java\n" + Files.readString(SOURCE) + "```", "tailback-simulation");
    }

    @Test
    void program_printsWhatTheCommandsPredict() throws Exception {
        String trace = CommandRun.repository("traces/examples/npb-ft-8").toString();
        double exchange = CommandRun.json(
                        "alltoall", "--algorithm=B", "--ranks=32", "--size=64KiB", "--platform=fugaku")
                .at("/rows/0/time")
                .asDouble();
        double recorded = CommandRun.json("replay", trace, "--platform=lumi", "--ranks-per-node=2")
                .at("/makespan")
                .asDouble();

        List<String> lines = printed(trace);

        assertThat(lines).hasSize(2);
        assertThat(Double.parseDouble(lines.get(0))).isEqualTo(exchange, within(1e-12 * exchange));
        assertThat(Double.parseDouble(lines.get(1))).isEqualTo(recorded, within(1e-12 * recorded));
    }

    @Test
    void alltoall_tableTwoWith32Ranks_228067Point303287Microseconds() {
        ReplayResult result = Simulation.of(Programs.alltoallB(32, 65536))
                .on("plogpt-table2-bidirectional")
                .run();

        assertThat(result.makespan() * 1e6).isEqualTo(228067.303287, within(5e-7));
        assertThat(result.traffic().retransmissionTimeouts()).isEqualTo(16);
    }
}
