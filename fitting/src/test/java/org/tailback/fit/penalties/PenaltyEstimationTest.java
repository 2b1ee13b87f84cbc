package org.tailback.fit.penalties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.tailback.fit.graphs.MeasuredGraph;
import org.tailback.model.graph.ContentionGraph;
import org.tailback.model.graph.GraphLanguage;
import org.tailback.model.graph.GraphResult;
import org.tailback.model.graph.GraphRun;
import org.tailback.model.sharing.gigabit.GigabitEthernet;
import org.tailback.model.sharing.infiniband.InfiniBand;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;
import org.tailback.sharing.SharingModel;

class PenaltyEstimationTest {
    private static final double BYTES = 20 << 20;
    private static final double T_REF = 0.010706;

    private static MeasuredGraph measured(String name, String graph, double... seconds) {
        return new MeasuredGraph(
                name,
                GraphLanguage.inline(graph, BYTES),
                java.util.Arrays.stream(seconds).boxed().toList(),
                T_REF,
                BYTES);
    }

    private static GraphResult predicted(ContentionGraph graph, SharingModel model) {
        return GraphRun.of(graph, model).referenceTime(T_REF, BYTES).run();
    }

    @Test
    void martinasso2011_fig3_printedTimesGiveThePrintedPenalties() {
        MeasuredGraph fig3 = measured(
                "fig3",
                "a:0>1 b:0>2 c:0>3 d:4>3 e:4>5 f:6>5",
                0.0363749,
                0.0363749,
                0.0363749,
                0.0297984,
                0.0297984,
                0.0160590);
        List<Double> penalties = PenaltyEstimation.estimate(List.of(fig3), InfiniBand.DEFAULT, 1e-6)
                .penalties()
                .get("fig3");
        // printed: 3.5 3.5 3.5 3.33 3.33 1.5
        assertThat(penalties).hasSize(6);
        for (int i = 0; i < 3; i++) {
            assertThat(penalties.get(i)).isCloseTo(3.5, within(1e-4));
        }
        assertThat(penalties.get(3)).isCloseTo(10.0 / 3, within(1e-4));
        assertThat(penalties.get(4)).isCloseTo(10.0 / 3, within(1e-4));
        assertThat(penalties.get(5)).isCloseTo(1.5, within(1e-6));
    }

    @Test
    void modelsOwnTimes_ofRandomGraphs_giveTheModelsOwnPenalties() {
        for (SharingModel model : List.of(InfiniBand.DEFAULT, GigabitEthernet.DEFAULT)) {
            for (long seed = 0; seed < 200; seed++) {
                ContentionGraph graph = randomGraph(new Random(seed));
                GraphResult run = predicted(graph, model);
                MeasuredGraph measured = new MeasuredGraph(
                        "g",
                        graph,
                        run.edges().stream().map(GraphResult.EdgeResult::finish).toList(),
                        T_REF,
                        BYTES);
                List<Double> penalties = PenaltyEstimation.estimate(List.of(measured), model, 1e-9)
                        .penalties()
                        .get("g");
                for (int i = 0; i < penalties.size(); i++) {
                    double expected = run.edges().get(i).penalty();
                    assertThat(penalties.get(i))
                            .as("%s of %s, seed %d", graph.edges().get(i), graph, seed)
                            .isCloseTo(expected, within(1e-6 * expected));
                }
            }
        }
    }

    private static ContentionGraph randomGraph(Random random) {
        int nodes = 3 + random.nextInt(4);
        int count = 2 + random.nextInt(6);
        List<ContentionGraph.Edge> edges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int source = random.nextInt(nodes);
            int destination = (source + 1 + random.nextInt(nodes - 1)) % nodes;
            edges.add(new ContentionGraph.Edge("e" + i, "n" + source, "n" + destination, BYTES, 0));
        }
        return new ContentionGraph(edges);
    }

    @Test
    void laterSteps_useShapesMeasuredBefore() {
        // c ends first; then a and b are an out-2 star, which was measured at 1.8, not at the model's 2
        MeasuredGraph star = measured("star", "a:0>1 b:0>2", 1.8 * T_REF, 1.8 * T_REF);
        // first step 1.5 T_ref; a and b then move 1 / 1.8 per T_ref for 0.9: half of what they have
        MeasuredGraph both = measured("both", "x:0>1 y:0>2 z:3>2", 2.4 * T_REF, 2.4 * T_REF, 1.5 * T_REF);
        PenaltyEstimation.Result result = PenaltyEstimation.estimate(List.of(both, star), InfiniBand.DEFAULT, 0.02);
        assertThat(result.penalties().get("both").get(0)).isCloseTo(3.0, within(1e-12));
        assertThat(result.penalties().get("both").get(2)).isCloseTo(1.5, within(1e-12));
        assertThat(result.remarks()).isEmpty();
    }

    @Test
    void laterSteps_notMeasured_areThoseOfTheModelAndCounted() {
        MeasuredGraph both = measured("both", "x:0>1 y:0>2 z:3>2", 2.4 * T_REF, 2.4 * T_REF, 1.5 * T_REF);
        PenaltyEstimation.Result result = PenaltyEstimation.estimate(List.of(both), InfiniBand.DEFAULT, 0.02);
        assertThat(result.remarks()).singleElement().asString().contains("2 penalties come from infiniband");
    }

    @Test
    void fragment_isReadBackWithTheSamePenalties() {
        MeasuredGraph star = measured("star", "a:0>1 b:0>2", 1.8 * T_REF, 1.8 * T_REF);
        String text = PenaltyEstimation.estimate(List.of(star), InfiniBand.DEFAULT, 0.02)
                .fragment("file", "2026-11-21", "gigabit-ethernet:beta=0.8")
                .text();
        SharingModel model = PlatformFile.parse(text, "fragment").model(Overrides.NONE, Registry.load());
        assertThat(predicted(GraphLanguage.inline("p:q>r s:q>t", BYTES), model)
                        .edges()
                        .get(0)
                        .penalty())
                .isCloseTo(1.8, within(1e-12));
        assertThat(predicted(GraphLanguage.inline("p:q>r s:q>t u:q>v", BYTES), model)
                        .edges()
                        .get(0)
                        .penalty())
                .isCloseTo(2.4, within(1e-12));
    }
}
