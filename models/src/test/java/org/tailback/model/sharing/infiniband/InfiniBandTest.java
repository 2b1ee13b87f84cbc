package org.tailback.model.sharing.infiniband;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;
import org.tailback.testing.FlowsInFlight;
import org.tailback.testing.FlowsInFlight.Flow;

class InfiniBandTest extends BandwidthSharingContract {
    @Override
    protected SharingModel model() {
        return InfiniBand.DEFAULT;
    }

    /** Expected values are sums of fractions written {@code whole/part}. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "martinasso2011_figure2_graph1, 0>1 0>2 0>3, 3 3 3",
        "martinasso2011_figure2_graph2, 1>0 2>0 1>3 2>3, 2 2 2 2",
        "martinasso2011_figure2_graph3, 0>1 0>2 0>3 3>1 3>2, 4 4 4 8/3 8/3",
        "martinasso2011_figure2_graph4, 0>1 0>2 3>1 4>2, 4 4 4/3 4/3",
        "martinasso2011_figure3_step1, 0>1 0>2 0>3 4>3 4>5 6>5, 7/2 7/2 7/2 10/3 10/3 3/2",
        "martinasso2011_figure3_step2, 0>1 0>2 0>3 4>3 4>5, 7/2 7/2 7/2 7/3 7/3",
        "martinasso2011_figure3_step3, 0>1 0>2 0>3, 3 3 3",
        "martinasso2011_figure4_graphA_step1, 0>1 0>2 3>2 4>2 5>1, 5 5 5/2 5/2 5/4",
        "martinasso2011_figure4_graphA_step2, 0>1 0>2 3>2 4>2, 4 4 5/2 5/2",
        "martinasso2011_figure4_graphA_step3, 0>1 0>2, 2 2",
        "martinasso2011_figure4_graphB_step1, 0>1 0>2 3>2 4>2 5>2, 5 5 7/2 7/2 7/2",
        "incoming_two, 1>0 2>0, 2 2",
        "incoming_three, 1>0 2>0 3>0, 3 3 3",
        "tournament, 0>1 0>2 0>3 1>2 1>3 2>3, 5 5 5 11/3 11/3 5/4",
    })
    void penalties(String name, String graph, String expected) {
        assertPenalties(InfiniBand.DEFAULT, graph, expected);
    }

    private void assertPenalties(InfiniBand model, String graph, String expected) {
        String[] fractions = expected.strip().split(" ");
        double[] penalties = FlowsInFlight.of(model, cluster(), graph).penalties();
        assertThat(penalties).hasSize(fractions.length);
        for (int i = 0; i < fractions.length; i++) {
            assertThat(penalties[i]).as("edge %d of %s", i, graph).isCloseTo(fraction(fractions[i]), within(1e-12 * 5));
        }
    }

    private static double fraction(String text) {
        String[] parts = text.split("/");
        return parts.length == 1
                ? Double.parseDouble(text)
                : Double.parseDouble(parts[0]) / Double.parseDouble(parts[1]);
    }

    @Test
    void martinasso2011_figure3_exactRule_lastIsTenSevenths() {
        assertPenalties(
                new InfiniBand(InfiniBand.CompetitorRule.EXACT),
                "0>1 0>2 0>3 4>3 4>5 6>5",
                "7/2 7/2 7/2 10/3 10/3 10/7");
    }

    @Test
    void martinasso2011_figure4GraphA_withoutRuleB_lastIsThreeHalves() {
        assertPenalties(new InfiniBand(InfiniBand.CompetitorRule.NONE), "0>1 0>2 3>2 4>2 5>1", "5 5 5/2 5/2 3/2");
    }

    /** Graphs on which the readings of item (b) differ; only the last message is given. */
    @ParameterizedTest
    @CsvSource({
        "FLOOR, 0>4 0>5 1>4 1>6 2>4, 3/2",
        "EXACT, 0>4 0>5 1>4 1>6 2>4, 7/5",
        "FLOOR, 0>4 0>5 1>4 1>5 2>4, 4/3",
    })
    void penaltyOfLast_separatingGraphs(InfiniBand.CompetitorRule rule, String graph, String expected) {
        double[] penalties =
                FlowsInFlight.of(new InfiniBand(rule), cluster(), graph).penalties();
        assertThat(penalties[penalties.length - 1]).isCloseTo(fraction(expected), within(5e-12));
    }

    /**
     * s0>d0,d1,d2 s1>d0,d3,d4 s2>d0,d5: in-degree 3 = out-degree, but one competitor's source has only two messages.
     */
    @Test
    void penalties_oneCompetitorSharesLess_isNotRuleA() {
        FlowsInFlight network = FlowsInFlight.of(model(), Cluster.of(9, 1), "0>3 0>4 0>5 1>3 1>6 1>7 2>3 2>8");
        double many = 23.0 / 6;
        double few = 8.0 / 3;
        assertThat(network.penalties())
                .containsExactly(new double[] {many, many, many, many, many, many, few, few}, within(4e-12));
    }

    /** n messages 0>1 and one 2>1: each of the n competes with one whose source asks for 1; R = 2 n. */
    @ParameterizedTest
    @ValueSource(ints = {2, 900, 1100, 2300})
    void penalties_parallelMessages_eachMeetsTheCompetitors(int n) {
        FlowsInFlight network = new FlowsInFlight(model(), cluster());
        for (int flow = 0; flow < n; flow++) {
            network.start(flow, 0, 1);
        }
        network.start(n, 2, 1);
        network.recompute();
        assertThat(network.penalty(0)).isCloseTo(2.0 * n, within(1e-9));
        assertThat(network.penalty(n - 1)).isCloseTo(2.0 * n, within(1e-9));
        assertThat(network.penalty(n)).isCloseTo(1 + 1 / (2.0 * n - 1), within(1e-12));
    }

    @Test
    void penalties_randomGraphs_equalFormula4() {
        for (InfiniBand.CompetitorRule rule : InfiniBand.CompetitorRule.values()) {
            for (long seed = 0; seed < 1000; seed++) {
                FlowsInFlight network = new FlowsInFlight(new InfiniBand(rule), cluster());
                randomGraph(new Random(seed))
                        .flows()
                        .values()
                        .forEach(f -> network.start(f.number(), f.source(), f.destination()));
                network.recompute();
                Map<Integer, Double> expected =
                        formula4(List.copyOf(network.flows().values()), rule);
                expected.forEach((flow, rho) -> assertThat(network.penalty(flow))
                        .as("f%d of %s, rule %s", flow, network, rule)
                        .isCloseTo(rho, within(1e-12 * rho)));
            }
        }
    }

    /** Formula (4) from its definition, edge by edge. */
    private static Map<Integer, Double> formula4(List<Flow> edges, InfiniBand.CompetitorRule rule) {
        Map<Integer, Double> first = new HashMap<>();
        for (Flow e : edges) {
            double largest = 0;
            for (Flow o : edges) {
                if (o.source() == e.source()) {
                    largest = Math.max(largest, isNull(edges, o) ? 0 : sumC(edges, o));
                }
            }
            first.put(e.number(), outdegree(edges, e.source()) + largest);
        }
        Map<Integer, Double> result = new HashMap<>(first);
        for (Flow e : edges) {
            List<Flow> rivals = rivals(edges, e);
            if (rule != InfiniBand.CompetitorRule.NONE
                    && outdegree(edges, e.source()) == 1
                    && !rivals.isEmpty()
                    && rivals.stream().allMatch(r -> outdegree(edges, r.source()) > 1)) {
                double r = rivals.stream()
                        .mapToDouble(x -> first.get(x.number()))
                        .max()
                        .orElseThrow();
                r = rule == InfiniBand.CompetitorRule.FLOOR ? Math.floor(r + 1e-9) : r;
                result.put(e.number(), 1 + 1 / (r - 1));
            }
        }
        return result;
    }

    private static boolean isNull(List<Flow> edges, Flow e) {
        long in = edges.stream().filter(x -> x.destination() == e.destination()).count();
        long out = outdegree(edges, e.source());
        return in == 1 || (in <= out && rivals(edges, e).stream().allMatch(r -> outdegree(edges, r.source()) == out));
    }

    private static double sumC(List<Flow> edges, Flow e) {
        double sum = 0;
        for (Flow o : edges) {
            if (o.source() == e.source()) {
                for (Flow r : rivals(edges, o)) {
                    sum += 1.0 / outdegree(edges, r.source());
                }
            }
        }
        return sum;
    }

    private static List<Flow> rivals(List<Flow> edges, Flow e) {
        return edges.stream()
                .filter(x -> x.destination() == e.destination() && x.source() != e.source())
                .toList();
    }

    private static long outdegree(List<Flow> edges, int node) {
        return edges.stream().filter(x -> x.source() == node).count();
    }

    @Test
    void create_unknownRule_namesTheValidOnes() {
        Settings settings = Settings.ofScalars("model", "here", Map.of("competitor-rule", "flor"));
        assertThatThrownBy(() -> new InfiniBand.Provider().create(settings))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("Did you mean 'floor'?")
                .hasMessageContaining("floor, exact, none");
    }

    @Nested
    class ExactRule extends BandwidthSharingContract {
        @Override
        protected SharingModel model() {
            return new InfiniBand(InfiniBand.CompetitorRule.EXACT);
        }
    }

    @Nested
    class WithoutRuleB extends BandwidthSharingContract {
        @Override
        protected SharingModel model() {
            return new InfiniBand(InfiniBand.CompetitorRule.NONE);
        }
    }
}
