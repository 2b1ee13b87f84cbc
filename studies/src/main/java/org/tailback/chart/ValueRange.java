package org.tailback.chart;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.tailback.units.SizeUnits;

/**
 * The range of a chart's values on an axis.
 *
 * @param least of the values that can be drawn; infinite if there are none
 * @param greatest likewise
 * @param units in which sizes are written
 */
record ValueRange(double least, double greatest, SizeUnits units) {
    static ValueRange ofX(Chart chart) {
        return of(
                chart.x(),
                chart.series().stream()
                        .flatMapToDouble(
                                series -> IntStream.range(0, series.size()).mapToDouble(series::x))
                        .toArray());
    }

    static ValueRange ofY(Chart chart) {
        return of(
                chart.y(),
                chart.series().stream()
                        .flatMapToDouble(series -> IntStream.range(0, series.size())
                                .boxed()
                                .flatMapToDouble(i -> DoubleStream.of(series.y(i), series.low(i), series.high(i))))
                        .toArray());
    }

    private static ValueRange of(Axis axis, double[] values) {
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            if (Double.isFinite(value) && (!axis.logarithmic() || value > 0)) {
                least = Math.min(least, value);
                greatest = Math.max(greatest, value);
            }
        }
        return new ValueRange(least, greatest, SizeUnits.of(DoubleStream.of(values)));
    }
}
