package org.tailback.cli.replay;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.tailback.chart.Axis;
import org.tailback.chart.Chart;
import org.tailback.chart.Series;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.report.NumbersOfPlatform;
import org.tailback.study.derivative.Derivative;
import org.tailback.study.derivative.Derivatives;
import org.tailback.study.derivative.PlatformNumber;
import org.tailback.study.derivative.Tolerance;
import org.tailback.units.Readable;

/** The derivatives of a replay for people. */
final class DerivativeOutput {
    private DerivativeOutput() {}

    static void text(DerivativeReport report, double makespan, PrintWriter out) {
        out.print("\n"
                + new TableColumns<Derivative>()
                        .add("number", DerivativeOutput::name)
                        .add(">value", each -> quantity(each.value(), each.unit()))
                        .add(">elasticity", each -> digits(each.elasticity(), 3))
                        .add(">1 % more takes", each -> more(each.elasticity() * makespan / 100))
                        .table(report.derivatives())
                + "  (elasticity: percent of the time per percent of the number, from replays with "
                + Words.percent(Derivatives.STEP) + "\n  less and more of it)\n");
        report.tolerances().forEach(each -> text(each, out));
    }

    private static void text(Tolerance tolerance, PrintWriter out) {
        PlatformNumber number = tolerance.number();
        out.print("\n"
                + new TableColumns<Tolerance.Point>()
                        .add(">" + number.name(), point -> quantity(point.value(), number.unit()))
                        .add(">time", point -> Readable.seconds(point.makespan()))
                        .add(">longer", point -> Words.percent(point.makespan() / tolerance.makespan() - 1))
                        .add(">by derivative", point -> Readable.seconds(point.byDerivative()))
                        .table(tolerance.points()));
        for (Tolerance.Limit limit : tolerance.limits()) {
            out.print("  " + Words.percent(limit.longer()) + " longer at " + quantity(limit.value(), number.unit())
                    + ", " + Words.ratio(limit.value() / number.value()) + " times the present value\n");
        }
        if (tolerance.limits().isEmpty()) {
            out.print("  nowhere " + Words.percent(Tolerance.LONGER.get(0)) + " longer\n");
        }
    }

    /** Returns the derivatives and tolerances for the page of the run. */
    static NumbersOfPlatform page(DerivativeReport report, double makespan, String trace) {
        List<NumbersOfPlatform.Limit> limits = new ArrayList<>();
        for (Tolerance each : report.tolerances()) {
            PlatformNumber number = each.number();
            each.limits()
                    .forEach(limit -> limits.add(new NumbersOfPlatform.Limit(
                            number.name(),
                            limit.longer(),
                            quantity(limit.value(), number.unit()),
                            limit.value() / number.value())));
            if (each.limits().isEmpty()) {
                limits.add(new NumbersOfPlatform.Limit(
                        number.name(), Tolerance.LONGER.get(0), "nowhere in the range", Double.NaN));
            }
        }
        return new NumbersOfPlatform(
                report.derivatives().stream()
                        .map(each -> new NumbersOfPlatform.Derivative(
                                name(each),
                                quantity(each.value(), each.unit()),
                                each.elasticity(),
                                each.elasticity() * makespan / 100))
                        .toList(),
                limits,
                report.tolerances().isEmpty() ? null : chart(report.tolerances(), trace));
    }

    /** Draws times over numbers, both relative to the present ones. */
    static Chart chart(List<Tolerance> tolerances, String trace) {
        Chart.Builder chart = Chart.titled("Tolerance of " + trace)
                .x(Axis.linear("number over its present value", Axis.Quantity.NUMBER))
                .y(Axis.linear("time over the present one", Axis.Quantity.NUMBER));
        for (Tolerance each : tolerances) {
            chart.add(series(each, each.number().name(), Series.Style.LINE, Tolerance.Point::makespan));
            chart.add(series(
                    each, each.number().name() + " by derivative", Series.Style.POINTS, Tolerance.Point::byDerivative));
        }
        return chart.build();
    }

    private static Series series(
            Tolerance tolerance, String name, Series.Style style, ToDoubleFunction<Tolerance.Point> time) {
        return Series.of(
                name,
                style,
                tolerance.points().stream()
                        .mapToDouble(point -> point.value() / tolerance.number().value())
                        .toArray(),
                tolerance.points().stream()
                        .mapToDouble(point -> time.applyAsDouble(point) / tolerance.makespan())
                        .toArray());
    }

    private static String quantity(double value, String unit) {
        return switch (unit) {
            case "s" -> Readable.seconds(value);
            case "B/s" -> Readable.rate(value);
            default -> digits(value, 4);
        };
    }

    private static String name(Derivative each) {
        return each.parameter() + (each.side() == Derivative.Side.BOTH ? "" : " (only " + each.side() + ")");
    }

    private static String more(double seconds) {
        return Double.isNaN(seconds) ? "unknown" : (seconds > 0 ? "+" : "") + Readable.seconds(seconds);
    }

    private static String digits(double value, int digits) {
        return Double.isNaN(value) || Double.isInfinite(value)
                ? "unknown"
                : value == 0
                        ? "0"
                        : new BigDecimal(value)
                                .round(new MathContext(digits))
                                .stripTrailingZeros()
                                .toPlainString();
    }
}
