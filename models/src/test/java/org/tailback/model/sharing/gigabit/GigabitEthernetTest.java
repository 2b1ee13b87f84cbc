package org.tailback.model.sharing.gigabit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;
import org.tailback.testing.FlowsInFlight;
import org.tailback.testing.FlowsInFlight.Flow;

class GigabitEthernetTest extends BandwidthSharingContract {
    private static final String TOURNAMENT = "a:0>1 b:0>2 c:0>3 d:1>2 e:1>3 f:2>3";

    @Override
    protected SharingModel model() {
        return GigabitEthernet.DEFAULT;
    }

    @Test
    void vienne2008_figure4_initialPenalties() {
        double[] penalties = FlowsInFlight.of(model(), cluster(), TOURNAMENT).penalties();
        double[] expected = {1593.0 / 800, 1593.0 / 800, 2.7675, 1.446, 2.169, 2.169};
        assertThat(penalties).containsExactly(expected, within(3e-12));
    }

    @Test
    void vienne2008_figure4_laterSteps() {
        // d ends: unchanged; a and b end: three messages into node 3; then c alone
        FlowsInFlight network = FlowsInFlight.of(model(), cluster(), TOURNAMENT);
        network.end(3);
        network.recompute();
        assertThat(network.penalties())
                .containsExactly(new double[] {1.99125, 1.99125, 2.7675, 2.169, 2.169}, within(3e-12));
        network.end(0);
        network.end(1);
        network.recompute();
        assertThat(network.penalties()).containsExactly(new double[] {2.25, 2.25, 2.25}, within(3e-12));
        network.end(4);
        network.end(5);
        network.recompute();
        assertThat(network.penalties()).containsExactly(1);
    }

    @ParameterizedTest(name = "vienne2008_figure2_stars: {0}")
    @CsvSource({"0>1 0>2,1.5", "0>1 0>2 0>3,2.25", "1>0 2>0,1.5", "1>0 2>0 3>0,2.25"})
    void vienne2008_figure2_stars(String graph, double penalty) {
        double[] penalties = FlowsInFlight.of(model(), cluster(), graph).penalties();
        double[] expected = new double[penalties.length];
        Arrays.fill(expected, penalty);
        assertThat(penalties).containsExactly(expected, within(1e-12 * penalty));
    }

    @Test
    void vienne2008_sectionVA_outgoingTermsOfFigure4() {
        FlowsInFlight network = FlowsInFlight.of(model(), cluster(), TOURNAMENT);
        var penaltyOfD = network.explain(3).parts().get(1);
        assertThat(penaltyOfD.name()).isEqualTo("penalty");
        assertThat(penaltyOfD.parts().get(0).value()).isCloseTo(1.3275, within(2e-12));
        assertThat(penaltyOfD.parts().get(1).value()).isCloseTo(1.446, within(2e-12));
        var penaltyOfE = network.explain(4).parts().get(1);
        assertThat(penaltyOfE.parts().get(0).value()).isCloseTo(1.6725, within(2e-12));
    }

    @Test
    void penalty_belowOne_isRaisedAndCounted() {
        // system: two messages from one node to one other, beta 0.4; 0.8 by the formula, raised to 1
        FlowsInFlight network = FlowsInFlight.of(new GigabitEthernet(0.4, 0.115, 0.036), cluster(), "0>1 0>1");
        assertThat(network.penalties()).containsExactly(1, 1);
        assertThat(network.sharing().warnings()).singleElement().asString().contains("2 penalties below 1");
        assertThat(network.explain(0).value()).isEqualTo(1);
    }

    @Test
    void penalty_belowOneWhereItWasOneBefore_isCounted() {
        FlowsInFlight network = FlowsInFlight.of(new GigabitEthernet(0.4, 0.115, 0.036), cluster(), "0>1");
        assertThat(network.sharing().warnings()).isEmpty();

        network.start(1, 0, 1);
        network.recompute();

        assertThat(network.penalties()).containsExactly(1, 1);
        assertThat(network.sharing().warnings()).singleElement().asString().contains("2 penalties below 1");
    }

    /** Whole-graph definition of section V.A, written from the paper's sets. */
    @Test
    void penalties_randomGraphs_equalTheDefinition() {
        for (long seed = 0; seed < 2000; seed++) {
            FlowsInFlight network = randomGraph(new Random(seed));
            for (Flow flow : network.flows().values()) {
                double expected = Math.max(side(network, flow, true), side(network, flow, false));
                assertThat(network.penalty(flow.number()))
                        .as("f%d of %s", flow.number(), network)
                        .isCloseTo(expected, within(1e-12 * expected));
            }
        }
    }

    /**
     * What one change reaches: messages whose other end became strongly slow, although their own node's degrees did not
     * change.
     */
    @Test
    void penalties_afterEveryStartAndEnd_equalTheDefinition() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = new FlowsInFlight(model(), Cluster.of(6, 1));
            List<Integer> running = new ArrayList<>();
            for (int number = 0; number < 40; number++) {
                if (running.size() > 8 || !running.isEmpty() && random.nextInt(3) == 0) {
                    network.end(running.remove(random.nextInt(running.size())));
                }
                int source = random.nextInt(6);
                network.start(number, source, (source + 1 + random.nextInt(5)) % 6);
                running.add(number);
                network.recompute();
                for (Flow flow : network.flows().values()) {
                    double expected = Math.max(side(network, flow, true), side(network, flow, false));
                    assertThat(network.penalty(flow.number()))
                            .as("f%d of %s, seed %d", flow.number(), network, seed)
                            .isCloseTo(expected, within(1e-12 * expected));
                }
            }
        }
    }

    @Test
    void explanation_ofFigure4_namesEveryTerm() {
        FlowsInFlight network = FlowsInFlight.of(model(), cluster(), TOURNAMENT);

        // d leaves node 1 beside e, which goes where three messages arrive; it arrives beside b from node 0 of degree 3
        Explanation d = network.explain(3).parts().get(1);
        assertThat(d.formula()).isEqualTo("max(outgoing, incoming)");
        assertThat(d.parts()).extracting(Explanation::name).containsExactly("outgoing", "incoming");
        Explanation out = d.parts().get(0);
        assertThat(out.formula())
                .isEqualTo("messages * beta * (1 - gamma / strongly slow): not a strongly slow message");
        assertThat(out.parts())
                .containsExactly(
                        Explanation.leaf("outgoing messages of the node", 2),
                        Explanation.leaf("beta", 0.75),
                        Explanation.leaf("gamma", 0.115),
                        Explanation.leaf("strongly slow", 1));
        Explanation in = d.parts().get(1);
        assertThat(in.formula())
                .isEqualTo("messages * beta * (1 - gamma / strongly slow): not a strongly slow message");
        assertThat(in.parts())
                .containsExactly(
                        Explanation.leaf("incoming messages of the node", 2),
                        Explanation.leaf("beta", 0.75),
                        Explanation.leaf("gamma", 0.036),
                        Explanation.leaf("strongly slow", 1));
        // a arrives alone, and goes to the end with the fewest messages
        Explanation a = network.explain(0).parts().get(1);
        assertThat(a.parts().get(1))
                .isEqualTo(Explanation.of(
                        "incoming",
                        1,
                        "1: the only incoming message of its node",
                        Explanation.leaf("incoming messages of the node", 1)));
        // c goes where most arrive: node 3, with three
        Explanation c = network.explain(2).parts().get(1);
        assertThat(c.parts().get(0).formula())
                .isEqualTo("messages * beta * (1 + gamma * (messages - strongly slow)): a strongly slow message");
        assertThat(c.parts().get(0).parts())
                .contains(Explanation.leaf("outgoing messages of the node", 3), Explanation.leaf("strongly slow", 1));
    }

    @Test
    void explanation_twoStronglySlow_countsBoth() {
        FlowsInFlight network = FlowsInFlight.of(model(), cluster(), "0>1 0>2 3>1 3>2 0>3");

        Explanation outgoing = network.explain(0).parts().get(1).parts().get(0);
        Explanation incoming = network.explain(0).parts().get(1).parts().get(1);

        assertThat(outgoing.parts()).contains(Explanation.leaf("strongly slow", 2));
        assertThat(incoming.parts()).contains(Explanation.leaf("strongly slow", 1));
        assertThat(network.explain(2).parts().get(1).parts().get(1).formula())
                .endsWith(": not a strongly slow message");
    }

    @Test
    void explanation_penaltyBelowOne_saysThatItIsRaised() {
        FlowsInFlight network = FlowsInFlight.of(new GigabitEthernet(0.4, 0.115, 0.036), cluster(), "0>1 0>1");

        assertThat(network.explain(0).parts().get(1).formula())
                .isEqualTo("max(1, outgoing, incoming): never a speed-up");
    }

    private static double side(FlowsInFlight network, Flow flow, boolean outgoing) {
        long degree = degree(network, flow, outgoing);
        if (degree == 1) {
            return 1;
        }
        long largest = network.flows().values().stream()
                .filter(j -> sameEnd(j, flow, outgoing))
                .mapToLong(j -> degree(network, j, !outgoing))
                .max()
                .orElseThrow();
        long strong = network.flows().values().stream()
                .filter(j -> sameEnd(j, flow, outgoing) && degree(network, j, !outgoing) == largest)
                .count();
        double gamma = outgoing ? 0.115 : 0.036;
        return degree(network, flow, !outgoing) == largest
                ? degree * 0.75 * (1 + gamma * (degree - strong))
                : degree * 0.75 * (1 - gamma / strong);
    }

    private static long degree(FlowsInFlight network, Flow flow, boolean outgoing) {
        return network.flows().values().stream()
                .filter(j -> sameEnd(j, flow, outgoing))
                .count();
    }

    private static boolean sameEnd(Flow one, Flow other, boolean outgoing) {
        return outgoing ? one.source() == other.source() : one.destination() == other.destination();
    }

    @Test
    void create_withoutSettings_hasThePapersParameters() {
        assertThat(new GigabitEthernet.Provider().create(Settings.empty("model", "test")))
                .isEqualTo(new GigabitEthernet(0.75, 0.115, 0.036));
    }

    @Test
    void create_gammaOutOfDomain_saysWhereAndWhat() {
        Settings settings = Settings.ofScalars("model", "here", Map.of("outgoing-gamma", "1.5"));
        assertThatThrownBy(() -> new GigabitEthernet.Provider().create(settings))
                .isInstanceOf(InputException.class)
                .hasMessage("here: 'outgoing-gamma' must be >= 0 and < 1, found '1.5'");
    }

    @Test
    void flowStarted_insideANode_fails() {
        var sharing = model().on(Cluster.of(2, 1), 1);
        assertThatThrownBy(() -> sharing.flowStarted(0, 1, 1, Double.POSITIVE_INFINITY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("inside node 1");
    }
}
