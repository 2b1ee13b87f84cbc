package org.tailback.model.sharing.myrinet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.model.graph.GraphLanguage;
import org.tailback.model.graph.GraphResult;
import org.tailback.model.graph.GraphRun;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;
import org.tailback.testing.FlowsInFlight;

class MyrinetTest extends BandwidthSharingContract {
    private static final String FIGURE_5 = "a:0>1 b:0>2 c:0>3 d:4>1 e:5>1 f:4>6";

    @Override
    protected SharingModel model() {
        return Myrinet.DEFAULT;
    }

    @Test
    void vienne2008_figure6_sumMinimumPenalty() {
        FlowsInFlight network = FlowsInFlight.of(model(), cluster(), FIGURE_5);
        assertThat(network.penalties()).containsExactly(5, 5, 5, 2.5, 2.5, 2.5);
        Explanation penalty = network.explain(0).parts().get(1);
        assertThat(penalty.parts().get(0).value()).isEqualTo(5);
        assertThat(penalty.parts().get(1).value()).isEqualTo(1);
        assertThat(penalty.parts().get(1).parts().stream().map(Explanation::value))
                .containsExactly(1.0, 2.0, 2.0);
        Explanation minimumOfF = network.explain(5).parts().get(1).parts().get(1);
        assertThat(minimumOfF.value()).isEqualTo(2);
        assertThat(minimumOfF.parts().stream().map(Explanation::value)).containsExactly(2.0, 3.0);
    }

    @Test
    void vienne2008_figure5_finishTimes() {
        GraphResult result = GraphRun.of(GraphLanguage.inline(FIGURE_5, GraphRun.DEFAULT_BYTES), model())
                .run();
        assertThat(result.edges().stream().map(GraphResult.EdgeResult::finish))
                .containsExactly(4.0, 4.0, 4.0, 2.5, 2.5, 2.5);
    }

    @Test
    void vienne2008_figure4Tournament_fiveSets() {
        FlowsInFlight network = FlowsInFlight.of(model(), cluster(), "0>1 0>2 0>3 1>2 1>3 2>3");
        assertThat(network.penalties()).containsExactly(5, 5, 5, 2.5, 2.5, 2.5);
    }

    @ParameterizedTest
    @CsvSource({"0>1 0>2,2", "0>1 0>2 0>3,3", "1>0 2>0,2", "1>0 2>0 3>0 3>0,4", "0>1 0>1 0>2,3"})
    void penalty_star_isNumberOfMessages(String graph, double penalty) {
        for (double p : FlowsInFlight.of(model(), cluster(), graph).penalties()) {
            assertThat(p).isEqualTo(penalty);
        }
    }

    @Test
    void penalties_allGraphsOfThreeMessages_equalTheDefinition() {
        for (int code = 0; code < 12 * 12 * 12; code++) {
            assertDefinition(new int[] {code % 12, code / 12 % 12, code / 144}, 4);
        }
    }

    @Test
    void penalties_randomGraphsOfUpToNineMessages_equalTheDefinition() {
        for (long seed = 0; seed < 1500; seed++) {
            Random random = new Random(seed);
            int nodes = 2 + random.nextInt(6);
            int[] codes =
                    random.ints(1 + random.nextInt(9), 0, nodes * (nodes - 1)).toArray();
            assertDefinition(codes, nodes);
        }
    }

    /** A code is source * (nodes - 1) + offset of the destination. */
    private void assertDefinition(int[] codes, int nodes) {
        FlowsInFlight network = new FlowsInFlight(model(), cluster());
        List<int[]> edges = new ArrayList<>();
        for (int code : codes) {
            int source = code / (nodes - 1);
            int destination = (source + 1 + code % (nodes - 1)) % nodes;
            network.start(edges.size(), source, destination);
            edges.add(new int[] {source, destination});
        }
        network.recompute();
        assertThat(network.penalties())
                .as("%s", network)
                .containsExactly(MaximalSets.penalties(edges), within(1e-12 * 9));
    }

    /** n sources that all send to n destinations: n! sets, each message in (n-1)! of them. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8, 12})
    void penalty_completeBipartite_isN(int n) {
        FlowsInFlight network = new FlowsInFlight(model(), Cluster.of(2 * n, 1));
        for (int i = 0; i < n * n; i++) {
            network.start(i, i / n, n + i % n);
        }
        network.recompute();
        assertThat(network.sharing().warnings()).isEmpty();
        for (double penalty : network.penalties()) {
            assertThat(penalty).isCloseTo(n, within(1e-12 * n));
        }
    }

    @Test
    void explain_completeBipartite12_hasTwelveFactorialSets() {
        FlowsInFlight network = new FlowsInFlight(model(), Cluster.of(24, 1));
        for (int i = 0; i < 144; i++) {
            network.start(i, i / 12, 12 + i % 12);
        }
        network.recompute();
        Explanation penalty = network.explain(17).parts().get(1);
        assertThat(penalty.parts().get(0).value()).isEqualTo(479001600);
        assertThat(penalty.parts().get(1).value()).isEqualTo(39916800);
    }

    /** A chain of k messages has the maximal matchings of a path: P(k) = P(k-2) + P(k-3). */
    @Test
    void explain_longChain_countsMaximalMatchingsOfAPath() {
        double[] sets = new double[61];
        sets[0] = 1;
        sets[1] = 1;
        sets[2] = 2;
        for (int k = 3; k <= 60; k++) {
            sets[k] = sets[k - 2] + sets[k - 3];
            FlowsInFlight network = chain(k);
            assertThat(network.explain(0).parts().get(1).parts().get(0).value())
                    .as("chain of %d", k)
                    .isEqualTo(sets[k]);
        }
    }

    @Test
    void penalty_chainOf4000_isExact() {
        // the first messages see a chain without end:
        // c(first)/sets = P(k-2)/P(k) tends to 1/x^2 with x^3 = x + 1, the plastic number
        FlowsInFlight network = chain(4000);
        assertThat(network.sharing().warnings()).isEmpty();
        double x = 1.3247179572447460;
        // the chain begins 0>1 2>1 2>3: the first message is alone at its source
        assertThat(network.penalty(0)).isCloseTo(x * x, within(1e-9));
    }

    /** Messages that share alternately a destination and a source: 0>1 2>1 2>3 4>3 …. */
    private FlowsInFlight chain(int messages) {
        FlowsInFlight network = new FlowsInFlight(model(), Cluster.of(messages + 2, 1));
        for (int i = 0; i < messages; i++) {
            network.start(i, i % 2 == 0 ? i : i + 1, i % 2 == 0 ? i + 1 : i);
        }
        network.recompute();
        return network;
    }

    /** A grid of nodes that each send to their four neighbours: the shape of stencil programs. */
    @Test
    void penalties_grid_areCountedWithinTheLimit() {
        FlowsInFlight network = new FlowsInFlight(model(), Cluster.of(64, 1));
        int flow = 0;
        for (int node = 0; node < 32; node++) {
            for (int step : new int[] {1, -1, 4, -4}) {
                int to = node + step;
                boolean inRow = Math.abs(step) == 4 || node / 4 == Math.floorDiv(to, 4);
                if (to >= 0 && to < 32 && inRow) {
                    network.start(flow++, node, to);
                }
            }
        }
        network.recompute();
        assertThat(network.sharing().warnings()).isEmpty();
    }

    @Test
    void create_defaults_areDocumentedOnes() {
        assertThat(new Myrinet.Provider().create(org.tailback.settings.Settings.empty("model", "test")))
                .isEqualTo(Myrinet.DEFAULT);
    }

    /** Belief propagation beyond the limit. */
    @Nested
    class Cavity extends BandwidthSharingContract {
        @Override
        protected SharingModel model() {
            return new Myrinet(16);
        }

        @Override
        protected Cluster cluster() {
            return Cluster.of(16, 4);
        }

        @Override
        protected int maximumFlows() {
            return 60;
        }

        @Override
        protected int dynamicGraphs() {
            return 20;
        }

        @Override
        protected double tolerance() {
            return 1e-10;
        }

        @Test
        void warnings_estimatedComponents_sayHowPreciseTheyWere() {
            FlowsInFlight network = new FlowsInFlight(model(), cluster());
            for (int i = 0; i < 60; i++) {
                network.start(i, i % 16, (i + 1 + i * i % 7) % 16);
            }
            network.recompute();
            assertThat(network.sharing().warnings())
                    .singleElement()
                    .asString()
                    .contains("the penalties of 1 component of up to 60 messages are estimates by belief propagation")
                    .contains("in components of 12 to 16 nodes, 95 % of the penalties are within +-9 %");
        }
    }
}
