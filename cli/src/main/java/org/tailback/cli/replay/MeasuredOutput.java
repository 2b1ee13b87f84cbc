package org.tailback.cli.replay;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.tailback.cli.render.Json;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.trace.clock.ClockCheck;
import org.tailback.trace.clock.ClockLine;
import org.tailback.trace.measured.MeasuredRun;
import org.tailback.units.Readable;

/** Recorded times beside simulated ones, for people and for programs. */
final class MeasuredOutput {
    /** So many ranks are listed, those that differ most, and so many pairs of ranks. */
    private static final int RANKS = 8;

    private static final int PAIRS = 5;

    private MeasuredOutput() {}

    static void text(MeasuredRun run, PrintWriter out) {
        out.print("\nMeasured against predicted: recorded " + Readable.seconds(run.recorded()) + ", simulated "
                + Readable.seconds(run.simulated()) + " (" + percent(run.relativeError()) + "); span of the trace "
                + Readable.seconds(run.span()) + "\n");
        TextTable calls = TextTable.of("call", ">count", ">recorded", ">simulated", ">error");
        for (MeasuredRun.CallTime call : run.calls()) {
            calls.row(
                    call.kind(),
                    Long.toString(call.count()),
                    Readable.seconds(call.recorded()),
                    Readable.seconds(call.simulated()),
                    percent(call.relativeError()));
        }
        out.print(calls);
        TextTable ranks = TextTable.of(">rank", ">recorded", ">simulated", ">error", ">left out");
        List<MeasuredRun.RankTime> shown = run.ranks().stream()
                .sorted(Comparator.comparingDouble((MeasuredRun.RankTime rank) -> -Math.abs(rank.relativeError())))
                .limit(RANKS)
                .sorted(Comparator.comparingInt(MeasuredRun.RankTime::rank))
                .toList();
        for (MeasuredRun.RankTime rank : shown) {
            ranks.row(
                    Integer.toString(rank.rank()),
                    Readable.seconds(rank.recorded()),
                    Readable.seconds(rank.simulated()),
                    percent(rank.relativeError()),
                    Readable.seconds(rank.leftOut()));
        }
        out.print("\n" + ranks);
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
                + (clocks.leastDelayCorrected() < 0
                        ? "; with corrected clocks by up to " + Readable.seconds(-clocks.leastDelayCorrected())
                        : "; with corrected clocks none")
                + ".\n");
        TextTable table = TextTable.of(">from rank", ">to rank", ">messages", ">violations", ">worst");
        clocks.pairs().stream()
                .filter(pair -> pair.violations() > 0)
                .sorted(Comparator.comparingDouble(ClockCheck.Pair::leastDelay))
                .limit(PAIRS)
                .forEach(pair -> table.row(
                        Integer.toString(pair.sender()),
                        Integer.toString(pair.receiver()),
                        Long.toString(pair.messages()),
                        Long.toString(pair.violations()),
                        Readable.seconds(-pair.leastDelay())));
        out.print(table);
    }

    static void json(MeasuredRun run, Json json) {
        json.number("span", run.span())
                .number("recorded", run.recorded())
                .number("simulated", run.simulated())
                .number("relativeError", run.relativeError())
                .objects(
                        "ranks",
                        run.ranks(),
                        (item, rank) -> item.number("rank", rank.rank())
                                .number("recorded", rank.recorded())
                                .number("simulated", rank.simulated())
                                .number("relativeError", rank.relativeError())
                                .number("leftOut", rank.leftOut()))
                .objects(
                        "calls",
                        run.calls(),
                        (item, call) -> item.text("kind", call.kind())
                                .number("count", call.count())
                                .number("recorded", call.recorded())
                                .number("simulated", call.simulated())
                                .number("relativeError", call.relativeError()))
                .object("clocks", item -> clocks(run.clocks(), item));
    }

    private static void clocks(ClockCheck.Result clocks, Json json) {
        json.number("messages", clocks.messages())
                .number("violations", clocks.violations())
                .number("leastDelay", clocks.leastDelay())
                .number("leastDelayCorrected", clocks.leastDelayCorrected())
                .objects(
                        "pairs",
                        clocks.pairs().stream()
                                .filter(pair -> pair.violations() > 0)
                                .toList(),
                        (item, pair) -> item.number("sender", pair.sender())
                                .number("receiver", pair.receiver())
                                .number("messages", pair.messages())
                                .number("violations", pair.violations())
                                .number("leastDelay", pair.leastDelay())
                                .number("leastDelayCorrected", pair.leastDelayCorrected()))
                .objects("ranks", clocks.clocks(), MeasuredOutput::clock);
    }

    private static void clock(Json json, ClockLine clock) {
        json.number("offset", clock.offset()).number("drift", clock.drift());
    }
}
