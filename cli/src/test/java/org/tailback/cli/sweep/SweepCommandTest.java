package org.tailback.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;
import org.tailback.cli.TraceFiles;

class SweepCommandTest {
    @TempDir
    private Path folder;

    private String study;
    private String output;

    @BeforeEach
    void write() throws IOException {
        TraceFiles.gather(folder);
        Path file = folder.resolve("study.yaml");
        Files.writeString(file, """
            workloads:
              - {trace: trace, name: gather}
              - {generator: ring, ranks: 4, sizes: [1KiB, 1MiB]}
            platforms: %s
            models: [platform, uncontended]
            """.formatted(CommandRun.platform("star-10g.yaml")));
        study = file.toString();
        output = folder.resolve("results.csv").toString();
    }

    @Test
    void csvOnStandardOutput_isWhatTheFileHolds() throws IOException {
        String csv =
                CommandRun.of("sweep", study, "--format", "csv").succeeded().out();
        CommandRun text = CommandRun.of("sweep", study, "--output", output, "--threads", "2")
                .succeeded();

        assertThat(Files.readString(Path.of(output))).isEqualTo(csv);
        assertThat(csv.lines()).hasSize(7);
        assertThat(text.out()).isEqualTo("6 runs performed: " + output + "\n");
    }

    @Test
    void gather_asReplayed() {
        JsonNode sweep = CommandRun.json("sweep", study);
        JsonNode replay = CommandRun.json(
                "replay", folder.resolve("trace").toString(), "--platform", CommandRun.platform("star-10g.yaml"));

        assertThat(sweep.get("rows").get(0).get("workload").asText()).isEqualTo("gather");
        assertThat(sweep.get("rows").get(0).get("makespan").asDouble())
                .isEqualTo(replay.get("makespan").asDouble());
        assertThat(sweep.get("complete").asBoolean()).isTrue();
    }

    /** What docs/studies/spark.md says of comparisons and searches on a cluster. */
    @Test
    void platformsAndFoundPlacements_makespansOfCompareAndPlace() throws IOException {
        String trace = folder.resolve("trace").toString();
        String best = folder.resolve("best.txt").toString();
        String platform = CommandRun.platform("vienne-gige.yaml");
        Path file = Files.writeString(folder.resolve("placements.yaml"), """
            workloads: [{trace: trace}]
            platforms: %s
            models: [uncontended, max-min]
            placements: [round-robin-node, "file:best.txt"]
            """.formatted(platform));

        JsonNode place = CommandRun.json(
                "place", trace, "--platform", platform, "--model", "max-min", "--budget", "12", "--output", best);
        JsonNode compare = CommandRun.json(
                "compare",
                trace,
                "--platform",
                platform,
                "--model",
                "uncontended",
                "--model",
                "max-min",
                "--placement",
                "round-robin-node",
                "--placement",
                "file:" + best);
        List<JsonNode> sweep = new ArrayList<>();
        CommandRun.json("sweep", file.toString()).get("rows").forEach(sweep::add);

        assertThat(sweep.get(3).get("makespan").asDouble())
                .isEqualTo(place.get("makespan").asDouble());
        List<Double> compared = new ArrayList<>();
        compare.get("rows").forEach(row -> compared.add(row.get("makespan").asDouble()));
        assertThat(sweep.stream().map(row -> row.get("makespan").asDouble()).sorted())
                .hasSize(4)
                .isEqualTo(compared);
    }

    @Test
    void shardsThenResume_nothingTwice() {
        CommandRun.of("sweep", study, "--output", output, "--shard", "2/3").succeeded();

        CommandRun.of("sweep", study, "--output", output).failed(2, "--resume");
        CommandRun whole =
                CommandRun.of("sweep", study, "--output", output, "--resume").succeeded();

        assertThat(whole.out()).startsWith("4 runs performed, 2 already in the file");
    }

    @Test
    void mistakes_statusTwo() {
        CommandRun.of("sweep", study, "--shard", "4/3").failed(2, "--shard");
        CommandRun.of("sweep", study, "--resume").failed(2, "--output");
        CommandRun.of("sweep", study, "--threads", "0").failed(2, "--threads");
        CommandRun.of("sweep", study, "--engine", "spark").failed(2, "tailback-spark");
        CommandRun.of("sweep", "no-such.yaml").failed(2, "no-such.yaml");
    }

    @Test
    void runThatFails_leavesTheOthersAndIsCounted() throws IOException {
        TraceFiles.deadlock(folder);

        CommandRun run = CommandRun.of("sweep", study, "--output", output).succeeded();

        assertThat(run.err()).contains("2 of 6 runs failed", "run 1: ");
        assertThat(Files.readAllLines(Path.of(output))).hasSize(7);
    }

    @Test
    void ranksThatDoNotFit_areRowsWithTheProblem_unlessNoneFits() throws IOException {
        String form = "platforms: [" + CommandRun.platform("vienne-gige.yaml") + "]\n"
                + "workloads: [{generator: ring, ranks: %s, sizes: [1KiB]}]\n";
        Path some = Files.writeString(folder.resolve("some.yaml"), form.formatted("[2, 500]"));
        Path none = Files.writeString(folder.resolve("none.yaml"), form.formatted("[400, 500]"));

        CommandRun run =
                CommandRun.of("sweep", some.toString(), "--output", output).succeeded();

        assertThat(run.err()).contains("1 of 2 runs failed", "run 2: ", "500 ranks");
        assertThat(Files.readAllLines(Path.of(output)))
                .hasSize(3)
                .last()
                .asString()
                .contains("500 ranks");
        CommandRun.of("sweep", none.toString()).failed(2, "400 ranks");
    }

    @Test
    void help_ofSparkMaster_namesSparksOwnProperty() {
        assertThat(CommandRun.of("sweep", "--help").succeeded().out().replaceAll("\\s+", " "))
                .contains("(default: spark.master, or this machine)");
    }
}
