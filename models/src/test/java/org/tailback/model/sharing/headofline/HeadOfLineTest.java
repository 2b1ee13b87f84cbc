package org.tailback.model.sharing.headofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.model.graph.GraphLanguage;
import org.tailback.model.graph.GraphResult;
import org.tailback.model.graph.GraphRun;
import org.tailback.model.topology.TopologyPlan;
import org.tailback.model.topology.TopologySettings;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.settings.Settings;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.FlowsInFlight;

class HeadOfLineTest {
    private static final Cluster EIGHT = Cluster.of(8, 4);

    /** Settings as {@code key=value} with semicolons between. */
    private static Settings settings(String text) {
        Map<String, String> settings = new TreeMap<>();
        for (String setting : text.split(";")) {
            String[] parts = setting.split("=");
            settings.put(parts[0], parts[1]);
        }
        return Settings.ofScalars("head-of-line", "test", settings);
    }

    static TopologyPlan topology(String text) {
        return TopologySettings.read(settings(text));
    }

    static HeadOfLine model(String settings) {
        return (HeadOfLine) new HeadOfLine.Provider().create(settings(settings));
    }

    private static double[] penalties(String settings, String graph) {
        return FlowsInFlight.of(model(settings), EIGHT, graph).penalties();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "worked example, 0>1 0>2 3>2, 3 3 1.5",
        "out, 0>1 0>2 0>3, 3 3 3",
        "in, 1>0 2>0 3>0, 3 3 3",
        "chain in lock step, 0>1 0>2 3>2 3>4, 2 2 2 2",
        "all pairs of 3, 0>1 0>2 1>0 1>2 2>0 2>1, 2 2 2 2 2 2",
        "ring both ways, 0>1 0>3 1>2 1>0 2>3 2>1 3>0 3>2, 2 2 2 2 2 2 2 2",
        "parallel, 0>1 0>1 0>2, 3 3 3",
        "apart, 0>1 2>3, 1 1"
    })
    void penalties_smallGraphs_areExact(String name, String graph, String expected) {
        double[] numbers = Arrays.stream(expected.split(" "))
                .mapToDouble(Double::parseDouble)
                .toArray();
        assertThat(penalties("topology=star", graph)).containsExactly(numbers, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5, 8, 16})
    void penalties_allPairs_areThoseOfMaxMin(int nodes) {
        FlowsInFlight network = new FlowsInFlight(model("topology=star"), Cluster.of(nodes, 1));
        for (int i = 0; i < nodes * nodes; i++) {
            if (i / nodes != i % nodes) {
                network.start(i, i / nodes, i % nodes);
            }
        }
        network.recompute();

        assertThat(network.penalties())
                .hasSize(nodes * (nodes - 1))
                .containsOnly(new double[] {nodes - 1}, within(1e-9));
    }

    /** Martinasso and Mehaut 2011, measured. */
    @ParameterizedTest
    @CsvSource({
        "a:0>1 b:0>2 c:3>2 d:4>2 e:5>1, 36.328 36.326 27.653 27.651 13.413",
        "a:0>1 b:0>2 c:3>2 d:4>2 e:5>2, 45.236 45.228 40.073 40.072 40.071"
    })
    void martinasso_figure4_isAsMeasured(String graph, String measured) {
        double[] expected = Arrays.stream(measured.split(" "))
                .mapToDouble(Double::parseDouble)
                .toArray();
        double[] finish = GraphRun.of(GraphLanguage.inline(graph, 20 << 20), model("topology=star"))
                .referenceTime(10.706, 20 << 20)
                .run()
                .edges()
                .stream()
                .mapToDouble(GraphResult.EdgeResult::finish)
                .toArray();

        for (int i = 0; i < expected.length; i++) {
            assertThat(finish[i]).isCloseTo(expected[i], within(0.01 * expected[i]));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "8, topology=fat-tree;down=4x2;up=1x2",
        "8, topology=fat-tree;down=4x2;up=1x1",
        "16, topology=fat-tree;down=4x4;up=1x2",
        "24, topology=dragonfly;groups=4x3x2",
        "24, topology=dragonfly-plus;groups=4x3x2x2",
        "9, topology=torus;dimensions=3x3",
        "12, topology=star"
    })
    void rates_randomGraphs_areThoseOfPackets(int nodes, String settings) {
        assertRatesAreThoseOfPackets(nodes, settings);
    }

    /** Lanes, routes and channels of messages are taken from the model. */
    @ParameterizedTest
    @CsvSource({
        "8, topology=fat-tree;down=4x2;up=1x1, lanes=2",
        "8, topology=fat-tree;down=4x2;up=1x1, lanes=4",
        "16, topology=fat-tree;down=4x4;up=1x2, lanes=2;buffer=4",
        "8, topology=fat-tree;down=4x2;up=1x1, buffer=2",
        "16, topology=fat-tree;down=4x4;up=1x2, buffer=2",
        "9, topology=torus;dimensions=3x3, lanes=2;buffer=4"
    })
    void rates_parameters_areThoseOfPackets(int nodes, String topology, String parameters) {
        assertRatesAreThoseOfPackets(nodes, topology + ";" + parameters);
    }

    private static void assertRatesAreThoseOfPackets(int nodes, String settings) {
        HeadOfLine model = model(settings + ";effort=4000000;precision=0.01");
        List<Double> errors = new ArrayList<>();
        for (long seed = 1; seed <= 4; seed++) {
            int[][] edges = randomGraph(nodes, new Random(seed));
            double[] packets = new Packets(model, nodes, edges, seed).rates(12_000);
            FlowsInFlight network = start(model, nodes, edges);
            for (int i = 0; i < edges.length; i++) {
                assertThat(network.rate(i)).isPositive();
                if (packets[i] > 0) { // else they stand still in a circle
                    errors.add(Math.abs(network.rate(i) / packets[i] - 1));
                }
            }
        }
        errors.sort(Comparator.naturalOrder());
        assertThat(errors).hasSizeGreaterThan(20);
        assertThat(errors.stream().mapToDouble(each -> each).average().orElseThrow())
                .isLessThan(0.045);
        assertThat(errors.get(errors.size() / 2)).isLessThan(0.025);
    }

    /** Messages into nodes 4 and 7 share a lane, so that their positions differ from those of messages into node 5. */
    @Test
    void rates_lanes_areNotAveragedOverDifferentLanes() {
        int[][] edges = edges("0>4 1>5 2>7 4>5 5>7 7>4");
        String tree = "topology=fat-tree;down=4x2;up=1x1";
        HeadOfLine model = model(tree + ";lanes=2");
        double[] packets = new Packets(model, 8, edges, 1).rates(20_000);
        double[] rates = start(model, 8, edges).rates();
        assertThat(rates).containsExactly(packets, within(0.02));
    }

    static FlowsInFlight start(SharingModel model, int nodes, int[][] edges) {
        return started(model, nodes, edges, 1);
    }

    private static FlowsInFlight started(SharingModel model, int nodes, int[][] edges, long seed) {
        FlowsInFlight network = new FlowsInFlight(model, Cluster.of(nodes, 1), seed);
        for (int i = 0; i < edges.length; i++) {
            network.start(i, edges[i][0], edges[i][1]);
        }
        network.recompute();
        return network;
    }

    /** Sorted by source, each in the model's order of turns; half of them into one node in every second graph. */
    static int[][] randomGraph(int nodes, Random random) {
        boolean incast = random.nextBoolean();
        return IntStream.range(0, 4 + random.nextInt(nodes))
                .mapToObj(i -> {
                    int source = 1 + random.nextInt(nodes - 1);
                    int other = (source + 1 + random.nextInt(nodes - 1)) % nodes;
                    return new int[] {source, incast && random.nextBoolean() ? 0 : other};
                })
                .sorted(Comparator.<int[]>comparingInt(edge -> edge[0])
                        .thenComparingInt(edge -> Math.floorMod(edge[1] - edge[0], nodes)))
                .toArray(int[][]::new);
    }

    static int[][] edges(String graph) {
        return Arrays.stream(graph.split(" "))
                .map(word -> Arrays.stream(word.split(">"))
                        .mapToInt(Integer::parseInt)
                        .toArray())
                .toArray(int[][]::new);
    }

    @Test
    void rates_largePattern_areThoseOfPacketsAfterSomeChanges() {
        int nodes = 32;
        Random random = new Random(4);
        int[][] edges = new int[400][];
        FlowsInFlight network = new FlowsInFlight(model("topology=star"), Cluster.of(nodes, 1));
        for (int i = 0; i < edges.length + 200; i++) {
            int source = random.nextInt(nodes);
            edges[i % edges.length] = new int[] {source, (source + 1 + random.nextInt(nodes - 1)) % nodes};
            if (i >= edges.length) {
                network.end(i % edges.length);
            }
            network.start(i % edges.length, edges[i % edges.length][0], edges[i % edges.length][1]);
            if (i >= edges.length) {
                network.recompute();
            }
        }
        double[] packets = new Packets(model("topology=star"), nodes, edges, 1).rates(20_000);
        double sum = 0;
        for (int i = 0; i < edges.length; i++) {
            sum += Math.abs(network.rate(i) / packets[i] - 1);
        }
        assertThat(sum / edges.length).isLessThan(0.04);
    }

    @Test
    void walk_thatEndsBeforeItsPrecision_warnsOfItsStandardError() {
        FlowsInFlight network = start(model("topology=fat-tree;down=4x2;up=1x1;effort=1000"), 8, edges(INCAST));

        assertThat(network.sharing().warnings()).singleElement().asString().contains("standard error", "effort");
    }

    private static final int[][] CIRCLE = {{0, 2}, {1, 3}, {2, 4}, {3, 5}, {4, 0}, {5, 1}};

    @Test
    void rates_circleOfFullQueues_packetsGoOn() {
        FlowsInFlight network = start(model("topology=torus;dimensions=6"), 6, CIRCLE);

        assertThat(Arrays.stream(network.rates())).allMatch(rate -> rate > 0.2);
        assertThat(network.sharing().warnings()).anyMatch(warning -> warning.contains("cycle of full queues"));
    }

    /**
     * The victim 0>7 shares a trunk with an incast to another node of the same switch. Of four packets on the trunk
     * three go to node 5, and take two slots each as node 6 sends there too: a round takes 7 slots.
     */
    private static final String INCAST = "0>7 1>5 2>5 3>5 6>5";

    @Test
    void lanes_letTheVictimOfAnIncastGo() {
        String tree = "topology=fat-tree;down=4x2;up=1x1";
        double blocked = penalties(tree, INCAST)[0];

        assertThat(blocked).isCloseTo(7, within(0.2));
        assertThat(penalties(tree + ";lanes=8", INCAST)[0]).isLessThan(blocked / 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"isolated=true", "adaptive=true", "window=4", "speed-up=2"})
    void retiredParameters_areRefusedWithWhatToUseInstead(String setting) {
        assertThatThrownBy(() -> Registry.load().model(ModelChoice.parse("head-of-line:" + setting)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'" + setting.split("=")[0] + "' of head-of-line is retired");
    }

    @Test
    void rates_slowerLink_letsAllOfItsSourceWait() {
        SharingModel model = model("topology=fat-tree;down=4x2;up=1x1;bandwidth=1 GB/s;link-bandwidth=250 MB/s");
        double[] rates = FlowsInFlight.of(model, EIGHT, "0>4 0>1 2>3").rates();

        assertThat(rates[0]).isCloseTo(250e6, within(5e6));
        assertThat(rates[1]).isCloseTo(250e6, within(5e6));
        assertThat(rates[2]).isEqualTo(1e9);
    }

    @Test
    void rates_slowMessage_missesItsTurns() {
        FlowsInFlight network = new FlowsInFlight(model("topology=star"), EIGHT);
        network.start(0, 0, 1, 0.1);
        network.start(1, 0, 2);
        network.start(2, 3, 2, 0.25);
        network.recompute();

        assertThat(network.rate(0)).isCloseTo(0.1, within(1e-6)).isLessThanOrEqualTo(0.1);
        assertThat(network.rate(2)).isCloseTo(0.25, within(1e-6)).isLessThanOrEqualTo(0.25);
        assertThat(network.rate(1)).isBetween(0.6, 0.751);
    }

    @Test
    void explain_tree_tellsRoundWaitsAndFullQueues() {
        FlowsInFlight network = FlowsInFlight.of(model("topology=fat-tree;down=4x2;up=1x1"), EIGHT, INCAST);
        Explanation explanation = network.explain(0);

        assertThat(explanation.value()).isEqualTo(network.rate(0));
        assertThat(explanation.toString()).contains("round of the source", "queues on the route", "full");
        double round = 1 / network.rate(0);
        assertThat(explanation.parts().get(1).value()).isCloseTo(round, within(1e-9 * round));
        // the first wait takes a whole round, as the source has one message; the trunk's queue is full
        Explanation first = explanation.parts().get(1).parts().get(0);
        assertThat(first.value()).isCloseTo(round, within(0.1 * round));
        assertThat(first.parts().get(0).value()).isGreaterThan(0.3);
    }

    /** Node 0 waits one slot for the link to node 1, and two for that to node 2, for which node 3 competes. */
    @Test
    void explain_workedExample_roundIsTheSumOfItsParts() {
        FlowsInFlight network = FlowsInFlight.of(model("topology=star"), EIGHT, "0>1 0>2 3>2");
        Explanation round = network.explain(0).parts().get(1);

        assertThat(round.value()).isCloseTo(3, within(1e-9));
        assertThat(round.parts())
                .extracting(Explanation::name)
                .containsExactly(
                        "slots first at the source, before node 1 down", "slots of the source's other messages");
        assertThat(round.parts().get(0).value()).isCloseTo(1, within(0.03));
        assertThat(round.parts().get(1).value()).isCloseTo(2, within(0.03));
        assertThat(round.parts().stream().mapToDouble(Explanation::value).sum()).isCloseTo(3, within(1e-6));
    }

    /** Nothing else wants the last links: a packet waits there for one slot. None gets there while all stand still. */
    @Test
    void explain_circleOfFullQueues_walksTheSplitQueues() {
        FlowsInFlight network = start(model("topology=torus;dimensions=6"), 6, CIRCLE);
        double sum = 0;
        for (int i = 0; i < CIRCLE.length; i++) {
            List<Explanation> waits = network.explain(i).parts().get(2).parts();
            sum += waits.get(waits.size() - 1).value();
        }
        assertThat(sum / CIRCLE.length).isCloseTo(1, within(0.05));
    }

    @Test
    void sameChanges_sameRates() {
        int[][] edges = randomGraph(16, new Random(3));
        String tree = "topology=fat-tree;down=4x4;up=1x2";

        assertThat(start(model(tree), 16, edges).rates())
                .isEqualTo(start(model(tree), 16, edges).rates());
    }

    @Test
    void seed_other_otherDrawsWithinThePrecision() {
        int[][] edges = randomGraph(16, new Random(3));
        HeadOfLine model = model("topology=fat-tree;down=4x4;up=1x2;precision=0.01");
        double[] one = started(model, 16, edges, 1).rates();
        double[] two = started(model, 16, edges, 2).rates();

        assertThat(started(model, 16, edges, 2).rates()).isEqualTo(two);
        assertThat(two).isNotEqualTo(one);
        for (int i = 0; i < one.length; i++) {
            assertThat(two[i]).isCloseTo(one[i], within(0.1 * one[i]));
        }
        assertThat(model.isRandom()).isTrue();
    }

    /** A generator of random numbers must not stand still, whatever the seed. */
    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
    void seed_any_victimIsBlocked(long seed) {
        int[][] edges = edges(INCAST);
        HeadOfLine model = model("topology=fat-tree;down=4x2;up=1x1");

        assertThat(started(model, 8, edges, seed).rates()[0]).isCloseTo(1.0 / 7, within(0.01));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lanes=0", "lanes=65", "buffer=1", "precision=0", "effort=0", "effort=-1"})
    void settings_outsideTheirDomains_areRejected(String setting) {
        assertThatThrownBy(() -> model(setting)).isInstanceOf(InputException.class);
    }

    /** Short walks must notice, too, that a link carries less than the sum of injection rates. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.2, 0.5})
    void injectionRates_shortWalks_takeNoMoreThanALinkCarries(double injectionRate) {
        int messages = 24;
        FlowsInFlight network =
                new FlowsInFlight(model("topology=star;bandwidth=1;effort=1"), Cluster.of(messages + 1, 1));
        for (int i = 0; i < messages; i++) {
            network.start(i, i + 1, 0, injectionRate);
            network.recompute();
        }
        assertThat(Arrays.stream(network.rates()).sum()).isBetween(0.95, 1.05);
    }

    /**
     * A message that goes round the other way takes turns with one of the circle, and so is no faster. A walk that
     * begins anew must not count the slots before in what the injection rate allowed.
     */
    @Test
    void injectionRates_circleOfFullQueues_areBoundedByRoundRobin() {
        HeadOfLine model = model("topology=torus;dimensions=6;bandwidth=1;effort=3000");
        double sum = 0;
        for (long seed = 1; seed <= 20; seed++) {
            FlowsInFlight network = new FlowsInFlight(model, Cluster.of(6, 1), seed);
            for (int i = 0; i < CIRCLE.length; i++) {
                network.start(i, CIRCLE[i][0], CIRCLE[i][1]);
            }
            network.start(CIRCLE.length, 0, 5, 0.46);
            network.recompute();
            sum += network.rate(CIRCLE.length) / network.rate(0);
        }
        assertThat(sum / 20).isBetween(0.95, 1.04);
    }

    /** Rates are a function of the messages in flight: not of those before, nor of the order of starts. */
    @ParameterizedTest
    @ValueSource(strings = {"topology=star", "topology=fat-tree;down=8x4;up=1x4", "topology=torus;dimensions=8x4"})
    void rates_afterAnyHistory_haveTheSameBits(String topology) {
        int nodes = 32;
        SharingModel model = model(topology + ";effort=300000");
        Random random = new Random(5);
        int[][] edges = new int[60][];
        for (int i = 0; i < edges.length; i++) {
            int source = random.nextInt(nodes);
            edges[i] = new int[] {source, (source + 1 + random.nextInt(nodes - 1)) % nodes};
        }
        FlowsInFlight after = new FlowsInFlight(model, Cluster.of(nodes, 1));
        for (int i = 0; i < 40; i++) {
            after.start(1000 + i, 1 + i % (nodes - 1), i % 10 == 0 ? (i % (nodes - 1) + 2) % nodes : 0);
            after.recompute();
        }
        for (int i = edges.length - 1; i >= 0; i--) {
            after.start(i, edges[i][0], edges[i][1]);
        }
        after.recompute();
        for (int i = 0; i < 40; i++) {
            after.end(1000 + i);
        }
        after.recompute();
        FlowsInFlight alone = start(model, nodes, edges);

        for (int i = 0; i < edges.length; i++) {
            assertThat(after.rate(i)).as("message %s", i).isEqualTo(alone.rate(i));
        }
    }
}
