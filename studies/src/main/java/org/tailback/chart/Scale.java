package org.tailback.chart;

import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.tailback.units.SizeUnits;

/**
 * Mapping of an axis's values to pixels.
 *
 * @param low value at the axis's lower end
 * @param high value at the axis's upper end
 * @param from pixel of the axis's lower end
 * @param to pixel of the axis's upper end
 * @param marks marks of the axis
 */
record Scale(boolean logarithmic, double low, double high, double from, double to, Ticks marks) {
    /**
     * Returns the scale of an axis that contains a range of values with a margin around them.
     *
     * @param from the pixel of the axis's lower end
     * @param to the pixel of the axis's upper end
     * @param fromZero whether the axis begins at 0 if all values are greater
     */
    static Scale of(Axis axis, ValueRange range, double from, double to, boolean fromZero) {
        Ticks marks = new Ticks(axis.quantity(), range.units());
        double least = range.least();
        double greatest = range.greatest();
        if (!axis.categories().isEmpty()) {
            return new Scale(false, -0.5, axis.categories().size() - 0.5, from, to, marks);
        }
        if (!(least <= greatest)) {
            return new Scale(
                    axis.logarithmic(), axis.logarithmic() ? 1 : 0, axis.logarithmic() ? 10 : 1, from, to, marks);
        }
        if (axis.logarithmic()) {
            double air = Math.max(Math.pow(greatest / least, 0.04), 1.02);
            return new Scale(true, least / air, greatest * air, from, to, marks);
        }
        double span = greatest > least ? greatest - least : greatest == 0 ? 1 : Math.abs(greatest);
        double low = least >= 0 && (fromZero || least < 0.3 * greatest) ? 0 : least - 0.05 * span;
        double high = greatest <= 0 && least < 0 ? Math.max(0, greatest) : greatest + 0.05 * span;
        return new Scale(false, low, high > low ? high : low + 1, from, to, marks);
    }

    /** Returns whether a value can be drawn: it must be finite, and above 0 on a logarithmic axis. */
    boolean shows(double value) {
        return Double.isFinite(value) && (!logarithmic || value > 0);
    }

    /**
     * Returns the pixel of a value; infinite values are at the axis's ends, and finite values outside are moved to the
     * nearer end.
     */
    double at(double value) {
        return beyond(Math.min(Math.max(value, low), high));
    }

    /**
     * Returns the pixel of a value, which may be beyond the axis's ends. Infinite values are at the ends, and so are
     * values of 0 and less on a logarithmic axis.
     */
    double beyond(double value) {
        double bounded =
                Double.isInfinite(value) || logarithmic && value <= 0 ? Math.min(Math.max(value, low), high) : value;
        double share = logarithmic
                ? (Math.log(bounded) - Math.log(low)) / (Math.log(high) - Math.log(low))
                : (bounded - low) / (high - low);
        return from + share * (to - from);
    }

    /** Returns the pixel at which bars begin: the pixel of 0, or of the lower end on an axis without 0. */
    double base() {
        return at(logarithmic ? low : 0);
    }

    /** Returns approximately {@code wanted} values to mark, at least two. */
    List<Double> ticks(double wanted) {
        int count = (int) Math.max(2, wanted);
        return logarithmic ? marks.logarithmic(low, high, count) : marks.linear(low, high, count);
    }

    String text(double value) {
        return marks.text(value);
    }

    /**
     * Range of a chart's values on an axis.
     *
     * @param least smallest value that can be drawn; infinite without such values
     * @param greatest largest value that can be drawn; infinite without such values
     * @param units units of sizes
     */
    record ValueRange(double least, double greatest, SizeUnits units) {
        static ValueRange ofX(Chart chart) {
            return of(chart, chart.x(), series -> DoubleStream.of(series.x()));
        }

        static ValueRange ofY(Chart chart) {
            return of(
                    chart,
                    chart.y(),
                    series -> Stream.of(series.y(), series.low(), series.high()).flatMapToDouble(DoubleStream::of));
        }

        private static ValueRange of(Chart chart, Axis axis, Function<Series, DoubleStream> values) {
            double least = Double.POSITIVE_INFINITY;
            double greatest = Double.NEGATIVE_INFINITY;
            double[] all = chart.series().stream().flatMapToDouble(values).toArray();
            for (double value : all) {
                if (Double.isFinite(value) && (!axis.logarithmic() || value > 0)) {
                    least = Math.min(least, value);
                    greatest = Math.max(greatest, value);
                }
            }
            return new ValueRange(least, greatest, SizeUnits.of(DoubleStream.of(all)));
        }
    }
}
