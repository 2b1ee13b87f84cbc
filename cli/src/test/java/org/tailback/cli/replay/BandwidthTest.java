package org.tailback.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cli.CommandRun;

/** One meaning of bandwidth: the cost says how fast one message goes by itself, the network what links carry. */
class BandwidthTest {
    private static final String ALL_PAIRS = "all-pairs:ranks=8,bytes=1MB,sizes=equal";
    private static final String ONE_GB = "ring:ranks=4,bytes=1GB";
    private static final String STAR = CommandRun.platform("star-10g.yaml");
    private static final String GIGE = CommandRun.platform("vienne-gige.yaml");

    @TempDir
    private Path folder;

    private static JsonNode replay(String program, String platform, String... more) {
        return CommandRun.json(Stream.concat(Stream.of("replay", program, "--platform", platform), Stream.of(more))
                .toArray(String[]::new));
    }

    private static double makespan(String program, String platform, String... more) {
        return replay(program, platform, more).get("makespan").asDouble();
    }

    private String platform(String text) throws IOException {
        Path file = folder.resolve("platform.yaml");
        Files.writeString(file, text);
        return file.toString();
    }

    /** Latency: 10 us under all of them, but under smpi it is the cost's of this platform too. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-min:bandwidth=",
                "largest-share:bandwidth=",
                "hierarchical-ethernet:nic-bandwidth=",
                "smpi:link-latency=5us,bandwidth="
            })
    void modelsBandwidth_belowTheCosts_timesInInverseProportion(String model) {
        double fastest = makespan(ALL_PAIRS, STAR, "--model", model + "10Gbit/s") - 10e-6;
        assertThat(fastest).isGreaterThan(7e6 / 1.25e9 * (1 - 1e-9));
        for (double gigabits : new double[] {1, 2.5, 5}) {
            assertThat(makespan(ALL_PAIRS, STAR, "--model", model + gigabits + "Gbit/s") - 10e-6)
                    .as("%s%s Gbit/s", model, gigabits)
                    .isCloseTo(fastest * 10 / gigabits, within(1e-9));
        }
    }

    @Test
    void contention_messagesAloneOverNarrowLinks_costsNothing() {
        JsonNode result = replay(ONE_GB, STAR, "--model", "max-min:bandwidth=1Gbit/s");

        assertThat(result.get("makespan").asDouble()).isCloseTo(8.00001, within(1e-9));
        assertThat(result.get("lostToContention").asDouble()).isCloseTo(0, within(1e-9));
    }

    @Test
    void fairTree_edgesNarrowerThanTheCost_areTheLimit() throws IOException {
        String tree = platform("""
                cluster: {nodes: 2}
                network: {model: fair-tree, tree: [{bandwidth: 100 Mbit/s}]}
                cost: {model: plogp, latency: 0 s, bandwidth: 1 Gbit/s}
                """);

        assertThat(makespan("ring:ranks=2,bytes=1MB", tree)).isCloseTo(0.08, within(1e-12));
    }

    @Test
    void injectionRate_belowTheLinks_oneMessageDoesNotFillItsNode() throws IOException {
        String rails = platform("""
                cluster: {nodes: 8}
                network: {model: max-min, bandwidth: 40 Gbit/s}
                cost: {model: hockney, latency: 0 s, bandwidth: 10 Gbit/s}
                """);

        assertThat(makespan(ONE_GB, rails)).isCloseTo(0.8, within(1e-9));
        // seven messages of a node share four rails
        assertThat(makespan(ALL_PAIRS, rails)).isCloseTo(7e6 / 5e9, within(1e-12));
    }

    private static final String OVER_LINKS = """
            cluster: {nodes: 2}
            network:
              model: %s
              topology: links
              links: [{name: a, bandwidth: 1 MB/s}, {name: b, bandwidth: 1 GB/s}]
              routes: [{from: 0, to: 1, via: a b, both-ways: true}]
              %s
            cost: {model: plogp, latency: 0 s, bandwidth: 20 MB/s}
            """;

    @ParameterizedTest
    @ValueSource(strings = {"max-min", "largest-share"})
    void topologyLinks_uncontendedMessage_isAsSlowAsTheNarrowestLink(String model) throws IOException {
        String links = platform(OVER_LINKS.formatted(model, ""));
        Path ti = folder.resolve("trace");
        Files.writeString(ti, "0 init\n0 send 1 0 5000000 1\n0 finalize\n1 init\n1 recv 0 0 5000000 1\n1 finalize\n");

        assertThat(makespan(ti.toString(), links)).isCloseTo(20, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(strings = {"max-min", "smpi"})
    void topologyLinks_withABandwidthBeside_isRefused(String model) throws IOException {
        String more = "bandwidth: 20 MB/s" + (model.equals("smpi") ? "\n  link-latency: 1 us" : "");
        String links = platform(OVER_LINKS.formatted(model, more));

        CommandRun.of("replay", "ring:ranks=2,bytes=1MB", "--platform", links)
                .failed(2, "platform.yaml:7:14", "'bandwidth: 20 MB/s' has no meaning under topology links");
    }

    @Test
    void levelsAndBandwidth_differ_errorWithBothValuesAndPlaces() throws IOException {
        String tree = platform("""
                cluster: {nodes: 4}
                network:
                  model: max-min
                  topology: tree
                  arity: 2
                  bandwidth: 1 Gbit/s
                  levels: [{bandwidth: 2 Gbit/s}, {bandwidth: 2 Gbit/s}]
                cost: {model: plogp, latency: 0 s, bandwidth: 1 Gbit/s}
                """);

        CommandRun.of("replay", ONE_GB, "--platform", tree)
                .failed(2, "platform.yaml:6:14", "'bandwidth: 1 Gbit/s'", "'2 Gbit/s'", "platform.yaml:7:24");
    }

    @Test
    void latencies_ofTheSmpiNetworkAndCost_differ_errorWithBothValuesAndPlaces() throws IOException {
        String smpi = platform("""
                cluster: {nodes: 4}
                network: {model: smpi, bandwidth: 1 Gbit/s, link-latency: 5 us}
                cost: {model: smpi, latency: 5 us}
                """);

        CommandRun.of("replay", ONE_GB, "--platform", smpi)
                .failed(2, "platform.yaml:3:30", "'latency: 5 us'", "'link-latency: 5 us'", "platform.yaml:2:59");
    }

    @ParameterizedTest
    @ValueSource(strings = {"loggp", "loggps:eager-limit=64KiB", "hockney", "plogp"})
    void anotherCost_keepsTheFilesBandwidth(String cost) {
        assertThat(makespan(ONE_GB, STAR, "--cost", cost)).isCloseTo(0.80001, within(1e-6));
        // gap-per-byte in the file, under a penalty model
        assertThat(makespan(ONE_GB, GIGE, "--cost", cost)).isCloseTo(11.32488250732421875, within(1e-6));
    }

    @ParameterizedTest
    @ValueSource(strings = {"loggp:gap-per-byte=4ns", "hockney:bandwidth=2Gbit/s", "plogp:gap-per-byte=4ns"})
    void anotherCost_withABandwidth_hasThatOne(String cost) {
        assertThat(makespan(ONE_GB, GIGE, "--cost", cost)).isCloseTo(4, within(1e-6));
    }

    @Test
    void anotherCost_cannotKeepAGapTable_saysWhatToGive() throws IOException {
        String table = platform("""
                cluster: {nodes: 4}
                network: {model: max-min}
                cost: {model: plogp, latency: 1 us, gap: {1 B: 1 us, 1 MB: 1 ms}}
                """);

        for (String cost : new String[] {"loggp", "smpi", "hockney"}) {
            CommandRun.of("replay", ONE_GB, "--platform", table, "--cost", cost)
                    .failed(2, "--cost " + cost + ": ", "'gap'", "platform.yaml:3:", "--cost " + cost + ":bandwidth=");
        }
        assertThat(makespan(ONE_GB, table, "--cost", "loggp:bandwidth=1GB/s")).isCloseTo(1.000001, within(1e-8));
    }

    @Test
    void loggops_takesWholeNanoseconds_keepsThoseAndTellsOthers() throws IOException {
        String schedule = folder.resolve("one.goal").toString();
        Files.writeString(Path.of(schedule), """
                num_ranks 2
                rank 0 {
                l1: send 1000001b to 1
                }
                rank 1 {
                l1: recv 1000001b from 0
                }
                """);
        String platform = "cluster: {nodes: 2}\nnetwork: {model: uncontended}\n"
                + "cost: {model: hockney, latency: 0 s, bandwidth: %s}\n";
        String cost = "loggops:L=0,o=0,g=0,S=10MB";

        JsonNode whole = replay(schedule, platform(platform.formatted("250 MB/s")), "--cost", cost);
        assertThat(whole.get("makespan").asDouble()).isCloseTo(4e-3, within(1e-12));
        assertThat(whole.get("warnings").toString()).doesNotContain("bandwidth");

        JsonNode other = replay(schedule, platform(platform.formatted("10 Gbit/s")), "--cost", cost);
        assertThat(other.get("warnings").toString())
                .contains("'bandwidth: 10 Gbit/s'", "platform.yaml:3:", "0.8 ns", "--cost loggops:G=");
    }

    @Test
    void logp_linksStillLimit_andWhatIsNotUsedIsNamed() {
        JsonNode result = replay(ONE_GB, STAR, "--cost", "logp");

        assertThat(result.get("makespan").asDouble()).isCloseTo(0.80001, within(1e-6));
        assertThat(result.get("warnings").toString()).contains("'bandwidth: 10 Gbit/s'", "is not used");
        assertThat(result.get("warnings").toString()).doesNotContain("take no time");
    }

    @Test
    void logp_underAPenaltyModel_isToldThatNothingLimitsMessages() {
        String warnings = replay(ONE_GB, GIGE, "--cost", "logp").get("warnings").toString();

        assertThat(warnings).contains("'gap-per-byte: 11.32488250732421875 ns'", "is not used");
        assertThat(warnings).contains("Messages of any size take no time in the network");
    }

    @ParameterizedTest
    @ValueSource(strings = {"loggp", "loggps:eager-limit=1KiB", "plogp", "hockney"})
    void cost_withoutABandwidthAnywhere_isRefused(String cost) throws IOException {
        String none = platform("""
                cluster: {nodes: 4}
                network: {model: max-min, bandwidth: 1 Gbit/s}
                cost: {model: logp, latency: 1 us}
                """);

        CommandRun.of("replay", ONE_GB, "--platform", none, "--cost", cost).failed(2, "bandwidth or gap-per-byte");
    }

    @ParameterizedTest
    @ValueSource(strings = {"torus,dimensions=8x8", "dragonfly,groups=8x4x2"})
    void smpiTopologies_thatAreNotSimGrids_areNamed(String topology) {
        JsonNode result = replay(
                ONE_GB,
                CommandRun.platform("smpi-star.yaml"),
                "--model",
                "smpi:topology=" + topology,
                "--placement",
                "round-robin-processor");

        assertThat(result.get("warnings").toString()).contains("nodes of its TORUS and DRAGONFLY");
    }

    @Test
    void sweep_overBandwidths_isNotFlat() throws IOException {
        Path study = folder.resolve("study.yaml");
        Files.writeString(study, """
                workloads: [{generator: ring, ranks: 4, sizes: [1MB]}]
                platforms: %s
                models: ["max-min:bandwidth=1Gbit/s", "max-min:bandwidth=10Gbit/s"]
                """.formatted(STAR));

        JsonNode rows = CommandRun.json("sweep", study.toString()).get("rows");

        assertThat(rows.get(0).get("makespan").asDouble() - 10e-6)
                .isCloseTo(10 * (rows.get(1).get("makespan").asDouble() - 10e-6), within(1e-9));
    }

    @Test
    void sweep_nothingLimitsMessages_isRefused() throws IOException {
        Path study = folder.resolve("study.yaml");
        Files.writeString(study, """
                workloads: [{generator: ring, ranks: 4, sizes: [1MB]}]
                platforms: %s
                costs: [platform, logp]
                """.formatted(GIGE));

        CommandRun.of("sweep", study.toString()).failed(2, "with logp", "take no time in the network");
    }

    private static JsonNode graph(String... options) {
        return CommandRun.json(Stream.concat(Stream.of("graph", "a:0>1 b:0>2 c:4>3"), Stream.of(options))
                .toArray(String[]::new));
    }

    @Test
    void graph_capacitiesWithoutABandwidth_theDefaultSizeTakesOneSecondAlone() {
        JsonNode edges =
                graph("--model", "max-min:bandwidth=1Gbit/s", "--size", "1MB").get("edges");

        assertThat(edges.get(0).get("penalty").asDouble()).isEqualTo(2);
        assertThat(edges.get(0).get("finish").asDouble()).isCloseTo(2, within(1e-12));
        assertThat(edges.get(2).get("finish").asDouble()).isCloseTo(1, within(1e-12));
    }

    @Test
    void graph_bandwidthAboveTheLinks_linksAreTheLimit() {
        JsonNode edges = graph("--model", "max-min:bandwidth=1MB/s", "--size", "1MB", "--bandwidth", "10MB/s")
                .get("edges");

        assertThat(edges.get(0).get("finish").asDouble()).isCloseTo(2, within(1e-12));
        assertThat(edges.get(2).get("finish").asDouble()).isCloseTo(1, within(1e-12));
        assertThat(edges.get(2).get("penalty").asDouble()).isEqualTo(1);
    }

    @Test
    void graph_bandwidthBelowTheLinks_isEachMessagesPace() {
        JsonNode edges = graph("--model", "max-min:bandwidth=2MB/s", "--size", "1MB", "--bandwidth", "1MB/s")
                .get("edges");

        assertThat(edges.get(0).get("finish").asDouble()).isCloseTo(1, within(1e-12));
        assertThat(edges.get(2).get("finish").asDouble()).isCloseTo(1, within(1e-12));
        assertThat(edges.get(0).get("penalty").asDouble()).isEqualTo(1);
    }
}
