package org.tailback.cli.place;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;
import org.tailback.cli.Main;
import org.tailback.cli.TraceFiles;

class PlaceCommandTest {
    private static final String GIGE = CommandRun.platform("vienne-gige.yaml");

    @TempDir
    private Path folder;

    /** Ranks 0 and 3, 1 and 2 exchange a megabyte. */
    private String pairs() {
        return TraceFiles.write(
                        folder,
                        "compute 1e7; send 3 0 1000000 6",
                        "compute 1e7; send 2 0 1000000 6",
                        "compute 1e7; recv 1 0 1000000 6",
                        "compute 1e7; recv 0 0 1000000 6")
                .toString();
    }

    @Test
    void nothingBetter_keepsTheRule_orSaysWhyThatIsNotKnown() {
        JsonNode inside = CommandRun.json("place", "ring:ranks=4,bytes=1MiB", "--platform", "lumi", "--budget", "2")
                .get("verdict");
        assertThat(inside.get("sentence").asText())
                .isEqualTo("No better placement found: keep round-robin-node (mpirun --map-by node)");
        assertThat(inside.get("choice").asText()).isEqualTo("round-robin-node");

        JsonNode outside = CommandRun.json(
                        "place",
                        "ring:ranks=4,bytes=1MiB",
                        "--platform",
                        "lumi",
                        "--budget",
                        "2",
                        "--nodes",
                        "2",
                        "--ranks-per-node",
                        "2")
                .get("verdict");
        assertThat(outside.get("sentence").asText())
                .isEqualTo("No verdict: lumi is extrapolated (2 ranks per node (measured: 1)). Nominally nothing is"
                        + " faster than round-robin-node");
        assertThat(outside.get("choice").isNull()).isTrue();
    }

    @Test
    void json_placementThatReplayConfirms() throws IOException {
        Path output = folder.resolve("p.txt");
        Path rankfile = folder.resolve("rankfile");

        JsonNode json = CommandRun.json(
                "place",
                pairs(),
                "--platform",
                GIGE,
                "--budget",
                "40",
                "--compute-speed",
                "10Gf",
                "--output",
                output.toString(),
                "--rankfile",
                rankfile.toString());
        JsonNode replay = CommandRun.json(
                "replay", pairs(), "--platform", GIGE, "--compute-speed", "10Gf", "--placement", "file:" + output);

        assertThat(json.get("makespan").asDouble())
                .isEqualTo(replay.get("makespan").asDouble())
                .isEqualTo(0.001);
        assertThat(json.get("roundRobinNode").asDouble()).isGreaterThan(0.01);
        assertThat(json.get("lowerBound").asDouble()).isEqualTo(0.001);
        assertThat(json.get("placement")).hasSize(4);
        assertThat(ImmutableList.copyOf(json.fieldNames()))
                .contains("uncontended", "computeBound", "gain", "starts", "improvements", "replays", "warnings");
        assertThat(Files.readAllLines(rankfile)).hasSize(4).first().asString().matches("rank 0=\\+n\\d+ slot=0");
    }

    /** CPUs of dahu differ, so that the longest computation is another one under another placement. */
    @Test
    void kernels_timesOfThePlacement_areTheLongestComputation() {
        String hpl = "hpl:n=400,nb=50,p=2,q=4,depth=1";
        Path output = folder.resolve("p.txt");
        JsonNode found = CommandRun.json(
                "place", hpl, "--platform", "dahu", "--nodes", "4", "--budget", "12", "--output", output.toString());
        JsonNode replay = CommandRun.json("replay", hpl, "--platform", "dahu", "--placement", "file:" + output);

        double makespan = found.get("makespan").asDouble();
        double longest = 0;
        for (JsonNode rank : replay.get("ranks")) {
            longest = Math.max(longest, rank.get("compute").asDouble());
        }
        assertThat(makespan).isEqualTo(replay.get("makespan").asDouble());
        assertThat(found.get("computeBound").asDouble()).isEqualTo(longest).isLessThan(makespan);
        assertThat(found.get("uncontended").asDouble()).isLessThanOrEqualTo(makespan);
        assertThat(found.get("lowerBound").isNull()).isTrue();
        assertThat(found.get("warnings").toString()).contains("there is no lower bound over all placements");
    }

    /** Neighbours in a ring of eight ranks: four on each of two nodes, the other way round of what round-robin does. */
    @Test
    void nodesOfTheBatchSystem_keepTheirNumberOfRanks() {
        JsonNode json = CommandRun.json(
                "place",
                CommandRun.repository("traces/examples/ring-8").toString(),
                "--platform",
                "dahu",
                "--budget",
                "30",
                "--nodes",
                "2",
                "--ranks-per-node",
                "4");

        List<String> nodes = new ArrayList<>();
        json.get("placement").forEach(each -> nodes.add(each.get("node").asText()));
        assertThat(nodes).hasSize(8).containsOnly("0", "1");
        assertThat(Collections.frequency(nodes, "0")).isEqualTo(4);
        assertThat(json.get("starts").findValuesAsText("name"))
                .contains("round-robin-node", "block:ranks-per-node=4,nodes=2");
    }

    @Test
    void textAndCsv_sameWithAnyThreads() {
        String[] outputs = new String[2];
        for (int threads = 1; threads <= 2; threads++) {
            outputs[threads - 1] = CommandRun.of(
                            "place", pairs(), "--platform", GIGE, "--budget", "40", "--threads", "" + threads)
                    .succeeded()
                    .out();
        }

        assertThat(outputs[0])
                .isEqualTo(outputs[1])
                .contains("No verdict: the error of vienne-gige is unknown")
                .contains("is 12.32 times as fast as\nround-robin-node", "lower bound of all placements");
        assertThat(CommandRun.of("place", pairs(), "--platform", GIGE, "--budget", "40", "--format", "csv")
                        .succeeded()
                        .out()
                        .lines())
                .hasSize(5)
                .startsWith("rank,node");
    }

    @Test
    void mistakes_statusTwo() {
        CommandRun.of("place", pairs()).failed(2, "--platform");
        CommandRun.of("place", pairs(), "--platform", GIGE, "--budget", "0").failed(2, "--budget");
        CommandRun.of("place", pairs(), "--platform", GIGE, "--time", "0s").failed(2, "--time");
        CommandRun.of("place", pairs(), "--platform", GIGE, "--hosts", "none.txt")
                .failed(2, "none.txt");
    }

    @Test
    void deadlock_statusThree() {
        CommandRun.of("place", TraceFiles.deadlock(folder).toString(), "--platform", GIGE)
                .failed(3, "rank 0");
    }

    @Tag("thorough")
    @Test
    void terminated_bestSoFarInWholeFiles() throws Exception {
        Path output = folder.resolve("p.txt");
        Path results = folder.resolve("results");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "place",
                        CommandRun.repository("traces/examples/ring-8").toString(),
                        "--platform",
                        CommandRun.platform("plogpt-table2-bidirectional.yaml"),
                        "--time",
                        "600s",
                        "--output",
                        output.toString(),
                        "--format",
                        "json")
                .redirectOutput(results.toFile())
                .redirectError(folder.resolve("messages").toFile())
                .start();
        // what a terminal's Ctrl-C does too, but a test run in the background ignores that signal
        TimeUnit.SECONDS.sleep(3);
        process.destroy();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();

        String json = Files.readString(results);
        if (json.isEmpty()) {
            // a slow machine: the signal came before the search, and nothing is left behind
            assertThat(output).doesNotExist();
        } else {
            assertThat(json).contains("\"stopped\": true").endsWith("}\n");
            assertThat(Files.readAllLines(output)).hasSize(8);
        }
        try (var files = Files.list(folder)) {
            assertThat(files.map(Path::getFileName).map(Path::toString)).noneMatch(name -> name.endsWith(".part"));
        }
    }
}
