package org.tailback.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tailback.cli.CommandRun.repository;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cli.CommandRun;

/** What commands say of a run that leaves what its platform was measured with. */
class PlatformValidityTest {
    private static final String HALO = "halo:grid=8x8,bytes=256KiB,iterations=2";

    @TempDir
    private Path folder;

    private static List<String> texts(JsonNode list) {
        return Streams.stream(list).map(JsonNode::asText).toList();
    }

    /** Checks the contract: each entry of outside is a warning, too. Returns the entries. */
    private static List<String> outside(JsonNode result, JsonNode validity, String platform, String basis) {
        assertThat(validity.get("platform").asText()).isEqualTo(platform);
        assertThat(validity.get("basis").asText()).isEqualTo(basis);
        List<String> outside = texts(validity.get("outside"));
        assertThat(texts(result.get("warnings"))).containsAll(outside);
        return outside;
    }

    private static List<String> outside(JsonNode result, String platform, String basis) {
        return outside(result, result.get("validity"), platform, basis);
    }

    @Test
    void replay_haloOnFullNodesOfLumi_saysWhatWasMeasured() {
        String[] command = {"replay", HALO, "--platform", "lumi", "--ranks-per-node", "32"};
        String words = "32 ranks per node (measured: 1)";

        assertThat(outside(CommandRun.json(command), "lumi", "measured"))
                .containsExactly(words, "2 nodes (measured: 4 to 16)");
        CommandRun text = CommandRun.of(command).succeeded();
        assertThat(text.err()).contains("warning: " + words);
        assertThat(text.out()).contains("validity: lumi is extrapolated: " + words);
    }

    /** 2 iterations with 2 all-reduces each on 8 ranks. */
    @Test
    void replay_reductionsOnFullNodesWithoutLocalWork_areCounted() {
        String[] command = {
            "replay", "cg:grid=100x100,ranks=8,iterations=2", "--platform", "zhu-two-racks", "--ranks-per-node", "4"
        };
        String words = "32 reductions by up to 4 ranks of a node take no time";

        assertThat(CommandRun.of(command).succeeded().err()).contains(words);
        command[5] = "1";
        assertThat(CommandRun.of(command).succeeded().err()).doesNotContain("reductions by");
    }

    @Test
    void replay_inside_emptyAndSilent() {
        String[] command = {"replay", "ring:ranks=8,bytes=1MiB", "--platform", "lumi"};

        assertThat(outside(CommandRun.json(command), "lumi", "measured")).isEmpty();
        assertThat(CommandRun.of(command).succeeded().out()).doesNotContain("extrapolated");
    }

    @Test
    void replay_nominalPlatform_holdsForAllRuns() {
        assertThat(outside(CommandRun.json("replay", HALO, "--platform", "fat-tree-hdr"), "fat-tree-hdr", "nominal"))
                .isEmpty();
    }

    @Test
    void compare_1And16And64RanksANode_claimsNoTie() {
        String[] command = {
            "compare", HALO, "--platform", "lumi", "--ranks-per-node", "1,16,64", "--model-error", "400 %"
        };
        JsonNode result = CommandRun.json(command);

        assertThat(outside(result, result.get("validity").get(0), "lumi", "measured"))
                .contains(
                        "16 ranks per node (measured: 1)",
                        "64 ranks per node (measured: 1)",
                        "64 nodes (measured: 4 to 16)");
        assertThat(result.get("modelError").isNull()).isTrue();
        assertThat(result.get("rows")).hasSize(3).allSatisfy(row -> {
            assertThat(row.get("basis").asText()).isEqualTo("measured");
            assertThat(row.get("outside")).isNotEmpty();
        });
        assertThat(CommandRun.of(command).succeeded().out())
                .contains("No verdict: lumi is extrapolated (")
                .doesNotContain("less than the error");
    }

    @Test
    void compare_insideAndNominal_aTieByTheErrorAndTheBasisOfEachRow() {
        String[] command = {
            "compare",
            "ring:ranks=8,bytes=1MiB",
            "--platform",
            "lumi",
            "--platform",
            "fat-tree-hdr",
            "--model-error",
            "900 %"
        };
        assertThat(CommandRun.of(command).succeeded().out())
                .contains("less than the error of 900 %", "basis", "nominal", "measured");
        assertThat(CommandRun.json(command).get("validity")).hasSize(2);
    }

    @Test
    void collective_operationAndSizesAndNodes_andACaveatInTheRules() throws IOException {
        Path rules = folder.resolve("rules.conf");
        JsonNode result = CommandRun.json(
                "collective",
                "bcast",
                "--ranks",
                "32",
                "--size",
                "1B,64KiB",
                "--platform",
                "lumi",
                "--decision-rules",
                rules.toString());

        assertThat(outside(result, "lumi", "measured"))
                .containsExactly(
                        "32 nodes (measured: 4 to 16)",
                        "operation bcast (measured: allreduce, allgather, reduce)",
                        "sizes of 1 B to 64 KiB (measured: 16 B to 512 MiB)");
        assertThat(result.get("rules")).isNotEmpty().allSatisfy(rule -> {
            assertThat(rule.get("caveat").asText()).contains("extrapolated: 32 nodes");
            assertThat(rule.get("gain").asDouble()).isPositive();
            assertThat(rule.get("gainLow").isNull()).isTrue();
            assertThat(rule.get("gainHigh").isNull()).isTrue();
        });
        assertThat(Files.readString(rules))
                .contains("# platform parameters: measured; outside the measured domain (gains unknown): 32 nodes")
                .contains(", extrapolated: 32 nodes (measured: 4 to 16)")
                .doesNotContain(", gain ");
        assertThat(outside(
                        CommandRun.json(
                                "alltoall", "--algorithm", "A", "--ranks", "4", "--size", "1KiB", "--platform", "lumi"),
                        "lumi",
                        "measured"))
                .containsExactly("operation alltoall (measured: allreduce, allgather, reduce)");
    }

    @Test
    void jobs_besideAnother_neighbours() throws IOException {
        Path jobs = folder.resolve("jobs.yaml");
        Files.writeString(jobs, """
                platform: leonardo
                jobs:
                  - {name: a, trace: "ring:ranks=8,bytes=64KiB", nodes: 0-7}
                  - {name: b, trace: "ring:ranks=8,bytes=64KiB", nodes: 8-9, ranks-per-node: 4}
                """);
        JsonNode result = CommandRun.json("jobs", jobs.toString());
        String neighbours = "neighbours (measured: none)";
        String nodes = "2 nodes (measured: 4 to 512)";

        assertThat(outside(result, "leonardo", "measured")).containsExactly(neighbours, nodes);
        assertThat(result.get("jobs").findValuesAsText("basis")).containsExactly("measured", "measured");
        assertThat(texts(result.get("jobs").get(0).get("outside"))).containsExactly(neighbours);
        assertThat(texts(result.get("jobs").get(1).get("outside"))).containsExactly(nodes, neighbours);
        assertThat(CommandRun.of("jobs", jobs.toString(), "--format", "csv")
                        .succeeded()
                        .out())
                .contains("basis", ",measured");
    }

    @Test
    void place_outside_noGainAndTheReason() {
        String[] command = {"place", "ring:ranks=2,bytes=1MiB", "--platform", "lumi", "--budget", "4"};
        JsonNode result = CommandRun.json(command);

        assertThat(result.get("basis").asText()).isEqualTo("measured");
        assertThat(texts(result.get("outside"))).isNotEmpty().isEqualTo(outside(result, "lumi", "measured"));
        assertThat(CommandRun.of(command).succeeded().out())
                .contains("lumi (measured, extrapolated)")
                .doesNotContain("faster");
    }

    @Test
    void evaluateCollectives_eachCellHasItsRunAndWhatIsOutside() throws IOException {
        Path measured = Files.writeString(folder.resolve("cells.json"), """
                {"cells": [
                  {"run": "monday/0", "operation": "allreduce", "algorithm": "ring", "tailback": "ring", "nodes": 8,
                   "bytes": 1048576, "median": 0.001},
                  {"operation": "allreduce", "algorithm": "ring", "tailback": "ring", "nodes": 4, "ppn": 2,
                   "bytes": 1048576, "median": 0.001}]}
                """);
        JsonNode result = CommandRun.json("evaluate", "collectives", measured.toString(), "--platform", "lumi");
        JsonNode cells = result.get("cells");
        String two = "2 ranks per node (measured: 1)";

        assertThat(outside(result, "lumi", "measured")).containsExactly(two);
        assertThat(cells.findValuesAsText("run")).containsExactly("monday/0", "");
        assertThat(cells.findValuesAsText("ranks")).containsExactly("8", "8");
        assertThat(cells.findValuesAsText("ranksPerNode")).containsExactly("1", "2");
        assertThat(texts(cells.get(0).get("outside"))).isEmpty();
        assertThat(texts(cells.get(1).get("outside"))).containsExactly(two);
    }

    @Test
    void sweep_rowsHaveTheirBasis() throws IOException {
        Path study = folder.resolve("study.yaml");
        Files.writeString(study, """
                workloads: [{trace: "ring:ranks=32,bytes=64KiB"}]
                platforms: [lumi, star-10g]
                """);
        JsonNode result = CommandRun.json("sweep", study.toString());
        assertThat(outside(result, result.get("validity").get(0), "lumi", "measured"))
                .containsExactly("32 nodes (measured: 4 to 16)");
        assertThat(result.get("rows").findValuesAsText("basis")).containsExactly("measured", "nominal");
    }

    @Test
    void place_graph_training_evaluate_sayIt() {
        assertThat(outside(
                        CommandRun.json(
                                "place",
                                "ring:ranks=4,bytes=1KiB",
                                "--platform",
                                "lumi",
                                "--budget",
                                "4",
                                "--placement",
                                "block:ranks-per-node=2"),
                        "lumi",
                        "measured"))
                .anyMatch(entry -> entry.endsWith("(measured: 4 to 16)") || entry.endsWith("(measured: 1)"));
        assertThat(outside(CommandRun.json("graph", "a:0>1", "--platform", "lumi"), "lumi", "measured"))
                .containsExactly("2 nodes (measured: 4 to 16)");
        assertThat(outside(
                        CommandRun.json(
                                "evaluate",
                                "collectives",
                                repository("docs/measured/marenostrum5-nccl.json")
                                        .toString(),
                                "--platform",
                                "marenostrum5-gpu"),
                        "marenostrum5-gpu",
                        "measured"))
                .isEmpty();
    }

    /** InfiniBand's penalties stretch times that were measured on Gigabit Ethernet. */
    @ParameterizedTest
    @CsvSource({
        "--model, infiniband, 'sharing infiniband, with the numbers of another model (paper: gigabit-ethernet)'",
        "--cost, hockney:latency=1us, 'cost hockney, with the numbers of another model (paper: plogp)'"
    })
    void modelOfAnotherNetwork_isOutside(String option, String value, String words) {
        String trace = repository("traces/examples/ring-8").toString();
        assertThat(outside(
                        CommandRun.json("replay", trace, "--platform", "vienne-gige", option, value),
                        "vienne-gige",
                        "paper"))
                .containsExactly(words);
    }

    @Test
    void replay_notes_whoseComputationAndThatNothingCrossesTheNetwork() {
        String recorded = "computation as recorded on the traced machine (--compute-scale)";
        String inside = "all ranks on one node: no message crosses the network";
        String trace = repository("traces/examples/heat-8").toString();

        String[] one = {"replay", trace, "--platform", "lumi", "--ranks-per-node", "8"};
        assertThat(texts(CommandRun.json(one).get("notes"))).containsExactly(recorded, inside);
        assertThat(CommandRun.of(one).succeeded().out()).contains(recorded, inside);
        assertThat(texts(CommandRun.json("replay", trace, "--platform", "lumi", "--compute-scale", "0.5")
                        .get("notes")))
                .containsExactly("computation as recorded on the traced machine, times 0.5 (--compute-scale)");
        assertThat(texts(CommandRun.json("replay", HALO, "--platform", "lumi").get("notes")))
                .isEmpty();
    }

    @Test
    void replay_loggops_whichEngineRan() {
        String schedule = repository("traces/examples/halo-4.goal").toString();
        String[] alone = {"replay", schedule, "--cost", "loggops"};
        String[] shared = {"replay", schedule, "--cost", "loggops", "--model", "max-min"};

        assertThat(CommandRun.json(alone).get("engine").asText()).isEqualTo("loggops");
        assertThat(CommandRun.json(shared).get("engine").asText()).isEqualTo("network");
        assertThat(CommandRun.of(alone).out()).containsPattern("engine +loggops");
        assertThat(CommandRun.of(shared).out()).containsPattern("engine +network");
    }

    @Test
    void reports_haveTheWarningsAndTheSectionInWords() throws IOException {
        Path page = folder.resolve("page.html");
        CommandRun.of("replay", HALO, "--platform", "lumi", "--ranks-per-node", "32", "--report", page.toString())
                .succeeded();
        assertThat(Files.readString(page)).contains("32 ranks per node (measured: 1)", "4 to 16 nodes");
    }
}
