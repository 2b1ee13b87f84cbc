package org.tailback.cli.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tailback.chart.Chart;
import org.tailback.chart.Series;
import org.tailback.fit.evaluation.Evaluation;

class EvaluationChartsTest {
    private static Evaluation of(String model, double... errors) {
        List<Evaluation.GraphError> graphs = new java.util.ArrayList<>();
        for (int i = 0; i < errors.length; i++) {
            Evaluation.MessageError message =
                    new Evaluation.MessageError("m", "0", "1", 2, 2 * (1 + errors[i]), errors[i]);
            graphs.add(new Evaluation.GraphError("g" + i, Math.abs(errors[i]), Map.of(), List.of(message)));
        }
        return new Evaluation(model, graphs, List.of());
    }

    private static final List<Evaluation> TWO = List.of(of("one", 0.01, 0.02, -0.12), of("two", 0.21, 0.01, 0.01));

    @Test
    void histogram_countsEveryModelInTheSameBins() {
        Chart chart = EvaluationCharts.histogram(TWO);
        assertThat(chart.x().categories())
                .containsExactly("-15 %", "-10 %", "-5 %", "0 %", "5 %", "10 %", "15 %", "20 %");
        assertThat(chart.series().get(0).y()).containsExactly(1, 0, 0, 2, 0, 0, 0, 0);
        assertThat(chart.series().get(1).y()).containsExactly(0, 0, 0, 2, 0, 0, 0, 1);
    }

    @Test
    void perGraph_hasABarPerGraphAndAGuideAtTheMean() {
        Chart chart = EvaluationCharts.perGraph(TWO);
        assertThat(chart.x().categories()).containsExactly("g0", "g1", "g2");
        assertThat(chart.series()).extracting(Series::name).containsExactly("one", "two");
        assertThat(chart.series().get(0).y()).containsExactly(0.01, 0.02, 0.12);
        assertThat(chart.guides().get(0).y1()).isCloseTo(0.05, within(1e-15));
    }

    @Test
    void predictedOverMeasured_hasAPointPerMessage() {
        Chart chart = EvaluationCharts.predictedOverMeasured(TWO);
        assertThat(chart.series().get(1).x()[0]).isEqualTo(2);
        assertThat(chart.series().get(1).y()[0]).isEqualTo(2.42);
        assertThat(chart.guides()).hasSize(3);
    }

    @Test
    void noErrors_giveAnEmptyHistogram() {
        assertThat(EvaluationCharts.histogram("t", List.of("n"), List.of(new double[0]))
                        .x()
                        .categories())
                .isEmpty();
    }
}
