package org.tailback.cli.replay;

import java.io.PrintWriter;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.cli.replay.DerivativeOptions.DerivativeReport;
import org.tailback.study.derivative.Derivative;
import org.tailback.study.derivative.PlatformNumber;
import org.tailback.study.derivative.Tolerance;
import org.tailback.units.Readable;

/** Text of the derivatives of a replay. */
final class DerivativeOutput {
    private DerivativeOutput() {}

    static void text(DerivativeReport report, double makespan, PrintWriter out) {
        out.print("\n"
                + new TableColumns<Derivative>()
                        .add("number", Derivative::name)
                        .add(">value", each -> PlatformNumber.text(each.value(), each.unit()))
                        .add(">elasticity", each -> PlatformNumber.digits(each.elasticity(), 3))
                        .add(">1 % more takes", each -> more(each.elasticity() * makespan / 100))
                        .table(report.derivatives())
                + "  (elasticity: percent of the time per percent of the number, from replays with the number"
                + "\n  changed by " + Words.percent(Derivative.STEP) + " in both directions)\n");
        report.tolerances().forEach(each -> text(each, out));
    }

    private static void text(Tolerance tolerance, PrintWriter out) {
        PlatformNumber number = tolerance.number();
        out.print("\n"
                + new TableColumns<Tolerance.Point>()
                        .add(">" + number.name(), point -> PlatformNumber.text(point.value(), number.unit()))
                        .add(">time", point -> Readable.seconds(point.makespan()))
                        .add(">longer", point -> Words.percent(point.makespan() / tolerance.makespan() - 1))
                        .add(">by derivative", point -> Readable.seconds(point.byDerivative()))
                        .table(tolerance.points()));
        for (Tolerance.Limit limit : tolerance.limits()) {
            out.print("  " + Words.percent(limit.longer()) + " longer at "
                    + PlatformNumber.text(limit.value(), number.unit()) + ", "
                    + Words.ratio(limit.value() / number.value()) + " times the present value\n");
        }
        if (tolerance.limits().isEmpty()) {
            out.print("  nowhere " + Words.percent(Tolerance.LONGER.get(0)) + " longer\n");
        }
    }

    private static String more(double seconds) {
        return Double.isNaN(seconds) ? "unknown" : (seconds > 0 ? "+" : "") + Readable.seconds(seconds);
    }
}
