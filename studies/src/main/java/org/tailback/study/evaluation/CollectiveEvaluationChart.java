package org.tailback.study.evaluation;

import org.tailback.chart.Axis;
import org.tailback.chart.Chart;
import org.tailback.chart.Guide;
import org.tailback.chart.Series;
import org.tailback.fit.collective.CollectiveEvaluation;

/** Predicted over measured times of collective operations: a point per cell, a color per operation. */
public final class CollectiveEvaluationChart {
    private CollectiveEvaluationChart() {}

    /**
     * Draws an evaluation with at least one row; both axes are logarithmic.
     *
     * @param title what the cells are of, such as the name of a machine
     */
    public static Chart of(String title, CollectiveEvaluation evaluation) {
        Chart.Builder chart = Chart.titled(title)
                .x(Axis.logarithmic("measured", Axis.Quantity.SECONDS))
                .y(Axis.logarithmic("predicted", Axis.Quantity.SECONDS));
        evaluation.by(cell -> cell.operation().label()).forEach((operation, rows) -> {
            double[] measured =
                    rows.stream().mapToDouble(row -> row.cell().seconds()).toArray();
            double[] predicted = rows.stream()
                    .mapToDouble(CollectiveEvaluation.Row::predicted)
                    .toArray();
            chart.add(Series.of(operation, Series.Style.POINTS, measured, predicted));
        });
        double shortest = evaluation.rows().stream()
                .mapToDouble(row -> row.cell().seconds())
                .min()
                .orElse(1);
        double longest = evaluation.rows().stream()
                .mapToDouble(row -> row.cell().seconds())
                .max()
                .orElse(1);
        return chart.add(new Guide("", shortest, shortest, longest, longest))
                .add(new Guide("factor 1.4", shortest, 1.4 * shortest, longest, 1.4 * longest))
                .add(new Guide("", shortest, shortest / 1.4, longest, longest / 1.4))
                .build();
    }
}
