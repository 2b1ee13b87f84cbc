package org.tailback.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.MoreCollectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cli.CommandRun;

class DerivativesCommandTest {
    private static final String RING =
            CommandRun.repository("traces/examples/ring-8").toString();
    private static final String GOAL =
            CommandRun.repository("traces/examples/halo-4.goal").toString();

    @Test
    void derivatives_areSharesOfTheTime() {
        JsonNode result = CommandRun.json("replay", RING, "--derivatives");

        double sum = 0;
        for (JsonNode each : result.get("derivatives")) {
            double share = each.get("derivative").asDouble()
                    * each.get("value").asDouble()
                    / result.get("makespan").asDouble();
            assertThat(each.get("elasticity").asDouble()).isCloseTo(share, within(1e-12));
            assertThat(each.get("step").asDouble()).isEqualTo(1e-3);
            assertThat(each.get("side").asText()).isEqualTo("both");
            sum += each.get("unit").asText().equals("B/s") ? -share : share;
        }
        assertThat(sum).isCloseTo(1, within(1e-5));
    }

    /** The numbers are changed on the command line, by as much as the step. */
    @Test
    void latencyAndComputation_areQuotientsOfTwoReplays() {
        JsonNode result = CommandRun.json("replay", RING, "--derivatives");

        assertThat(derivative(result, "cost.latency"))
                .isCloseTo(
                        (makespan("--cost", "plogp:latency=10.01us") - makespan("--cost", "plogp:latency=9.99us"))
                                / 0.02e-6,
                        within(1e-6));
        assertThat(derivative(result, "compute.scale"))
                .isCloseTo(
                        (makespan("--compute-scale", "1.001") - makespan("--compute-scale", "0.999")) / 0.002,
                        within(1e-12));
    }

    /** Files of platforms with a little less and more latency, and a program with collective operations. */
    @ParameterizedTest
    @ValueSource(strings = {"lumi", "fat-tree-hdr", "zhu-two-racks"})
    void latencyOfPlatform_isTheQuotientOfReplaysOnTwoOthers(String platform, @TempDir Path folder) throws IOException {
        String text = Files.readString(CommandRun.repository("docs/platforms/" + platform + ".yaml"));
        Matcher latency = Pattern.compile("(?m)^[^#]*?\\blatency: ([\\d.]+) us").matcher(text);
        assertThat(latency.find()).isTrue();
        double microseconds = Double.parseDouble(latency.group(1));
        double[] makespans = new double[2];
        for (int i = 0; i < 2; i++) {
            Path file = folder.resolve(platform + i + ".yaml");
            String changed = Double.toString(microseconds * (i == 0 ? 0.999 : 1.001));
            Files.writeString(file, text.substring(0, latency.start(1)) + changed + text.substring(latency.end(1)));
            makespans[i] = onPlatform(file.toString()).get("makespan").asDouble();
        }

        double quotient = (makespans[1] - makespans[0]) / (0.002e-6 * microseconds);
        assertThat(derivative(onPlatform(platform, "--derivatives"), "cost.latency"))
                .isPositive()
                .isCloseTo(quotient, withinPercentage(1e-3));
    }

    private static JsonNode onPlatform(String platform, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "replay",
                CommandRun.repository("traces/examples/npb-cg-16").toString(),
                "--platform",
                platform,
                "--compute-speed",
                "10Gf"));
        words.addAll(List.of(more));
        return CommandRun.json(words.toArray(String[]::new));
    }

    private static double derivative(JsonNode result, String parameter) {
        return StreamSupport.stream(result.get("derivatives").spliterator(), false)
                .filter(each -> each.get("parameter").asText().equals(parameter))
                .collect(MoreCollectors.onlyElement())
                .get("derivative")
                .asDouble();
    }

    private static double makespan(String option, String value) {
        return CommandRun.json("replay", RING, option, value).get("makespan").asDouble();
    }

    @Test
    void tolerance_isWhatReplaysWithOtherNumbersTake(@TempDir Path folder) {
        Path chart = folder.resolve("chart.svg");
        JsonNode curve = CommandRun.json(
                        "replay", RING, "--tolerance", "latency=1x:3x:1x", "--tolerance-chart", chart.toString())
                .get("tolerance")
                .get(0);
        double tripled = CommandRun.json("replay", RING, "--cost", "plogp:latency=30us")
                .get("makespan")
                .asDouble();

        assertThat(curve.get("parameter").asText()).isEqualTo("cost.latency");
        assertThat(curve.get("points")).hasSize(3);
        assertThat(curve.get("points").get(2).get("makespan").asDouble()).isCloseTo(tripled, within(1e-12));
        assertThat(chart).content().contains("cost.latency");
    }

    @Test
    void threads_changeNothing() {
        assertThat(CommandRun.json("replay", RING, "--derivatives", "--threads", "1")
                        .get("derivatives"))
                .isEqualTo(CommandRun.json("replay", RING, "--derivatives", "--threads", "3")
                        .get("derivatives"));
    }

    /** The schedule computes for 450 us, beside which its messages end. */
    @Test
    void schedule_isReplayedToo() {
        JsonNode result = CommandRun.json("replay", GOAL, "--derivatives");

        assertThat(derivative(result, "compute.scale")).isCloseTo(450e-6, within(1e-12));
    }

    @Test
    void whatCannotBe_isRefused() {
        CommandRun.of("replay", GOAL, "--cost", "loggops", "--derivatives")
                .failed(2, "--derivatives", "loggops", "--platform");
        CommandRun.of("replay", RING, "--tolerance", "speed=1:2:1").failed(2, "speed", "cost.latency");
        CommandRun.of("replay", RING, "--tolerance", "latency=1:2:3").failed(2, "'1' has no unit", "is in s");
        CommandRun.of("replay", RING, "--tolerance", "latency=3us:1us:1us").failed(2, "latency=3us");
        CommandRun.of("replay", RING, "--tolerance-chart", "a.svg").failed(2, "--tolerance");
    }

    @Test
    void page_hasDerivativesLimitsAndCurves(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("page.html");
        JsonNode result =
                CommandRun.json("replay", RING, "--tolerance", "latency=1x:201x:50x", "--report", page.toString());
        String html = Files.readString(page);
        int at = html.indexOf("\"numbers\":");
        assertThat(at).isPositive();
        JsonNode numbers = new ObjectMapper().readTree(html.substring(at + "\"numbers\":".length()));

        assertThat(numbers.get("derivatives")).hasSameSizeAs(result.get("derivatives"));
        for (int i = 0; i < result.get("derivatives").size(); i++) {
            JsonNode row = numbers.get("derivatives").get(i);
            JsonNode each = result.get("derivatives").get(i);
            assertThat(row.get(0)).isEqualTo(each.get("parameter"));
            assertThat(row.get(2).asDouble()).isEqualTo(each.get("elasticity").asDouble());
        }
        JsonNode limits = result.get("tolerance").get(0).get("limits");
        assertThat(numbers.get("limits")).hasSameSizeAs(limits);
        assertThat(numbers.get("limits").get(0).get(1)).isEqualTo(limits.get(0).get("longer"));
        assertThat(html)
                .contains("How far may a number of the platform change?")
                .contains("cost.latency by derivative");
    }

    @Test
    void page_withoutThem_hasNoSectionFilled(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("page.html");
        CommandRun.of("replay", RING, "--report", page.toString()).succeeded();

        assertThat(Files.readString(page)).doesNotContain("\"numbers\":").doesNotContain("{{");
    }
}
