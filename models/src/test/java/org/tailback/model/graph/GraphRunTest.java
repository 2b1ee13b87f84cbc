package org.tailback.model.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.model.sharing.gigabit.GigabitEthernet;
import org.tailback.model.sharing.infiniband.InfiniBand;
import org.tailback.model.sharing.maxmin.MaxMin;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

class GraphRunTest {
    private static final double SIZE = 20 << 20;
    private static final double ALONE = 0.010706;
    private static final String TOURNAMENT = "a:0>1 b:0>2 c:0>3 d:1>2 e:1>3 f:2>3";

    private static GraphResult run(SharingModel model, String graph) {
        return GraphRun.of(GraphLanguage.inline(graph, SIZE), model)
                .referenceTime(ALONE, SIZE)
                .run();
    }

    private static void assertFinish(SharingModel model, String graph, double... inReferenceTimes) {
        double[] finish = run(model, graph).edges().stream()
                .mapToDouble(edge -> edge.finish() / ALONE)
                .toArray();
        assertThat(finish).hasSize(inReferenceTimes.length);
        for (int i = 0; i < finish.length; i++) {
            assertThat(finish[i]).as("edge %d of %s", i, graph).isCloseTo(inReferenceTimes[i], within(1e-12 * 5));
        }
    }

    /** Alone on the widest route, which is inside a machine, a message takes a second; a and c share an interface. */
    @Test
    void gpus_ofOneMachine_useItsLinks() {
        SharingModel star = new MaxMin.Provider()
                .create(Settings.ofScalars("max-min", "test", Map.of("bandwidth", "1", "local-bandwidth", "10")));
        GraphResult result = GraphRun.of(GraphLanguage.inline("a:0.0>1.0 b:0.0>0.1 c:0.0>1.1", SIZE), star)
                .cluster(Cluster.of(2, 1).withGpus(2, 1))
                .run();
        assertThat(result.edges().stream()
                        .mapToDouble(GraphResult.EdgeResult::finish)
                        .toArray())
                .containsExactly(new double[] {20, 1, 20}, within(1e-9));
    }

    /** Nodes 6 and 7 share the link from their leaf to the only spine. */
    @Test
    void nodes_thatAreNumbers_keepThem() {
        SharingModel tree = new MaxMin.Provider()
                .create(Settings.ofScalars(
                        "max-min", "test", Map.of("topology", "fat-tree", "down", "4x2", "up", "1x1")));
        assertThat(run(tree, "a:7>0 b:6>1").edges()).allMatch(edge -> edge.penalty() == 2);
        assertThat(run(tree, "a:7>6 b:5>4").edges()).allMatch(edge -> edge.penalty() == 1);
        assertThatThrownBy(() -> run(tree, "a:8>0"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("8 nodes");
        // names in the order in which they appear: all four are in the first leaf
        assertThat(run(tree, "a:n7>n0 b:n6>n1").edges()).allMatch(edge -> edge.penalty() == 1);
    }

    @Test
    void martinasso2011_figure3_timesBytesAndSteps() {
        GraphResult result = run(InfiniBand.DEFAULT, "a:0>1 b:0>2 c:0>3 d:4>3 e:4>5 f:6>5");
        assertThat(result.model()).isEqualTo("infiniband");
        assertThat(result.edges().stream().mapToDouble(GraphResult.EdgeResult::penalty))
                .satisfies(penalties -> {
                    double[] expected = {3.5, 3.5, 3.5, 10.0 / 3, 10.0 / 3, 1.5};
                    for (int i = 0; i < 6; i++) {
                        assertThat(penalties.get(i)).isCloseTo(expected[i], within(4e-12));
                    }
                });
        double[] printed = {0.0363749, 0.0363749, 0.0363749, 0.0297984, 0.0297984, 0.0160590};
        for (int i = 0; i < 6; i++) {
            assertThat(result.edges().get(i).finish()).isCloseTo(printed[i], within(5e-8));
        }
        assertThat(result.steps()).hasSize(3);
        assertThat(result.steps().get(0).remainingBytes().get("a")).isCloseTo(11983725.7, within(0.05));
        assertThat(result.steps().get(0).remainingBytes().get("d")).isCloseTo(11534336, within(1e-5));
        assertThat(result.steps().get(1).remainingBytes().get("a")).isCloseTo(4294168.4, within(0.05));
        assertThat(result.steps().get(0).ended()).containsExactly("f");
        assertThat(result.steps().get(1).ended()).containsExactly("d", "e");
        assertThat(result.steps().get(2).ended()).containsExactly("a", "b", "c");
        assertThat(result.steps().get(2).rates().get("b")).isCloseTo(SIZE / ALONE / 3, within(1e-3));
        double abc = 1427.0 / 420;
        double de = 167.0 / 60;
        assertFinish(InfiniBand.DEFAULT, "a:0>1 b:0>2 c:0>3 d:4>3 e:4>5 f:6>5", abc, abc, abc, de, de, 1.5);
    }

    @Test
    void martinasso2011_figure3_exactRule_times() {
        GraphResult result =
                run(new InfiniBand(InfiniBand.CompetitorRule.EXACT), "a:0>1 b:0>2 c:0>3 d:4>3 e:4>5 f:6>5");
        double[] expected = {0.0363421, 0.0363421, 0.0363421, 0.0295690, 0.0295690, 0.0152943};
        for (int i = 0; i < 6; i++) {
            assertThat(result.edges().get(i).finish()).isCloseTo(expected[i], within(5e-8));
        }
    }

    @Test
    void martinasso2011_figure4_graphA_times() {
        assertFinish(InfiniBand.DEFAULT, "a:0>1 b:0>2 c:3>2 d:4>2 e:5>1", 3.375, 3.375, 2.5, 2.5, 1.25);
    }

    @Test
    void martinasso2011_figure4_graphA_withoutRuleB_times() {
        assertFinish(
                new InfiniBand(InfiniBand.CompetitorRule.NONE),
                "a:0>1 b:0>2 c:3>2 d:4>2 e:5>1",
                3.4,
                3.4,
                2.5,
                2.5,
                1.5);
    }

    @Test
    void martinasso2011_figure4_graphB_times() {
        assertFinish(InfiniBand.DEFAULT, "a:0>1 b:0>2 c:3>2 d:4>2 e:5>2", 4.1, 4.1, 3.5, 3.5, 3.5);
    }

    @Test
    void infiniband_tournament_times() {
        double abc = 130.0 / 33;
        double de = 397.0 / 132;
        assertFinish(InfiniBand.DEFAULT, TOURNAMENT, abc, abc, abc, de, de, 1.25);
    }

    @Test
    void vienne2008_figure4_times() {
        double e = 419463.0 / 192800;
        assertFinish(GigabitEthernet.DEFAULT, TOURNAMENT, 1.99125, 1.99125, 18767383.0 / 7904800, 1.446, e, e);
        GraphResult result = GraphRun.of(GraphLanguage.inline(TOURNAMENT, 4e6), GigabitEthernet.DEFAULT)
                .referenceTime(0.0475, 4e6)
                .run();
        double[] printed = {0.095, 0.095, 0.113, 0.069, 0.103, 0.103};
        double[] exact = {0.094584375, 0.094584375, 0.1127733393, 0.068685, 0.1033428034, 0.1033428034};
        for (int i = 0; i < 6; i++) {
            assertThat(result.edges().get(i).finish()).isCloseTo(printed[i], within(5e-4));
            assertThat(result.edges().get(i).finish()).isCloseTo(exact[i], within(5e-11));
        }
    }

    @Test
    void run_differentSizesAndStarts_areHonoured() {
        // a alone for 1 s of its 2 s; then shared at 1.5 until b's second of work is done at 2.5, as is a's
        GraphResult result = GraphRun.of(
                        GraphLanguage.inline("a:0>1*40MiB b:0>2*20MiB@1s c:5>6*0B@3s d:5>6@4s", SIZE),
                        GigabitEthernet.DEFAULT)
                .run();
        assertThat(result.edges().stream().map(GraphResult.EdgeResult::finish)).containsExactly(2.5, 2.5, 3.0, 5.0);
        assertThat(result.steps()).hasSize(3);
        assertThat(result.steps().get(0).remainingBytes()).containsExactly(Map.entry("a", SIZE));
        assertThat(result.steps().get(1).ended()).containsExactly("a", "b");
    }

    @Test
    void run_bandwidth_isWhatOneMessageGets() {
        GraphResult result = GraphRun.of(GraphLanguage.inline("a:0>1*4MB", SIZE), GigabitEthernet.DEFAULT)
                .bandwidth(8e6)
                .explain(true)
                .run();
        assertThat(result.edges().get(0).finish()).isEqualTo(0.5);
        assertThat(result.steps().get(0).rates().get("a")).isEqualTo(8e6);
        assertThat(result.explanations().get("a").value()).isEqualTo(1);
    }

    @Test
    void run_nodeUnknownToTheCluster_saysWhichThereAre() {
        GraphRun run = GraphRun.of(GraphLanguage.inline("a:0>9", SIZE), GigabitEthernet.DEFAULT)
                .cluster(Cluster.of(4, 1));
        assertThatThrownBy(run::run).isInstanceOf(InputException.class).hasMessageContaining("nodes 0 to 3");
    }
}
