package org.tailback.cli.replay;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import org.tailback.cli.render.Columns;
import org.tailback.study.derivative.Derivative;
import org.tailback.table.Json;
import org.tailback.units.Readable;

/** The derivatives of a replay for people and for programs. */
final class DerivativeOutput {
    private static final Columns<Derivative> DERIVATIVE = new Columns<Derivative>()
            .add("parameter", Derivative::parameter)
            .add("value", Derivative::value)
            .add("unit", Derivative::unit)
            .add("derivative", Derivative::derivative)
            .add("derivativeBelow", Derivative::below)
            .add("elasticity", Derivative::elasticity)
            .add("holdsFrom", Derivative::from)
            .add("holdsTo", Derivative::to);

    /** Percent that are written as a power of ten. */
    private static final double SMALL = 1e-3;

    private DerivativeOutput() {}

    static void text(DerivativeReport report, double makespan, PrintWriter out) {
        out.print("\n"
                + new Columns<Derivative>()
                        .add("number", Derivative::parameter)
                        .add(">value", each -> quantity(each.value(), each.unit()))
                        .add(">elasticity", each -> elasticity(each, makespan))
                        .add(">1 % more takes", each -> more(each.elasticity() * makespan / 100))
                        .add(">order holds", DerivativeOutput::range)
                        .table(report.derivatives())
                + "  (elasticity: percent of the time per percent of the number; two for less and for more of it.\n"
                + "  Order holds: change of the number within which events keep their order)\n");
    }

    private static String quantity(double value, String unit) {
        return switch (unit) {
            case "s" -> Readable.seconds(value);
            case "B/s" -> Readable.rate(value);
            default -> digits(value, 4);
        };
    }

    private static String elasticity(Derivative each, double makespan) {
        String above = digits(each.elasticity(), 3);
        return each.hasCorner() ? digits(each.below() * each.value() / makespan, 3) + ", " + above : above;
    }

    private static String more(double seconds) {
        return Double.isNaN(seconds) ? "unknown" : (seconds > 0 ? "+" : "") + Readable.seconds(seconds);
    }

    private static String range(Derivative each) {
        double down = each.from() / each.value() - 1;
        double up = each.to() / each.value() - 1;
        if (down == 0 && up == 0) {
            return "nowhere";
        }
        return percent(down) + " to " + (Double.isInfinite(up) ? "any" : "+" + percent(up));
    }

    private static String percent(double change) {
        double percent = 100 * change;
        return (Math.abs(percent) < SMALL && percent != 0
                        ? String.format(Locale.ROOT, "%.0e", percent)
                        : digits(percent, 2))
                + " %";
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

    static void json(DerivativeReport report, Json json) {
        json.objects("derivatives", report.derivatives(), DERIVATIVE::json);
    }
}
