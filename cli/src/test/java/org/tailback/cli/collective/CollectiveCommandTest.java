package org.tailback.cli.collective;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
                .failed(2, "no rules by size for scan");
        CommandRun.of("alltoall", "--ranks", "8", "--size", "1", "--platform", STAR, "--chart", "x.pdf")
                .failed(2, ".svg or .png");
        CommandRun.of("alltoall", "--ranks", "8", "--size", "1", "--platform", STAR, "--jitter-scale", "2")
                .failed(2, "--jitter-scale needs --jitter");
        CommandRun.of("alltoall", "--ranks", "8", "--size", "1", "--platform", STAR, "--jitter", "start=normal:1us")
                .failed(2, "--jitter:", "2 parameters");
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
