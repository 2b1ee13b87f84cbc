package org.tailback.cli.evaluate;

import com.google.common.primitives.Doubles;
import java.util.List;
import java.util.stream.Stream;
import org.tailback.chart.Axis;
import org.tailback.chart.Chart;
import org.tailback.chart.Guide;
import org.tailback.chart.Series;
import org.tailback.fit.collective.CollectiveEvaluation;
import org.tailback.fit.evaluation.ErrorHistogram;
import org.tailback.fit.evaluation.Evaluation;
import org.tailback.study.evaluation.MeasuredChart;

/**
 * Charts of the errors of one or several models on the same measured graphs. Each chart is for at least one evaluation.
 */
final class EvaluationCharts {
    private EvaluationCharts() {}

    /**
     * Returns a chart of predicted over measured times of collective operations, with one point per cell and one colour
     * per operation.
     */
    static Chart predictedOverMeasured(String title, CollectiveEvaluation evaluation) {
        return MeasuredChart.predictedOverMeasured(
                title,
                evaluation.by(cell -> cell.operation().label()),
                row -> row.cell().seconds(),
                CollectiveEvaluation.Row::predicted,
                1.4,
                "factor 1.4");
    }

    /**
     * Returns a chart of predicted over measured times, with one point per message, the diagonal, and lines at ±10 %.
     */
    static Chart predictedOverMeasured(List<Evaluation> evaluations) {
        Chart chart = Chart.titled("How close are predicted times to measured ones?")
                .x(Axis.linear("measured", Axis.Quantity.SECONDS))
                .y(Axis.linear("predicted", Axis.Quantity.SECONDS));
        for (Evaluation evaluation : evaluations) {
            chart = chart.add(Series.of(
                    evaluation.model() + ", " + percent(evaluation.meanMessageError()),
                    Series.Style.POINTS,
                    messages(evaluation).toList(),
                    Evaluation.MessageError::measured,
                    Evaluation.MessageError::predicted));
        }
        double largest = evaluations.stream()
                .flatMap(EvaluationCharts::messages)
                .mapToDouble(Evaluation.MessageError::measured)
                .max()
                .orElse(0);
        return chart.add(new Guide("", 0, 0, largest, largest))
                .add(new Guide("+10 %", 0, 0, largest, 1.1 * largest))
                .add(new Guide("-10 %", 0, 0, largest, 0.9 * largest));
    }

    private static Stream<Evaluation.MessageError> messages(Evaluation evaluation) {
        return evaluation.graphs().stream().flatMap(graph -> graph.messages().stream());
    }

    /** Returns a chart of the number of messages by relative error; bars of the models are next to each other. */
    static Chart histogram(List<Evaluation> evaluations) {
        return histogram(
                "How are the errors of the messages distributed?",
                evaluations.stream().map(Evaluation::model).toList(),
                evaluations.stream().map(Evaluation::relativeErrors).toList());
    }

    /**
     * Returns a chart of the frequencies of relative differences.
     *
     * @param names of the series, in their order
     */
    static Chart histogram(String title, List<String> names, List<double[]> errors) {
        List<Double> bins = ErrorHistogram.of(Doubles.concat(errors.toArray(double[][]::new))).stream()
                .map(ErrorHistogram.Bin::from)
                .toList();
        Chart chart = Chart.titled(title)
                .x(Axis.of(
                        "relative error from",
                        bins.stream().map(EvaluationCharts::percent).toList()))
                .y(Axis.linear("messages", Axis.Quantity.NUMBER));
        for (int i = 0; i < names.size(); i++) {
            double[] counts = new double[bins.size()];
            ErrorHistogram.of(errors.get(i)).forEach(bin -> counts[bins.indexOf(bin.from())] = bin.count());
            chart = chart.add(Series.of(names.get(i), Series.Style.BARS, counts));
        }
        return chart;
    }

    /** Returns a chart of the mean absolute error of every graph, with a line at the mean of each model. */
    static Chart perGraph(List<Evaluation> evaluations) {
        Chart chart = Chart.titled("How large is the error of each graph?")
                .x(Axis.of(
                        "",
                        evaluations.get(0).graphs().stream()
                                .map(Evaluation.GraphError::name)
                                .toList()))
                .y(Axis.linear("mean absolute error", Axis.Quantity.SHARE));
        for (Evaluation evaluation : evaluations) {
            chart = chart.add(Series.of(
                            evaluation.model(),
                            Series.Style.BARS,
                            evaluation.graphs(),
                            Evaluation.GraphError::meanAbsoluteError))
                    .add(Guide.horizontal(evaluation.model(), evaluation.meanGraphError()));
        }
        return chart;
    }

    private static String percent(double share) {
        double percent = Math.round(1000 * share) / 10.0;
        return (percent == Math.rint(percent) ? Long.toString((long) percent) : Double.toString(percent)) + " %";
    }
}
