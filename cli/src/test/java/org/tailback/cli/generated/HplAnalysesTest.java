package org.tailback.cli.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;

/** What is said of a run of HPL, and what changes it, is of its messages and kernels. */
class HplAnalysesTest {
    private static final String HPL = "hpl:n=640,nb=32,p=2,q=4,bcast=1ring,swap=mix";

    @TempDir
    private Path folder;

    /** Without noise and shared links: what other replays give can be compared to rounding. */
    private Path quiet(String latency, String insideLatency) throws IOException {
        return Files.writeString(folder.resolve("quiet-" + latency + ".yaml"), """
                cluster: {nodes: 4, cores-per-node: 2}
                placement: block
                network: {model: uncontended}
                cost: {model: hockney, latency: %s, bandwidth: 10 GB/s}
                intra-node: {latency: %s, bandwidth: 5 GB/s}
                """.formatted(latency, insideLatency));
    }

    private static JsonNode replay(Path platform, String... more) {
        List<String> arguments = new ArrayList<>(List.of("replay", HPL, "--platform", platform.toString()));
        arguments.addAll(List.of(more));
        return CommandRun.json(arguments.toArray(String[]::new));
    }

    private static double makespan(Path platform, String... more) {
        return replay(platform, more).get("makespan").asDouble();
    }

    @Test
    void ranks_computeAndBlocked_areTheirTime() throws IOException {
        JsonNode once = replay(quiet("2us", "500ns"));
        JsonNode twice = replay(quiet("2us", "500ns"), "--compute-scale", "2");

        for (int rank = 0; rank < 8; rank++) {
            JsonNode row = once.get("ranks").get(rank);
            double compute = row.get("compute").asDouble();
            assertThat(compute + row.get("blocked").asDouble())
                    .isCloseTo(row.get("finish").asDouble(), within(1e-12));
            assertThat(row.get("blocked").asDouble()).isPositive();
            assertThat(twice.get("ranks").get(rank).get("compute").asDouble())
                    .isCloseTo(2 * compute, withinPercentage(1e-10));
        }
        assertThat(twice.get("makespan").asDouble())
                .isBetween(
                        1.5 * once.get("makespan").asDouble(),
                        1.99 * once.get("makespan").asDouble());
        assertThat(makespan(quiet("2us", "500ns"), "--compute-scale", "0")).isPositive();
    }

    @Test
    void shares_areAtMostTheWhole() throws IOException {
        JsonNode result = replay(quiet("2us", "500ns"), "--why", "--efficiencies");
        double makespan = result.get("makespan").asDouble();

        double sum = 0;
        for (JsonNode part : result.get("why").get("parts")) {
            sum += part.get("seconds").asDouble();
            switch (part.get("kind").asText()) {
                case "latency", "transfer" ->
                    assertThat(part.get("seconds").asDouble()).isGreaterThan(0.01 * makespan);
                case "compute" -> assertThat(part.get("seconds").asDouble()).isLessThan(0.95 * makespan);
                default -> {}
            }
        }
        assertThat(sum).isCloseTo(makespan, within(1e-12));
        JsonNode efficiencies = result.get("efficiencies");
        for (JsonNode value : efficiencies) {
            assertThat(value.asDouble()).isBetween(0.0, 1 + 1e-12);
        }
        assertThat(efficiencies.get("parallel").asDouble())
                .isCloseTo(
                        efficiencies.get("loadBalance").asDouble()
                                * efficiencies.get("serialisation").asDouble()
                                * efficiencies.get("transfer").asDouble(),
                        within(1e-12));
    }

    @Test
    void changes_areTheReplaysWithThem() throws IOException {
        Path platform = quiet("2us", "500ns");
        JsonNode result = replay(platform, "--what-if", "--derivatives");

        assertThat(changed(result, "computation twice as fast"))
                .isCloseTo(makespan(platform, "--compute-scale", "0.5"), withinPercentage(1e-10));
        assertThat(changed(result, "no latency")).isCloseTo(makespan(quiet("0s", "0s")), withinPercentage(1e-10));
        JsonNode slope = result.get("derivatives").get(0);
        assertThat(slope.get("parameter").asText()).isEqualTo("compute.scale");
        assertThat(slope.get("derivative").asDouble())
                .isCloseTo(
                        (makespan(platform, "--compute-scale", "1.001")
                                        - makespan(platform, "--compute-scale", "0.999"))
                                / 0.002,
                        withinPercentage(1e-6));
        assertThat(slope.get("elasticity").asDouble()).isBetween(0.5, 0.99);
    }

    private static double changed(JsonNode result, String change) {
        for (JsonNode row : result.get("whatIf")) {
            if (row.get("change").asText().equals(change)) {
                return row.get("makespan").asDouble();
            }
        }
        throw new AssertionError("no row '" + change + "' in " + result.get("whatIf"));
    }

    /** On links that are shared HPL and another program delay each other, and networks differ. */
    @Test
    void sharedLinks_slowHplAndItsNeighbour() throws IOException {
        Path jobs = Files.writeString(folder.resolve("jobs.yaml"), """
                platform: star-10g
                jobs:
                  - {name: hpl, trace: "%s", nodes: "0-7"}
                  - {name: other, trace: "alltoall:ranks=8,bytes=1MB", nodes: "0-7"}
                """.formatted(HPL));

        JsonNode both = CommandRun.json("jobs", jobs.toString()).get("jobs");
        JsonNode compared = CommandRun.json(
                "compare", HPL, "--platform", "star-10g", "--platform", "fat-tree-hdr", "--compute-scale", "0.01");

        for (JsonNode job : both) {
            assertThat(job.get("slowdown").asDouble())
                    .as(job.get("name").asText())
                    .isGreaterThan(1.001);
        }
        assertThat(compared.get("rows").get(1).get("relative").asDouble()).isGreaterThan(1.5);
    }
}
