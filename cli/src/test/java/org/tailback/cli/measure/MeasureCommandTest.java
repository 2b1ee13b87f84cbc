package org.tailback.cli.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;
import org.tailback.cli.Main;

/** Live measurements between two processes. */
@Timeout(180)
class MeasureCommandTest {
    @TempDir
    Path folder;

    private static Process java(List<String> prefix, String... args) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static String firstLine(Process process) throws IOException {
        String line =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        return line == null ? "" : line;
    }

    @Test
    void serverAndClient_onLoopback_feedFitAndReplay() throws Exception {
        Process server = java(List.of(), "measure", "server", "--listen", "localhost:0", "--clients", "1");
        Path data = folder.resolve("prtt.txt");
        try {
            String line = firstLine(server);
            assertThat(line).startsWith("listening on 127.0.0.1:");
            String port = line.substring(line.lastIndexOf(':') + 1);
            CommandRun run = CommandRun.of(
                            "measure",
                            "client",
                            "localhost:" + port,
                            "--sizes",
                            "1,16KiB:128KiB:+16KiB",
                            "--repetitions",
                            "10",
                            "--output",
                            data.toString())
                    .succeeded();
            assertThat(run.out()).containsPattern("^\\d+ measurements in ");
            assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            server.destroyForcibly();
        }
        fitAndReplay(data);
    }

    private void fitAndReplay(Path data) throws IOException {
        assertThat(Files.readString(data))
                .startsWith("# tailback prtt 1\n")
                .contains("# kernel: ", "# jvm: ", "# date: ");
        JsonNode fitted = CommandRun.json("fit", "loggp", data.toString());
        assertThat(fitted.get("roundTripHalf").asDouble()).isPositive();
        String fragment =
                CommandRun.of("fit", "loggp", data.toString()).succeeded().out();
        replayOneMessage("cluster: {nodes: 2}\nnetwork: {model: uncontended}\n" + fragment);
    }

    private void replayOneMessage(String platformText) throws IOException {
        Path platform = Files.writeString(folder.resolve("platform.yaml"), platformText);
        Path trace = Files.createDirectories(folder.resolve("trace"));
        Files.writeString(trace.resolve("rank-0.txt"), "0 init\n0 send 1 0 4097 6\n0 finalize\n");
        Files.writeString(trace.resolve("rank-1.txt"), "1 init\n1 recv 0 0 4097 6\n1 finalize\n");
        assertThat(CommandRun.json("replay", trace.toString(), "--platform", platform.toString())
                        .get("makespan")
                        .asDouble())
                .isPositive()
                .isLessThan(1);
    }

    @Test
    @Tag("thorough")
    void serverAndClient_inTwoNetworkNamespaces_feedFitAndReplay() throws Exception {
        String one = "tbtest" + ProcessHandle.current().pid() + "a";
        String other = "tbtest" + ProcessHandle.current().pid() + "b";
        boolean made = shell("ip netns add " + one + " && ip netns add " + other + " && ip link add " + one
                + " netns " + one + " type veth peer name " + other + " netns " + other + " && ip -n " + one
                + " addr add 10.199.7.1/24 dev " + one + " && ip -n " + other + " addr add 10.199.7.2/24 dev " + other
                + " && ip -n " + one + " link set " + one + " up && ip -n " + other + " link set " + other + " up");
        Process server = null;
        try {
            Assumptions.assumeTrue(made, "skipped: this machine does not let the test make network namespaces");
            server = java(
                    List.of("ip", "netns", "exec", one),
                    "measure",
                    "server",
                    "--listen",
                    "10.199.7.1:7411",
                    "--clients",
                    "1");
            assertThat(firstLine(server)).isEqualTo("listening on 10.199.7.1:7411");
            Path data = folder.resolve("prtt.txt");
            Process client = java(
                    List.of("ip", "netns", "exec", other),
                    "measure",
                    "client",
                    "10.199.7.1:7411",
                    "--sizes",
                    "1,16KiB:128KiB:+16KiB",
                    "--repetitions",
                    "10",
                    "--output",
                    data.toString());
            assertThat(client.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(client.exitValue()).isZero();
            fitAndReplay(data);
        } finally {
            if (server != null) {
                server.destroyForcibly();
            }
            shell("ip netns del " + one);
            shell("ip netns del " + other);
        }
    }

    private static boolean shell(String command) {
        try {
            Process process = new ProcessBuilder("sh", "-c", command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void mistakes_areNamed() {
        CommandRun.of("measure", "sever").failed(2, "sever");
        CommandRun.of("measure").failed(2, "server, client");
        CommandRun.of("measure", "client").failed(2, "HOST:PORT");
        CommandRun.of("measure", "client", "localhost").failed(2, "HOST:PORT");
        CommandRun.of("measure", "client", "localhost:1", "--timeout", "2").failed(2, "nothing listens there");
        CommandRun.of("measure", "server", "localhost:1").failed(2, "localhost:1");
        CommandRun.of("measure", "client", "localhost:1", "--sizes", "0").failed(2, "at least 1 B");
    }

    @Test
    void mistakesAmongHosts_areNamed() {
        CommandRun.of("measure", "client", "localhost:1", "--both-ends").failed(2, "--both-ends needs");
        CommandRun.of("measure", "tree").failed(2, "--hosts HOST:PORT", "--platform FILE");
        CommandRun.of("measure", "tree", "--hosts", "localhost:1").failed(2, "--hosts: expected two servers or more");
        CommandRun.of("measure", "tree", "--platform", "vienne-gige").failed(2, "2, 4, 8, … hosts, found 53");
        CommandRun.of("measure", "graphs", "0>1", "--hosts", "localhost:1,localhost:2", "--timeout", "2")
                .failed(2, "nothing listens there");
        CommandRun.of("measure", "graphs", "0>99", "--platform", "vienne-gige").failed(2, "unknown node '99'");
        CommandRun.of("measure", "graphs", "0>1 0>2@1s", "--platform", "vienne-gige")
                .failed(2, "start together");
    }

    @Test
    void graphs_ofASimulatedPlatform_areReadByFitAndEvaluate() {
        Path file = folder.resolve("graphs.json");
        JsonNode json = CommandRun.json(
                "measure",
                "graphs",
                "0>1 0>2",
                "0>1*2MB",
                "--platform",
                "vienne-gige",
                "--size",
                "4MB",
                "--output",
                file.toString());

        // two out of a node: 2 beta = 1.5 (Vienne et al. 2008, section V.A)
        double alone = json.get("referenceTime").asDouble();
        JsonNode star = json.get("graphs").get(0).get("edges");
        assertThat(star.get(1).get("mean").asDouble() / alone).isCloseTo(1.5, within(1e-4));
        assertThat(json.get("graphs").get(1).get("edges").get(0).get("bytes").asDouble())
                .isEqualTo(2e6);
        JsonNode evaluated = CommandRun.json("evaluate", file.toString(), "--model", "gigabit-ethernet");
        assertThat(evaluated.get("evaluations").get(0).get("meanMessageError").asDouble())
                .isLessThan(1e-4);
    }
}
