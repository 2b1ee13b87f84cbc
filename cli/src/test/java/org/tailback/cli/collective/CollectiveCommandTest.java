package org.tailback.cli.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;

class CollectiveCommandTest {
    private static final String STAR = CommandRun.platform("star-10g.yaml");
    private static final String TABLE_2 = CommandRun.platform("plogpt-table2-bidirectional.yaml");

    @TempDir
    Path folder;

    @Test
    void everyOperation_allAlgorithms_haveTimes() {
        for (String operation : List.of(
                "bcast",
                "reduce",
                "allreduce",
                "gather",
                "scatter",
                "allgather",
                "reducescatter",
                "scan",
                "alltoallv")) {
            JsonNode rows = CommandRun.json(
                            "collective", operation, "--ranks", "8", "--size", "1KiB", "--platform", STAR)
                    .get("rows");

            assertThat(rows.size()).as(operation).isGreaterThan(1);
            assertThat(rows)
                    .allSatisfy(row -> assertThat(row.get("time").asDouble()).isPositive());
        }
    }

    private static List<String> algorithms(String platform, String... more) {
        String[] allreduce = {"collective", "allreduce", "--ranks", "4", "--size", "1MB", "--platform", platform};
        return CommandRun.json(
                        Stream.concat(Stream.of(allreduce), Stream.of(more)).toArray(String[]::new))
                .get("rows")
                .findValuesAsText("algorithm");
    }

    /** NCCL does not run in host memory. */
    @Test
    void algorithms_ofGpus_areComparedWhereTheyAreOrIfAskedFor() {
        assertThat(algorithms("dgx-h100")).contains("nccl-ring", "recursive-doubling");
        assertThat(algorithms("leonardo")).contains("recursive-doubling").noneMatch(name -> name.startsWith("nccl"));
        for (String platform : List.of("leonardo", "dgx-h100")) {
            assertThat(algorithms(platform, "--algorithm", "nccl-tree")).containsExactly("nccl-tree");
            assertThat(algorithms(
                            platform,
                            "--decision-rules",
                            folder.resolve("rules").toString()))
                    .isEqualTo(algorithms(platform));
        }
    }

    @Test
    void alltoallAsCollective_isAlltoall() {
        String[] rest = {"--algorithm", "A,B,ring", "--ranks", "4", "--size", "4KiB", "--platform", TABLE_2};
        List<String> first = new ArrayList<>(List.of("alltoall"));
        List<String> second = new ArrayList<>(List.of("collective", "alltoall"));
        first.addAll(List.of(rest));
        second.addAll(List.of(rest));

        assertThat(CommandRun.json(second.toArray(String[]::new)))
                .isEqualTo(CommandRun.json(first.toArray(String[]::new)));
    }

    private static JsonNode ring(String... options) {
        List<String> all = new ArrayList<>(List.of("collective", "allreduce", "--algorithm", "ring", "--size", "8KiB"));
        all.addAll(List.of(options));
        return CommandRun.json(all.toArray(String[]::new)).get("rows");
    }

    /**
     * Ring allreduce of 8 KiB on 8 ranks is 14 steps of 1 KiB. Within a node a step takes 1 us + 1024 B / 1 GB/s, and
     * between nodes the slower 10 us + 1024 B / 1.25 GB/s, which sets the injection rate once a ring spans nodes.
     */
    @Test
    void ranksPerNode_rowsOfEach_messagesInsideANodeGoByItsPath() throws IOException {
        Path platform = Files.writeString(folder.resolve("cores.yaml"), """
            cluster: {nodes: 8, cores-per-node: 8}
            network: {model: max-min, bandwidth: 1.25 GB/s}
            cost: {model: plogp, latency: 10 us, bandwidth: 1.25 GB/s}
            intra-node: {latency: 1 us, bandwidth: 1 GB/s}
            """);

        JsonNode rows = ring("--ranks", "8", "--ranks-per-node", "1,8", "--platform", platform.toString());

        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).get("ranksPerNode").asInt()).isEqualTo(1);
        assertThat(rows.get(0).get("time").asDouble()).isCloseTo(14 * (10e-6 + 1024 / 1.25e9), within(1e-9));
        assertThat(rows.get(1).get("ranksPerNode").asInt()).isEqualTo(8);
        assertThat(rows.get(1).get("time").asDouble()).isCloseTo(14 * (1e-6 + 1024 / 1e9), within(1e-9));
        assertThat(ring("--ranks", "16", "--platform", platform.toString())
                        .get(0)
                        .get("ranksPerNode")
                        .asInt())
                .as("round-robin over 8 nodes")
                .isEqualTo(2);
    }

    /** The fat tree has 4 leaf switches with 16 nodes each: 16 nodes in a row are on one. */
    @Test
    void nodesAndAllocation_areThePlacement() throws IOException {
        String lines =
                IntStream.rangeClosed(1, 16).mapToObj(i -> 64 - 4 * i + "\n").collect(Collectors.joining());
        String allocation =
                Files.writeString(folder.resolve("nodes.txt"), lines).toString();

        JsonNode contiguous = onFatTree("--nodes", "16");
        JsonNode spread = onFatTree("--nodes", "16", "--node-choice", "spread");

        assertThat(contiguous).isEqualTo(onFatTree("--placement", "block:nodes=16"));
        assertThat(spread.get(0).get("time").asDouble())
                .isGreaterThan(contiguous.get(0).get("time").asDouble());
        assertThat(onFatTree("--allocation", allocation))
                .as("every fourth, downwards")
                .isEqualTo(spread);
        assertThat(onFatTree("--nodes", "16", "--node-choice", "drawn:3").get(0).get("time"))
                .isEqualTo(onFatTree("--nodes", "16", "--node-choice", "drawn", "--seed", "3")
                        .get(0)
                        .get("time"))
                .isNotEqualTo(contiguous.get(0).get("time"));
    }

    private static JsonNode onFatTree(String... options) {
        List<String> all = new ArrayList<>(List.of("--ranks", "16", "--platform", "smpi-fattree"));
        all.addAll(List.of(options));
        return ring(all.toArray(String[]::new));
    }

    @Test
    void nodeOptions_contradictions_said() {
        String[] start = {"collective", "allreduce", "--ranks", "8", "--size", "1KiB", "--platform", "vienne-gige"};
        for (String[] wrong : new String[][] {
            {"--ranks-per-node 4", "--ranks 8: 4 ranks per node, but the platform has 2 cores per node"},
            {"--nodes 0", "--nodes: expected 1 or more"},
            {"--nodes 2 --placement random", "--placement random: --ranks-per-node, --nodes"},
            {"--nodes 2 --allocation x", "--allocation: the file lists the nodes that are used"},
            {"--node-choice spraed", "--node-choice: unknown choice of nodes 'spraed'. Did you mean 'spread'"},
            {"--ranks-per-node 0", "--ranks-per-node"}
        }) {
            List<String> all = new ArrayList<>(List.of(start));
            all.addAll(List.of(wrong[0].split(" ")));
            CommandRun.of(all.toArray(String[]::new)).failed(2, wrong[1]);
        }
    }

    private JsonNode rules(String... options) {
        List<String> all = new ArrayList<>(List.of("collective", "bcast", "--ranks", "8", "--size", "1KiB,64KiB"));
        all.addAll(List.of("--decision-rules", folder.resolve("rules").toString()));
        all.addAll(List.of(options));
        return CommandRun.json(all.toArray(String[]::new));
    }

    @Test
    void decisionRules_jsonHasEveryCellWithItsGain() throws IOException {
        JsonNode rules = rules("--platform", STAR).get("rules");

        assertThat(rules).hasSize(2).allSatisfy(rule -> {
            double gain = rule.get("gain").asDouble();
            assertThat(gain)
                    .isCloseTo(
                            rule.get("defaultTime").asDouble()
                                    / rule.get("time").asDouble(),
                            within(1e-12));
            // no range of what was never compared with a measurement
            assertThat(rule.get("caveat").asText()).contains("prediction only");
            assertThat(rule.get("gainLow").isNull()).isTrue();
            assertThat(rule.get("gainHigh").isNull()).isTrue();
            assertThat(rule.get("isRule").asBoolean()).isEqualTo(gain > 1.1);
            assertThat(rule.get("algorithm"))
                    .isEqualTo(rule.get("isRule").asBoolean() ? rule.get("fastest") : rule.get("default"));
        });
        assertThat(rules.findValuesAsText("bytes")).containsExactly("1024", "65536");
        assertThat(Files.readString(folder.resolve("rules")))
                .startsWith("# fastest algorithms of bcast, predicted by tailback on " + STAR)
                .contains("for Open MPI 4.1", "--mca coll_tuned_dynamic_rules_filename");
    }

    @Test
    void modelError_ofTheOptionThenOfThePlatformsResiduals() throws IOException {
        Path platform = Files.writeString(
                folder.resolve("p.yaml"),
                Files.readString(Path.of(STAR)) + "residuals: {coverage: 90 %, factors: ["
                        + "{operation: other, low: 0.5, high: 1.5, ratio: 11}]}\n");

        JsonNode ofPlatform = rules("--platform", platform.toString());
        JsonNode ofOption = rules("--platform", platform.toString(), "--model-error", "0");

        assertThat(ofPlatform.get("rows")).allSatisfy(row -> {
            assertThat(row.get("low").asDouble())
                    .isCloseTo(0.5 * row.get("time").asDouble(), within(1e-12));
            assertThat(row.get("high").asDouble())
                    .isCloseTo(1.5 * row.get("time").asDouble(), within(1e-12));
            assertThat(row.get("coverage").asDouble()).isEqualTo(0.9);
        });
        assertThat(ofPlatform.get("rules").findValuesAsText("isRule")).containsOnly("false");
        assertThat(ofPlatform.get("warnings").toString())
                .contains("no algorithm is faster than the library's own choices");
        assertThat(ofOption.get("rules").findValuesAsText("isRule")).contains("true");
    }

    @Test
    void modelError_withoutRules_decides() {
        String[] command = {
            "alltoall", "--algorithm", "bruck,linear", "--ranks", "8", "--size", "64KiB", "--platform", STAR
        };
        assertThat(CommandRun.of(command).succeeded().out())
                .contains("No verdict: linear and bruck differ by", "less than the coarse error of nominal stars");
        String[] withError = Arrays.copyOf(command, command.length + 2);
        withError[command.length] = "--model-error";
        withError[command.length + 1] = "5%";
        assertThat(CommandRun.of(withError).succeeded().out()).contains("take linear: ", "beyond the error of 5.0 %");
    }

    @Test
    void rulesFormats_eachWritesItsFile() throws IOException {
        String[][] starts = {
            {"openmpi", "# fastest"},
            {"openmpi-2", "rule-file-version-2\n# fastest"}
        };
        for (String[] start : starts) {
            rules("--platform", STAR, "--rules-format", start[0]);
            assertThat(Files.readString(folder.resolve("rules"))).as(start[0]).startsWith(start[1]);
        }
    }

    @Test
    void retiredRulesFormats_areRefusedWithThoseThatAreWritten() {
        for (String format : List.of("han", "openmpi-json", "mpich")) {
            CommandRun.of(
                            "collective",
                            "bcast",
                            "--ranks",
                            "8",
                            "--size",
                            "1",
                            "--platform",
                            STAR,
                            "--decision-rules",
                            folder.resolve("rules").toString(),
                            "--rules-format",
                            format)
                    .failed(2, "'" + format + "' is no longer written", "openmpi-2");
        }
    }

    @Test
    void ranksThatAreNoPowerOfTwo_algorithmsThatCannotAreLeftOutAndNamed() {
        JsonNode result = CommandRun.json("alltoall", "--ranks", "6", "--size", "1KiB", "--platform", TABLE_2);

        assertThat(result.get("warnings").toString()).contains("A does not work with 6 ranks and was left out");
        assertThat(result.get("rows"))
                .noneMatch(row -> row.get("algorithm").asText().equals("A"));
    }

    @Test
    void barrier_hasNoSize() {
        assertThat(CommandRun.json("collective", "barrier", "--ranks", "8", "--platform", STAR)
                        .get("rows"))
                .isNotEmpty();
        CommandRun.of("collective", "barrier", "--ranks", "8", "--size", "1", "--platform", STAR)
                .failed(2, "--size has no meaning for barrier");
        CommandRun.of("collective", "bcast", "--ranks", "8", "--platform", STAR).failed(2, "--size is needed");
    }

    @Test
    void mistakes_areNamed() {
        CommandRun.of("collective", "bcst", "--ranks", "8", "--size", "1", "--platform", STAR)
                .failed(2, "Did you mean 'bcast'");
        CommandRun.of(
                        "collective",
                        "bcast",
                        "--algorithm",
                        "binomal",
                        "--ranks",
                        "8",
                        "--size",
                        "1",
                        "--platform",
                        STAR)
                .failed(2, "Did you mean 'binomial'");
        CommandRun.of("collective", "scan", "--ranks", "8", "--size", "1", "--platform", STAR, "--decision-rules", "x")
                .failed(2, "does not read rules by size for scan");
        CommandRun.of("alltoall", "--ranks", "8", "--size", "1", "--platform", STAR, "--chart", "x.pdf")
                .failed(2, "a chart is written as .svg");
        CommandRun.of("alltoall", "--ranks", "8", "--size", "1", "--platform", STAR, "--jitter-scale", "2")
                .failed(2, "--jitter-scale needs --jitter");
        CommandRun.of("alltoall", "--ranks", "8", "--size", "1", "--platform", STAR, "--jitter", "start=normal:1us")
                .failed(2, "--jitter:", "expected normal:mean:deviation");
    }

    /** models.md section 1: the threshold of height 2 is 18203.775 B. */
    @Test
    void crossovers_tableII_afterTheThreshold() {
        JsonNode result = CommandRun.json(
                "alltoall",
                "--algorithm",
                "A,B",
                "--ranks",
                "4,8",
                "--size",
                "16KiB,32KiB",
                "--platform",
                TABLE_2,
                "--crossovers");

        assertThat(result.get("crossovers")).hasSize(2).allSatisfy(crossover -> {
            assertThat(crossover.get("from").asText()).isEqualTo("B");
            assertThat(crossover.get("to").asText()).isEqualTo("A");
            assertThat(crossover.get("bytes").asInt()).isEqualTo(18204);
        });
    }

    @Test
    void policies_areComparedWithEachOther() {
        JsonNode rows = CommandRun.json(
                        "alltoall",
                        "--algorithm",
                        "B",
                        "--ranks",
                        "8",
                        "--size",
                        "64KiB",
                        "--platform",
                        TABLE_2,
                        "--loss",
                        "tail-drop:policy=same-destination",
                        "--loss",
                        "tail-drop:policy=any-start",
                        "--loss",
                        "none")
                .get("rows");

        assertThat(rows)
                .extracting(row -> row.get("loss").asText())
                .containsExactly("tail-drop:policy=same-destination", "tail-drop:policy=any-start", "none");
        assertThat(rows.get(2).get("time").asDouble())
                .isLessThan(rows.get(0).get("time").asDouble());
    }

    @Test
    void jitter_strengths_areRowsWithDistributions() throws Exception {
        Path chart = folder.resolve("timeouts.svg");
        String[] command = {
            "alltoall",
            "--algorithm",
            "A",
            "--ranks",
            "16",
            "--size",
            "16KiB",
            "--platform",
            TABLE_2,
            "--jitter",
            "start=exponential:50us",
            "--jitter-scale",
            "0,1",
            "--replications",
            "30",
            "--timeout-chart",
            chart.toString()
        };
        JsonNode rows = CommandRun.json(command).get("rows");

        assertThat(rows.get(0).get("replications").asInt()).isEqualTo(1);
        assertThat(rows.get(0).get("timeoutProbability").asDouble()).isZero();
        assertThat(rows.get(0).get("timeoutProbabilityHigh").asDouble())
                .as("it is certain")
                .isZero();
        JsonNode shaken = rows.get(1);
        assertThat(shaken.get("replications").asInt()).isEqualTo(30);
        assertThat(shaken.get("timeoutProbability").asDouble()).isBetween(0.05, 0.95);
        assertThat(shaken.get("quantile05").asDouble())
                .isLessThan(shaken.get("median").asDouble());
        assertThat(Files.readString(chart)).contains("strength of the jitter");
        assertThat(CommandRun.json(command).get("rows")).as("same seed").isEqualTo(rows);
    }

    @Test
    void until_narrowInterval_stopsEarly() {
        JsonNode rows = CommandRun.json(
                        "alltoall",
                        "--algorithm",
                        "B",
                        "--ranks",
                        "4",
                        "--size",
                        "1KiB",
                        "--platform",
                        TABLE_2,
                        "--jitter",
                        "latency=uniform:0:1us",
                        "--replications",
                        "1000",
                        "--until",
                        "0.05")
                .get("rows");

        assertThat(rows.get(0).get("replications").asInt()).isEqualTo(10);
    }

    @Test
    void verdict_factorsWithoutRatio_saysThatTheRatioWasNeverMeasured() {
        assertThat(sentence(
                        "--ranks",
                        "48",
                        "--ranks-per-node",
                        "24",
                        "--size",
                        "8,1MiB",
                        "--platform",
                        "archer",
                        "--algorithm",
                        "recursive-doubling,rabenseifner"))
                .contains("No verdict: the error of the ratio of two algorithms was never measured on archer")
                .doesNotContain("is not known");
    }

    /** 5 ranks one after the other on 4 nodes: 2, 1, 1, 1. */
    @Test
    void verdict_unequalNodes_countsThoseThatThePlacementUses() throws IOException {
        Path four = Files.writeString(folder.resolve("four.yaml"), """
                cluster: {nodes: 4, cores-per-node: 2}
                network: {model: max-min, bandwidth: 1 GB/s}
                cost: {model: hockney, latency: 10 us, bandwidth: 1 GB/s}
                """);

        assertThat(sentence("--ranks", "5", "--size", "8", "--platform", four.toString(), "--algorithm", "ring"))
                .contains("2 per node on 4 nodes");
    }

    private static String sentence(String... rest) {
        return CommandRun.json(Stream.concat(Stream.of("collective", "allreduce"), Stream.of(rest))
                        .toArray(String[]::new))
                .get("verdict")
                .get("sentence")
                .asText();
    }

    @Test
    void chart_isWritten() throws Exception {
        Path chart = folder.resolve("fig17.svg");

        CommandRun.of(
                        "alltoall",
                        "--algorithm",
                        "A,B",
                        "--ranks",
                        "4,8",
                        "--size",
                        "1KiB:64KiB:x4",
                        "--platform",
                        TABLE_2,
                        "--closed-form",
                        "--chart",
                        chart.toString())
                .succeeded();

        assertThat(Files.readString(chart)).contains("A, 4 ranks", "B, 8 ranks", "B, 8 ranks, formula plogp");
    }
}
