package org.tailback.cli.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;

class EvaluateCommandTest {
    private static final String MARTINASSO =
            CommandRun.repository("docs/measured/martinasso-2011-fig4.json").toString();

    private static final String LUMI =
            CommandRun.repository("docs/measured/lumi-collectives.json").toString();

    @TempDir
    Path folder;

    @Test
    void martinassoFig4_errorsAreThePrintedOnes() {
        JsonNode json = CommandRun.json("evaluate", MARTINASSO, "--model", "infiniband");
        JsonNode evaluation = json.get("evaluations").get(0);
        int[] printed = {-2, -2, -6, -6, -6};
        JsonNode graphB = evaluation.get("graphs").get(1);
        for (int i = 0; i < 5; i++) {
            assertThat((int) (100
                            * graphB.get("messages").get(i).get("relativeError").asDouble()))
                    .isEqualTo(printed[i]);
        }
        assertThat(evaluation.get("shareWithin10Percent").asDouble()).isEqualTo(1);
        assertThat(graphB.get("tasks").has("0")).isTrue();
    }

    @Test
    void text_hasGraphsTasksHistogramAndChart() throws IOException {
        Path chart = folder.resolve("chart.svg");
        Path histogram = folder.resolve("histogram.svg");
        Path bars = folder.resolve("bars.svg");
        String text = CommandRun.of(
                        "evaluate",
                        MARTINASSO,
                        "--model",
                        "infiniband",
                        "--model",
                        "max-min",
                        "--chart",
                        chart.toString(),
                        "--histogram-chart",
                        histogram.toString(),
                        "--graph-chart",
                        bars.toString())
                .succeeded()
                .out();
        assertThat(text)
                .contains("infiniband: mean error")
                .contains("max-min: mean error")
                .contains("Graph B");
        assertThat(Files.readString(chart)).contains("<svg", "infiniband", "measured");
        assertThat(Files.readString(histogram)).contains("<svg", "relative error from", "max-min");
        assertThat(Files.size(bars)).isPositive();
        CommandRun.of("evaluate", MARTINASSO, "--model", "max-min", "--graph-chart", "x.pdf")
                .failed(2, "x.pdf", "a chart is written as .svg");
    }

    @Test
    void modelThatFails_isARowWithTheReason() {
        List<EvaluateOutput.Failed> failed = List.of(new EvaluateOutput.Failed("myrinet", "too many states"));
        StringWriter text = new StringWriter();
        StringWriter csv = new StringWriter();

        EvaluateOutput.text(List.of(), failed, new PrintWriter(text, true));
        EvaluateOutput.csv(List.of(), failed, csv);

        assertThat(text.toString()).startsWith("myrinet failed: too many states");
        assertThat(csv.toString().lines().toList())
                .hasSize(2)
                .satisfies(
                        lines -> assertThat(lines.get(0)).startsWith("model,").endsWith(",error"))
                .satisfies(
                        lines -> assertThat(lines.get(1)).startsWith("myrinet,").endsWith(",too many states"));
    }

    @Test
    void severalModels_theNearestIsTheVerdict() {
        JsonNode json = CommandRun.json("evaluate", MARTINASSO, "--model", "max-min", "--model", "infiniband");

        assertThat(json.get("verdict").get("choice").asText()).isEqualTo("infiniband");
        assertThat(json.get("failed")).isEmpty();
    }

    @Test
    void random_comparesTheAsymmetricPropertyAndRepeats() {
        String[] command = {"evaluate", "random", "--nodes", "10", "--racks", "2", "--repeat", "2", "--patterns", "20"};
        JsonNode json = CommandRun.json(command);
        JsonNode only = json.get("experiments").get(0);
        assertThat(only.get("messages").asInt()).isBetween(120, 280);
        assertThat(only.get("meanAbsoluteDifference").asDouble()).isPositive();
        assertThat(CommandRun.json(command)).isEqualTo(json);
        assertThat(only.get("shareWithin10Percent").asDouble()).isCloseTo(0.5, within(0.5));
    }

    @Test
    void random_severalNodesAndDraws_haveAnExperimentEach() throws IOException {
        Path chart = folder.resolve("nine.svg");
        JsonNode experiments = CommandRun.json(
                        "evaluate",
                        "random",
                        "--nodes",
                        "10,20",
                        "--repeat",
                        "1,2",
                        "--messages",
                        "100",
                        "--histogram-chart",
                        chart.toString())
                .get("experiments");

        assertThat(experiments).hasSize(4);
        for (JsonNode experiment : experiments) {
            int most = experiment.get("nodes").asInt() * experiment.get("draws").asInt();
            assertThat(experiment.get("messages").asInt()).isBetween(100, 99 + most);
        }
        assertThat(experiments.get(1).get("nodes").asInt()).isEqualTo(20);
        assertThat(Files.readString(chart)).contains("d = 2, |N| = 10");
    }

    @Test
    void random_edges_haveSoManyMessagesAPattern() {
        String text = CommandRun.of(
                        "evaluate",
                        "random",
                        "--nodes",
                        "9",
                        "--racks",
                        "1",
                        "--edges",
                        "1,3",
                        "--patterns",
                        "20",
                        "--model",
                        "infiniband",
                        "--model",
                        "max-min")
                .succeeded()
                .out();

        assertThat(text).startsWith("40 random patterns with 80 messages: infiniband against max-min");
        // one message alone: nothing slows it under either model
        assertThat(text).containsPattern("1 message, \\|N\\| = 9 +20 +20 +1 +0 % +0 % +0 %");
    }

    @Test
    void mistakes_areNamed() {
        CommandRun.of("evaluate", MARTINASSO).failed(2, "add --model NAME");
        CommandRun.of("evaluate", "nothing.json", "--model", "max-min")
                .failed(2, "there is no such file of measured graphs");
        CommandRun.of("evaluate", "random", "--nodes", "7", "--racks", "2")
                .failed(2, "--racks: expected a divisor of the 7 nodes, found 2");
        CommandRun.of("evaluate", "random", "--nodes", "1").failed(2, "--nodes: expected 2 or more, found 1");
        CommandRun.of("evaluate", "random", "--patterns", "0").failed(2, "--patterns: expected 1 or more, found 0");
        CommandRun.of("evaluate", "random", "--repeat", "0")
                .failed(2, "--repeat: expected whole numbers from 1, found 0");
        CommandRun.of("evaluate", "random", "--size", "0").failed(2, "--size: expected more than 0 B, found 0");
        CommandRun.of("evaluate", "random", "--nodes", "99999999999").failed(2, "--nodes", "99999999999");
        CommandRun.of("evaluate", "random", "--nodes", "2", "--racks", "1", "--patterns", "1")
                .failed(2, "none of the 1 patterns has a message", "Raise --patterns");
    }

    @Test
    void optionsOfRandomPatterns_elsewhereOrInContradiction_areRefused() {
        String[][] options = {
            {"--racks", "2"},
            {"--repeat", "1"},
            {"--edges", "5"},
            {"--patterns", "9"},
            {"--messages", "9"},
            {"--size", "1MB"}
        };
        for (String[] option : options) {
            CommandRun.of("evaluate", MARTINASSO, "--model", "infiniband", option[0], option[1])
                    .failed(2, option[0], "'evaluate random'");
            CommandRun.of("evaluate", "collectives", LUMI, "--platform", "lumi", option[0], option[1])
                    .failed(2, option[0], "'evaluate random'");
        }
        CommandRun.of("evaluate", MARTINASSO, "--model", "infiniband", "--nodes", "9")
                .failed(2, "--nodes", "'evaluate random'");
        CommandRun.of("evaluate", "random", "--edges", "5", "--repeat", "2")
                .failed(2, "--edges and --repeat are two ways to draw patterns");
    }

    @Test
    void collectives_lumi_areWithinTheErrorThatItsPlatformStates() {
        JsonNode json = CommandRun.json("evaluate", "collectives", LUMI, "--platform", "lumi");

        assertThat(json.get("cells")).hasSize(171);
        assertThat(json.get("left")).hasSize(60);
        assertThat(json.get("medianFactor").asDouble()).isLessThan(1.1);
        assertThat(json.get("medianFactorOfLarge").asDouble()).isLessThan(1.06);
        assertThat(json.get("closeChoices").asDouble()).isGreaterThan(0.95);
        assertThat(json.get("meanRegret").asDouble())
                .isLessThan(json.get("meanRegretOfLibrary").asDouble());
        assertThat(List.of("bandwidth", "latency", "overhead", "gap", "local", "closeChoices", "meanRegret"))
                .allMatch(json.get("baseline")::has);
        assertThat(json.get("baseline").get("medianFactor").asDouble())
                .isGreaterThan(json.get("medianFactor").asDouble());
        JsonNode cell = json.get("cells").get(0);
        assertThat(cell.get("predicted").asDouble() / cell.get("measured").asDouble())
                .isCloseTo(cell.get("ratio").asDouble(), within(1e-12));
        assertThat(cell.get("operation").asText()).isEqualTo("allreduce");
        assertThat(cell.get("ranks").asInt())
                .isEqualTo(cell.get("nodes").asInt() * cell.get("ranksPerNode").asInt());
        assertThat(List.of("run", "outside", "low", "high")).allMatch(cell::has);
        assertThat(cell.get("coverage").asDouble()).isEqualTo(0.9);
        assertThat(json.get("intervals").asInt()).isEqualTo(171);
        assertThat(json.get("coverage").asDouble()).isBetween(0.9, 1.0);
        assertThat(List.of("run", "nodes", "ranksPerNode", "bytes", "chosen", "best", "regret", "libraryRegret"))
                .allMatch(json.get("points").get(0)::has);
    }

    @Test
    void collectives_withoutPlatformOrFile_saysWhatIsMissing() {
        CommandRun.of("evaluate", "collectives", LUMI)
                .failed(2, "evaluate collectives needs a FILE of measured operations, and --platform");
        CommandRun.of("evaluate", "collectives", LUMI, "--platform", "lumi", "--graph-chart", "x.svg")
                .failed(2, "evaluate collectives takes at most one --model, and --chart as the only chart");
        CommandRun.of("evaluate", MARTINASSO, LUMI, "--model", "max-min")
                .failed(2, "evaluate takes one file of measured graphs");
    }
}
