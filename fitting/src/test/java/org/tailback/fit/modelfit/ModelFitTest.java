package org.tailback.fit.modelfit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;
import org.tailback.fit.SharedFiles;
import org.tailback.fit.evaluation.Evaluation;
import org.tailback.fit.graphs.MeasuredGraph;
import org.tailback.fit.graphs.MeasuredGraphsFile;
import org.tailback.model.graph.ContentionGraph;
import org.tailback.model.graph.GraphLanguage;
import org.tailback.model.graph.GraphResult;
import org.tailback.model.graph.GraphRun;
import org.tailback.model.sharing.gigabit.GigabitEthernet;
import org.tailback.model.sharing.proportional.TcpProportional;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.sharing.SharingModel;

class ModelFitTest {
    private static final List<String> GRAPHS = List.of(
            "a:0>1 b:0>2",
            "a:0>1 b:0>2 c:0>3",
            "a:1>0 b:2>0 c:3>0",
            "a:0>1 b:0>2 c:0>3 d:1>2 e:1>3 f:2>3",
            "a:0>1 b:0>2 c:3>2 d:4>2",
            "a:0>1 b:0>2 c:1>0 d:2>0");

    private static List<MeasuredGraph> measuredFrom(SharingModel model) {
        return GRAPHS.stream()
                .map(words -> {
                    ContentionGraph graph = GraphLanguage.inline(words, 1000);
                    GraphResult run =
                            GraphRun.of(graph, model).referenceTime(1, 1000).run();
                    return new MeasuredGraph(
                            words,
                            graph,
                            run.edges().stream()
                                    .map(GraphResult.EdgeResult::finish)
                                    .toList(),
                            1,
                            1000);
                })
                .toList();
    }

    @Test
    void modelsOwnTimes_giveTheModelsOwnParameters() {
        ModelFit.Result fit = ModelFit.fit(
                measuredFrom(new GigabitEthernet(0.8, 0.1, 0.06)), ModelChoice.parse("gigabit-ethernet"), List.of());
        assertThat(fit.evaluation().meanGraphError()).isLessThan(1e-3);
        assertThat(fit.parameters().get("beta")).isCloseTo(0.8, within(1e-3));
        assertThat(fit.parameters().get("outgoing-gamma")).isCloseTo(0.1, within(1e-2));
        assertThat(fit.parameters().get("incoming-gamma")).isCloseTo(0.06, within(1e-2));
        assertThat(fit.leaveOneOutError()).isLessThan(0.02);
    }

    @Test
    void givenParameters_areKept() {
        ModelFit.Result fit = ModelFit.fit(
                measuredFrom(new TcpProportional(0.05, 0.02, 0.7, 0.5)),
                ModelChoice.parse("tcp-proportional:unevenness=0.02"),
                List.of());
        assertThat(fit.parameters().keySet())
                .containsExactly("acknowledgement-share", "receiver-delay", "contended-weight");
        assertThat(fit.parameters().get("receiver-delay")).isCloseTo(0.7, within(0.02));
        TcpProportional read =
                (TcpProportional) PlatformFile.parse(fit.fragment("f", "today").text(), "fragment")
                        .model(Overrides.NONE, Registry.load());
        assertThat(read.unevenness()).isEqualTo(0.02);
        assertThat(read.receiverDelay()).isEqualTo(fit.parameters().get("receiver-delay"));
    }

    @Test
    void modelWithoutParameters_isFittedInItsPace() {
        List<MeasuredGraph> graphs = measuredFrom(new TcpProportional(0, 0, 0, 1)).subList(0, 2).stream()
                .map(graph -> new MeasuredGraph(graph.name(), graph.graph(), graph.seconds(), 0.8, 1000))
                .toList();
        ModelFit.Result fit = ModelFit.fit(graphs, ModelChoice.parse("max-min"), List.of());
        assertThat(fit.parameters().get("pace")).isCloseTo(1.25, within(1e-3));
        assertThat(fit.fragment("f", "today").text()).contains("# multiply all predicted times by 1.2");
    }

    @Test
    void mistakes_areNamed() {
        List<MeasuredGraph> graphs = measuredFrom(GigabitEthernet.DEFAULT);
        assertThatThrownBy(() -> FreeParameter.parse("beta=1:0:2"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("NAME=LOW:START:HIGH");
        assertThatThrownBy(() -> ModelFit.fit(
                        graphs,
                        ModelChoice.parse("gigabit-ethernet:beta=1"),
                        List.of(FreeParameter.parse("beta=0.5:1:2"))))
                .hasMessageContaining("is given and to be fitted");
        assertThatThrownBy(() -> ModelFit.fit(
                        graphs, ModelChoice.parse("gigabit-ethernet"), List.of(FreeParameter.parse("bet=0.5:1:2"))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("bet");
        FreeParameter beta = FreeParameter.parse("beta=0.5:1:2");
        assertThatThrownBy(() -> ModelFit.fit(graphs, ModelChoice.parse("gigabit-ethernet"), List.of(beta, beta)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("two free parameters have the same name");
    }

    @Test
    void families_areTheLettersThatNamesBeginWith() {
        assertThat(ModelFit.family("rand04_n8_e6")).isEqualTo("rand");
        assertThat(ModelFit.family("out3_in2")).isEqualTo("out");
        assertThat(ModelFit.family("3 rings")).isEqualTo("3 rings");
        ModelFit.Result oneFamily = ModelFit.fit(
                measuredFrom(GigabitEthernet.DEFAULT).stream()
                        .map(graph ->
                                new MeasuredGraph("g" + graph.name().length(), graph.graph(), graph.seconds(), 1, 1000))
                        .toList(),
                ModelChoice.parse("max-min"),
                List.of());
        assertThat(oneFamily.familyLeftOut()).isEmpty();
        assertThat(oneFamily.leaveFamilyOutError()).isNaN();
        assertThat(oneFamily.leaveOneOutError()).isPositive();
    }

    @Tag("thorough")
    @Test
    void tcpStar8_ourModel_predictsGraphsAndFamiliesLeftOutWithin5PercentAndBeatsTheOthers() {
        List<MeasuredGraph> graphs = MeasuredGraphsFile.read(SharedFiles.find("measured/tcp-star-8.json"))
                .graphs();
        ModelFit.Result ours = ModelFit.fit(graphs, ModelChoice.parse("tcp-proportional"), List.of());
        assertThat(ours.leaveOneOutError()).isLessThan(0.04);
        assertThat(ours.leaveFamilyOutError()).isLessThan(0.05);
        ModelFit.Result maxMin = ModelFit.fit(graphs, ModelChoice.parse("max-min"), List.of());
        ModelFit.Result gigabit = ModelFit.fit(graphs, ModelChoice.parse("gigabit-ethernet"), List.of());
        assertThat(ours.leaveOneOutError())
                .isLessThan(0.6 * maxMin.leaveOneOutError())
                .isLessThan(gigabit.leaveOneOutError());
        assertThat(ours.leaveFamilyOutError())
                .isLessThan(0.8 * maxMin.leaveFamilyOutError())
                .isLessThan(gigabit.leaveFamilyOutError());
        Evaluation uncontended = Evaluation.of(graphs, Registry.load().model(ModelChoice.parse("uncontended")));
        assertThat(uncontended.meanGraphError()).isGreaterThan(0.3);
        // fitted to these graphs only, it predicts those of another network of the same kind better than fair sharing
        List<MeasuredGraph> others = MeasuredGraphsFile.read(
                        SharedFiles.repository("docs/measured/tcp-star-8-graphs.json"))
                .graphs();
        SharingModel fitted = Registry.load()
                .model(ModelChoice.parse("tcp-proportional:"
                        + String.join(
                                ",",
                                ours.parameters().entrySet().stream()
                                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                                        .toList())));
        assertThat(Evaluation.of(others, fitted).meanGraphError())
                .isLessThan(0.75
                        * Evaluation.of(others, Registry.load().model(ModelChoice.parse("max-min")))
                                .meanGraphError());
    }

    @Test
    void defaults_ofOurModel_predictMeasuredGraphsBetterThanFairSharing() {
        List<MeasuredGraph> graphs = MeasuredGraphsFile.read(
                        SharedFiles.repository("docs/measured/tcp-star-8-graphs.json"))
                .graphs();
        double ours = Evaluation.of(graphs, TcpProportional.DEFAULT).meanGraphError();
        double maxMin = Evaluation.of(graphs, Registry.load().model(ModelChoice.parse("max-min")))
                .meanGraphError();
        assertThat(ours).isLessThan(0.1).isLessThan(0.7 * maxMin);
    }
}
