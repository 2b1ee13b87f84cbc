package org.tailback.fit.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.fit.graphs.MeasuredGraph;
import org.tailback.fit.graphs.MeasuredGraphsFile;
import org.tailback.model.graph.ContentionGraph;
import org.tailback.model.sharing.gigabit.GigabitEthernet;
import org.tailback.model.sharing.infiniband.InfiniBand;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.sharing.SharingModel;

class EvaluationTest {
    private static MeasuredGraphsFile shipped(String name) {
        return MeasuredGraphsFile.read(Path.of("../docs/measured").resolve(name));
    }

    @Test
    void vienne2008_fig4_predictionsAreThePrintedOnes() {
        Evaluation evaluation = Evaluation.of(shipped("vienne-2008-fig4.json").graphs(), GigabitEthernet.DEFAULT);
        List<Evaluation.MessageError> messages = evaluation.graphs().get(0).messages();
        double[] printed = {0.095, 0.095, 0.113, 0.069, 0.103, 0.103};
        double[] measured = {0.095, 0.099, 0.118, 0.068, 0.099, 0.103};
        double sum = 0;
        for (int i = 0; i < 6; i++) {
            assertThat(Math.round(messages.get(i).predicted() * 1000) / 1000.0).isEqualTo(printed[i]);
            assertThat(messages.get(i).relativeError())
                    .isCloseTo((printed[i] - measured[i]) / measured[i], within(0.0005 / measured[i] + 1e-9));
            sum += Math.abs(printed[i] - measured[i]) / measured[i] / 6;
        }
        // from the printed numbers: 0, 4.0, 4.2, 1.5, 4.0, 0 %
        assertThat(sum).isCloseTo(0.0230, within(1e-4));
        assertThat(evaluation.graphs().get(0).meanAbsoluteError()).isCloseTo(sum, within(0.003));
        assertThat(evaluation.shareWithin10Percent()).isEqualTo(1);
    }

    @Test
    void martinasso2011_fig4_errorsAreThePrintedOnes() {
        Evaluation evaluation =
                Evaluation.of(shipped("martinasso-2011-fig4.json").graphs(), InfiniBand.DEFAULT);
        int[][] printedErrors = {{0, 0, -3, -3, 0}, {-2, -2, -6, -6, -6}};
        double[][] printedTimes = {
            {0.036132, 0.036132, 0.026765, 0.026765, 0.013382}, {0.043894, 0.043894, 0.037471, 0.037471, 0.037471}
        };
        for (int graph = 0; graph < 2; graph++) {
            for (int i = 0; i < 5; i++) {
                Evaluation.MessageError message =
                        evaluation.graphs().get(graph).messages().get(i);
                // the paper cuts: -2.97 % is printed as -2 %
                assertThat((int) (100 * message.relativeError())).isEqualTo(printedErrors[graph][i]);
                assertThat(message.predicted()).isCloseTo(printedTimes[graph][i], within(1e-6));
            }
        }
    }

    @Test
    void martinasso2011_fig3_timesAndAbsoluteErrorsAreThePrintedOnes() {
        Evaluation evaluation =
                Evaluation.of(shipped("martinasso-2011-fig3.json").graphs(), InfiniBand.DEFAULT);
        List<Evaluation.MessageError> messages = evaluation.graphs().get(0).messages();
        double[] printedTimes = {0.0363749, 0.0363749, 0.0363749, 0.0297984, 0.0297984, 0.0160590};
        int[] printedErrors = {3, 3, 3, 1, 1, 2};
        for (int i = 0; i < printedTimes.length; i++) {
            assertThat(messages.get(i).predicted()).isCloseTo(printedTimes[i], within(1e-7));
            assertThat(Math.round(100 * Math.abs(messages.get(i).relativeError())))
                    .isEqualTo(printedErrors[i]);
        }
    }

    @Test
    void taskErrors_sumTheMessagesOfASender() {
        MeasuredGraph graph = shipped("martinasso-2011-fig4.json").graphs().get(0);
        Evaluation.GraphError error = Evaluation.compare(graph, List.of(0.040, 0.030, 0.027653, 0.030, 0.013413));
        // task 0 sends a and b: |0.07 - 0.072654| / 0.072654
        assertThat(error.taskErrors().get("0")).isCloseTo(0.002654 / 0.072654, within(1e-12));
        assertThat(error.taskErrors().get("3")).isEqualTo(0);
        assertThat(error.messages().get(0).relativeError()).isCloseTo(0.003672 / 0.036328, within(1e-12));
    }

    @Test
    void histogram_hasOneBinThatBeginsAtZero() {
        List<ErrorHistogram.Bin> histogram = ErrorHistogram.of(new double[] {-0.07, -0.001, 0, 0.049, 0.12});
        assertThat(histogram).extracting(ErrorHistogram.Bin::count).containsExactly(1, 1, 2, 0, 1);
        assertThat(histogram.get(2).from()).isEqualTo(0);
        assertThat(ErrorHistogram.shareWithin(new double[] {-0.07, 0.1, 0.12}, 0.1))
                .isEqualTo(2.0 / 3);
        assertThat(ErrorHistogram.of(new double[] {1e9, -1e9})).hasSizeLessThan(100);
    }

    @Test
    void randomPatterns_ofZhu_haveHalfOfAllDrawsAndDifferByTheAsymmetricProperty() {
        Registry registry = Registry.load();
        SharingModel on = registry.model(ModelChoice.parse("hierarchical-ethernet:asymmetric=true"));
        SharingModel off = registry.model(ModelChoice.parse("hierarchical-ethernet:asymmetric=false"));
        RandomPatterns.Settings settings =
                new RandomPatterns.Settings(30, 2, RandomPatterns.Draw.OF_EACH_NODE, 2, 40, Integer.MAX_VALUE, 1e7);
        RandomPatterns.Comparison comparison = RandomPatterns.compare(settings, on, off, 1);
        // binomial(2400, 1/2): 5 standard deviations are 123
        assertThat(comparison.messages()).isBetween(1077, 1323);
        assertThat(comparison.meanAbsolute()).isGreaterThan(0.01);
        assertThat(RandomPatterns.compare(settings, on, off, 1)).isEqualTo(comparison);
        assertThat(RandomPatterns.compare(settings, on, on, 1).meanAbsolute()).isEqualTo(0);
        assertThat(RandomPatterns.compare(settings, on, off, 2).differences()).isNotEqualTo(comparison.differences());
    }

    @Test
    void randomPatterns_goToOtherNodesOnly_andToEveryOneOfThem() {
        RandomPatterns.Settings settings =
                new RandomPatterns.Settings(4, 1, RandomPatterns.Draw.OF_EACH_NODE, 8, 100, Integer.MAX_VALUE, 1e7);
        long[][] counts = new long[4][4];
        RandomPatterns.draw(settings, 3)
                .forEach(graph -> graph.edges()
                        .forEach(edge ->
                                counts[Integer.parseInt(edge.source())][Integer.parseInt(edge.destination())]++));
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                // each pair: binomial(800, 1/6), mean 133, 5 standard deviations are 53
                assertThat(counts[i][j]).isBetween(i == j ? 0L : 80L, i == j ? 0L : 187L);
            }
        }
    }

    @Test
    void randomPatterns_ofMartinasso_haveTheirNumberOfMessagesAndStopWhenTheyAreEnough() {
        RandomPatterns.Settings settings =
                new RandomPatterns.Settings(9, 1, RandomPatterns.Draw.OF_ALL_PAIRS, 5, 100, 300, 20 << 20);
        List<ContentionGraph> patterns = RandomPatterns.draw(settings, 1);

        // section 5: "we measured 60 contention graphs of 5 edges leading to evaluating 300 communication times"
        assertThat(patterns)
                .hasSize(60)
                .allMatch(pattern -> pattern.edges().size() == 5)
                .anyMatch(pattern -> pattern.nodeNames().size() > 6);
        assertThat(patterns.stream()
                        .flatMap(pattern -> pattern.nodeNames().stream())
                        .distinct())
                .hasSize(9);
    }
}
