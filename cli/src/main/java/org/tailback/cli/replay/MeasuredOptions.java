package org.tailback.cli.replay;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.ChartFile;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Options;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.study.evaluation.MeasuredChart;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.measured.ClockCheck;
import org.tailback.trace.measured.MeasuredRun;
import org.tailback.units.Readable;

/** Options for the comparison of a replay with the recorded times of its trace. */
final class MeasuredOptions extends Options {
    /** Largest number of ranks, and of pairs of ranks, in the lists of the largest differences. */
    private static final int RANKS = 8;

    private static final int PAIRS = 5;

    /** Largest difference of recorded times that is attributed to rounding, in seconds. */
    private static final double ROUNDING = 1e-12;

    enum Clock {
        /** Clock of each rank as recorded. */
        RAW,
        /** Recorded clocks with the clock offsets of the trace, if there are any. */
        RECORDED
    }

    enum Bars {
        CALLS,
        RANKS
    }

    private final Given<Boolean> measured = flag("--measured");

    private final Given<@Nullable Path> chart = path("--measured-chart", "FILE");

    private final Given<Bars> bars = choice(Bars.class, Bars.CALLS, "--measured-chart-by", "calls|ranks");

    private final Given<Clock> clock = choice(Clock.class, Clock.RECORDED, "--clock", "raw|recorded");

    boolean areAsked() {
        return measured.value() || chart.value() != null;
    }

    void check() {
        ChartFile.checkName(chart.value());
    }

    TraceOptions on(TraceOptions options) {
        return clock.value() == Clock.RAW ? options.withRawClock() : options;
    }

    void writeChart(@Nullable MeasuredRun run, Path trace) {
        if (run != null) {
            String name = String.valueOf(trace.getFileName());
            ChartFile.write(
                    chart.value(),
                    () -> bars.value() == Bars.RANKS
                            ? MeasuredChart.byRanks(run, name)
                            : MeasuredChart.byCalls(run, name));
        }
    }

    static void text(MeasuredRun run, PrintWriter out) {
        out.print(
                "\nRecorded against predicted: replayed calls and computation took " + Readable.seconds(run.recorded())
                        + ", predicted " + Readable.seconds(run.simulated()) + " (" + percent(run.relativeError())
                        + "); the trace spans " + Readable.seconds(run.span()) + "\n");
        out.print(new TableColumns<MeasuredRun.CallTime>()
                .add("call", MeasuredRun.CallTime::kind)
                .add(">count", MeasuredRun.CallTime::count)
                .add(">recorded", call -> Readable.seconds(call.recorded()))
                .add(">predicted", call -> Readable.seconds(call.simulated()))
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
                        .add(">predicted", rank -> Readable.seconds(rank.simulated()))
                        .add(">error", rank -> percent(rank.relativeError()))
                        .add(">not replayed", rank -> Readable.seconds(rank.leftOut() < ROUNDING ? 0 : rank.leftOut()))
                        .table(shown));
        if (shown.size() < run.ranks().size()) {
            out.print("  (the " + RANKS + " of " + run.ranks().size()
                    + " ranks that differ most; --format csv lists all)\n");
        }
        clocks(run.clocks(), out);
    }

    private static String percent(double error) {
        return Double.isNaN(error) ? "-" : Words.signedPercent(error);
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
