package org.tailback.cli.replay;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.trace.measured.ClockCheck;
import org.tailback.trace.measured.MeasuredRun;
import org.tailback.units.Readable;

/** Recorded times beside simulated ones, for people. */
final class MeasuredOutput {
    /** So many ranks are listed, those that differ most, and so many pairs of ranks. */
    private static final int RANKS = 8;

    private static final int PAIRS = 5;

    private MeasuredOutput() {}

    static void text(MeasuredRun run, PrintWriter out) {
        out.print("\nMeasured against predicted: recorded " + Readable.seconds(run.recorded()) + ", simulated "
                + Readable.seconds(run.simulated()) + " (" + percent(run.relativeError()) + "); span of the trace "
                + Readable.seconds(run.span()) + "\n");
        out.print(new TableColumns<MeasuredRun.CallTime>()
                .add("call", MeasuredRun.CallTime::kind)
                .add(">count", MeasuredRun.CallTime::count)
                .add(">recorded", call -> Readable.seconds(call.recorded()))
                .add(">simulated", call -> Readable.seconds(call.simulated()))
                .add(">error", call -> percent(call.relativeError()))
                .table(run.calls()));
        List<MeasuredRun.RankTime> shown = run.ranks().stream()
                .sorted(Comparator.comparingDouble((MeasuredRun.RankTime rank) -> -Math.abs(rank.relativeError())))
                .limit(RANKS)
                .sorted(Comparator.comparingInt(MeasuredRun.RankTime::rank))
                .toList();
        out.print("\n"
                + new TableColumns<MeasuredRun.RankTime>()
                        .add(">rank", MeasuredRun.RankTime::rank)
                        .add(">recorded", rank -> Readable.seconds(rank.recorded()))
                        .add(">simulated", rank -> Readable.seconds(rank.simulated()))
                        .add(">error", rank -> percent(rank.relativeError()))
                        .add(">left out", rank -> Readable.seconds(rank.leftOut()))
                        .table(shown));
        if (shown.size() < run.ranks().size()) {
            out.print("  (the " + RANKS + " of " + run.ranks().size()
                    + " ranks that differ most; --format csv lists all)\n");
        }
        clocks(run.clocks(), out);
    }

    private static String percent(double error) {
        return Double.isNaN(error) ? "-" : String.format(Locale.ROOT, "%+.1f %%", 100 * error);
    }

    private static void clocks(ClockCheck.Result clocks, PrintWriter out) {
        if (clocks.messages() == 0) {
            return;
        }
        if (clocks.violations() == 0) {
            out.print("\nClocks: none of " + Words.count(clocks.messages(), "message")
                    + " seems to be received before it was sent.\n");
            return;
        }
        out.print("\nClocks: " + clocks.violations() + " of " + Words.count(clocks.messages(), "message")
                + " seem to be received before they were sent, by up to " + Readable.seconds(-clocks.leastDelay())
                + ".\n");
        out.print(new TableColumns<ClockCheck.Pair>()
                .add(">from rank", ClockCheck.Pair::sender)
                .add(">to rank", ClockCheck.Pair::receiver)
                .add(">messages", ClockCheck.Pair::messages)
                .add(">violations", ClockCheck.Pair::violations)
                .add(">worst", pair -> Readable.seconds(-pair.leastDelay()))
                .table(clocks.violating().stream()
                        .sorted(Comparator.comparingDouble(ClockCheck.Pair::leastDelay))
                        .limit(PAIRS)
                        .toList()));
    }
}
