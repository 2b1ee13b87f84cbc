package org.tailback.cli.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;

class GraphCommandTest {
    /** Martinasso and Mehaut 2011, Fig. 3. */
    private static final String FIGURE_3 = "a:0>1 b:0>2 c:0>3 d:4>3 e:4>5 f:6>5";

    @TempDir
    private Path folder;

    private static JsonNode figure3(String... more) {
        return CommandRun.json(Stream.concat(
                        Stream.of(
                                "graph",
                                FIGURE_3,
                                "--model",
                                "infiniband",
                                "--size",
                                "20MiB",
                                "--reference-time",
                                "10.706ms"),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    private static double[] each(JsonNode items, String field) {
        return StreamSupport.stream(items.spliterator(), false)
                .mapToDouble(item -> item.get(field).asDouble())
                .toArray();
    }

    @Test
    void figure3_penaltiesFinishTimesAndBytesLeft() {
        JsonNode result = figure3();

        assertThat(each(result.get("edges"), "penalty"))
                .containsExactly(new double[] {3.5, 3.5, 3.5, 10.0 / 3, 10.0 / 3, 1.5}, within(1e-12));
        assertThat(each(result.get("edges"), "finish"))
                .containsExactly(
                        new double[] {0.0363749, 0.0363749, 0.0363749, 0.0297984, 0.0297984, 0.016059}, within(1e-7));
        JsonNode steps = result.get("steps");
        assertThat(steps.get(0).get("remainingBytes").get("a").asDouble()).isCloseTo(11983725.7, within(0.05));
        assertThat(steps.get(0).get("remainingBytes").get("d").asDouble()).isCloseTo(11534336, within(0.05));
        assertThat(steps.get(1).get("remainingBytes").get("a").asDouble()).isCloseTo(4294168.4, within(0.05));
    }

    @Test
    void json_fieldsOfTheContract() {
        JsonNode result = figure3();

        assertThat(ImmutableList.copyOf(result.fieldNames())).containsExactly("model", "edges", "steps", "warnings");
        assertThat(result.get("model").asText()).isEqualTo("infiniband");
        assertThat(result.get("edges"))
                .hasSize(6)
                .allSatisfy(edge -> assertThat(ImmutableList.copyOf(edge.fieldNames()))
                        .containsExactly("id", "source", "destination", "bytes", "start", "penalty", "finish"));
        assertThat(result.get("edges").get(0).get("source").isTextual()).isTrue();
        assertThat(result.get("steps"))
                .hasSize(3)
                .allSatisfy(step -> assertThat(ImmutableList.copyOf(step.fieldNames()))
                        .containsExactly("from", "to", "penalties", "remainingBytes", "rates", "ended"));
        assertThat(ImmutableList.copyOf(
                        result.get("steps").get(1).get("penalties").fieldNames()))
                .containsExactly("a", "b", "c", "d", "e");
        assertThat(result.get("steps").get(0).get("ended").get(0).asText()).isEqualTo("f");
    }

    @Test
    void explain_treeWhoseValueIsTheRate() {
        JsonNode explanation = figure3("--explain").get("explanations").get("a");

        assertThat(ImmutableList.copyOf(explanation.fieldNames())).containsExactly("name", "value", "formula", "parts");
        assertThat(explanation.get("value").asDouble()).isCloseTo(1 / 3.5, within(1e-12));
        assertThat(explanation.get("parts").toString()).contains("\"value\":3.5");
    }

    @Test
    void text_tableBarsStepsAndExplanation() {
        CommandRun run = CommandRun.of("graph", FIGURE_3, "--model", "infiniband", "--explain")
                .succeeded();

        assertThat(run.out().lines().findFirst())
                .contains("6 messages under infiniband take 3.398 s; largest first penalty 3.5 (a, b, c)");
        assertThat(run.out()).contains("|3.5---", "|3.333--", "1.5 s", "outgoing messages of node 0 3");
        assertThat(run.out().lines()).noneMatch(line -> line.endsWith(" "));
    }

    @Test
    void text_oneMessage_takes() {
        CommandRun run = CommandRun.of("graph", "a:0>1", "--model", "max-min").succeeded();

        assertThat(run.out()).startsWith("1 message under max-min takes 1 s;");
    }

    @Test
    void csv_oneRowPerEdge() {
        CommandRun run = CommandRun.of(
                        "graph",
                        "a:0>1*1MB b:0>2*1MB",
                        "--model",
                        "infiniband",
                        "--format",
                        "csv",
                        "--bandwidth",
                        "1GB/s")
                .succeeded();

        assertThat(run.out().lines())
                .containsExactly(
                        "id,source,destination,bytes,start,penalty,finish",
                        "a,0,1,1000000,0,2,0.002",
                        "b,0,2,1000000,0,2,0.002");
    }

    /** The default: the default size takes one second alone. */
    @Test
    void withoutReference_defaultSizeTakesASecond() {
        JsonNode result = CommandRun.json("graph", "a:0>1 b:2>3*5MB", "--model", "uncontended", "--size", "10MB");

        assertThat(each(result.get("edges"), "finish")).containsExactly(new double[] {1, 0.5}, within(1e-12));
    }

    @Test
    void file_sameAsInline() throws Exception {
        Path file = Files.writeString(
                folder.resolve("figure3.graph"), "# Fig. 3\na:0>1 b:0>2\nc:0>3 # third\nd:4>3 e:4>5\nf:6>5\n");

        assertThat(CommandRun.json("graph", file.toString(), "--model", "infiniband"))
                .isEqualTo(CommandRun.json("graph", FIGURE_3, "--model", "infiniband"));
    }

    @Test
    void platform_modelAndNodeNames() {
        JsonNode result =
                CommandRun.json("graph", "a:X1>Y1 b:X2>Y2", "--platform", CommandRun.platform("zhu-two-racks.yaml"));

        assertThat(result.get("model").asText()).isEqualTo("hierarchical-ethernet");
        CommandRun.of("graph", "a:X1>Z1", "--platform", CommandRun.platform("zhu-two-racks.yaml"))
                .failed(2, "Z1", "X1 to X15");
    }

    @Test
    void noModel_thoseThatExist() {
        CommandRun.of("graph", "a:0>1").failed(2, "--model", "infiniband", "myrinet");
    }

    @Test
    void malformedGraph_wordAndColumn() {
        CommandRun.of("graph", "a:0>1 b:0-2", "--model", "infiniband").failed(2, "column 7", "b:0-2");
        CommandRun.of("graph", "nonsense", "--model", "infiniband").failed(2, "nonsense");
    }

    @Test
    void malformedQuantities_optionNamed() {
        CommandRun.of("graph", "a:0>1", "--model", "infiniband", "--size", "20MiBB")
                .failed(2, "--size");
        CommandRun.of("graph", "a:0>1", "--model", "infiniband", "--bandwidth", "1GB")
                .failed(2, "--bandwidth");
        CommandRun.of("graph", "a:0>1", "--model", "infiniband", "--reference-time", "0s")
                .failed(2, "--reference-time", "above 0");
        CommandRun.of("graph", "a:0>1", "--model", "infiniband", "--reference-time", "1s", "--bandwidth", "1GB/s")
                .failed(2, "--bandwidth and --reference-time");
    }
}
