package org.tailback.cli.replay;

import com.google.common.collect.Lists;
import com.google.common.collect.Ordering;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.render.EfficiencyOutput;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.cluster.Cluster;
import org.tailback.loss.NoLoss;
import org.tailback.model.loggops.LogGops;
import org.tailback.platform.Platform;
import org.tailback.replay.Conflicts;
import org.tailback.replay.PairResult;
import org.tailback.replay.RankResult;
import org.tailback.replay.ReplayResult;
import org.tailback.replay.Timeout;
import org.tailback.replication.Sample;
import org.tailback.table.ShortNames;
import org.tailback.table.ShortestNumbers;
import org.tailback.trace.RecordedRun;
import org.tailback.trace.Traces;
import org.tailback.units.Readable;

/** Text of a replay: a summary in one sentence, then the details. */
final class ReplayText {
    /** Difference from 1 below which a penalty is negligible. */
    private static final double NO_PENALTY = 1e-4;

    /** Number of ranks above which only distinct ranks, or the first and last ranks to finish, are listed. */
    private static final int ALL_RANKS = 12;
    /** Largest number of ranks for which groups of equal ranks are determined. */
    private static final int MOST_COMPARED = 10_000;

    private static final int EXTREMES = 5;
    private static final int LOSSES = 3;
    /** Smallest share of the makespan for which a loss is listed. */
    static final double LOSS_SHOWN = 1e-3;
    /** Share of the makespan below which the cost of contention needs an explanation if messages are slow. */
    private static final double HARDLY = 0.01;

    private static final double LONG = 1.5;
    /** Relative change by a disturbance above which the printed digits are not reliable. */
    private static final double UNRELIABLE = 5e-5;

    private final ReplayReport report;
    private final ReplayResult result;
    private final PrintWriter out;

    private ReplayText(ReplayReport report, PrintWriter out) {
        this.report = report;
        this.result = report.result();
        this.out = out;
    }

    static void write(ReplayReport report, PrintWriter out) {
        ReplayText text = new ReplayText(report, out);
        text.line("trace", report.trace() + " (" + report.origin().format() + ")");
        if (report instanceof ReplayReport.OnPlatform run) {
            text.all(run);
        } else if (report instanceof ReplayReport.Exact exact) {
            text.all(exact.parameters());
        }
    }

    private void all(LogGops parameters) {
        line(
                "LogGOPS",
                "L = " + parameters.latency() + " ns, o = " + parameters.overhead() + " ns, g = " + parameters.gap()
                        + " ns, G = " + parameters.gapPerByte() + " ns/B, O = " + parameters.overheadPerByte()
                        + " ns/B, S = " + parameters.eagerLimit() + " B");
        messages("");
        notes();
        ranks(false, false);
    }

    private void all(ReplayReport.OnPlatform run) {
        circumstances(run);
        notes();
        ranks(true, run.showsAllRanks());
        if (run.measured() != null) {
            MeasuredOptions.text(run.measured(), out);
        }
        if (run.why() != null) {
            WhyOutput.text(run.why(), run.uncontended(), out);
        }
        if (run.efficiencies() != null) {
            EfficiencyOutput.text(run.efficiencies(), out);
        }
        if (run.derivatives() != null) {
            DerivativeOutput.text(run.derivatives(), result.makespan(), out);
        }
        if (run.links() != null) {
            LinkOptions.text(run.links(), out);
        }
        if (run.why() == null) {
            conflicts();
            pairs();
            timeouts();
        }
    }

    /** Prints notes on the numbers, and the engine if the message cost is available in two engines. */
    private void notes() {
        if (result.models().cost().equals(LogGops.NAME)) {
            line("engine", report.engine());
        }
        report.notes().forEach(note -> line("note", note));
    }

    private static String takes(ReplayReport report, String time) {
        return name(report.trace()) + " takes " + time + " on "
                + Words.count(report.result().ranks().size(), "rank");
    }

    static String verdict(ReplayReport report) {
        return report instanceof ReplayReport.OnPlatform run
                ? verdict(run, run.uncontended())
                : takes(report, Readable.seconds(report.result().makespan(), 0)) + " under LogGOPS";
    }

    /**
     * Returns the summary in one sentence.
     *
     * @param uncontended makespan without contention and losses, seconds; NaN if it is not known
     */
    static String verdict(ReplayReport.OnPlatform run, double uncontended) {
        ReplayResult result = run.result();
        Sample spread = run.replications();
        String time = Readable.seconds(result.makespan(), run.relativeSpread());
        if (spread != null) {
            time = Readable.seconds(spread.mean()) + " ± " + Readable.seconds((spread.high() - spread.low()) / 2)
                    + " (95 % confidence of " + spread.count() + " runs)";
        } else if (time.contains("±")) {
            time += " (sensitivity to event order)";
        }
        StringBuilder verdict = new StringBuilder(takes(run, time + Words.interval(result.interval())));
        verdict.append(", ").append(run.setting().text());
        boolean isCompared = !Double.isNaN(uncontended);
        if (isCompared) {
            verdict.append("; ").append(contention(result, uncontended));
        }
        if (!result.models().loss().equals(NoLoss.NAME)) {
            long timeouts = result.traffic().retransmissionTimeouts();
            verdict.append(isCompared ? ", " : "; ")
                    .append(
                            timeouts == 0
                                    ? "no retransmission timeouts"
                                    : Words.count(timeouts, "retransmission timeout"));
        }
        if (!isCompared && result.traffic().averagePenalty() > 1 + NO_PENALTY) {
            verdict.append("; messages take " + Words.ratio(result.traffic().averagePenalty())
                    + " times as long as without contention; the cost was not computed (--compare-uncontended)");
        }
        return verdict.toString();
    }

    private static String contention(ReplayResult result, double uncontended) {
        double lost = result.makespan() - uncontended;
        String what =
                result.traffic().retransmissionTimeouts() > 0 ? "contention and timeouts cost " : "contention costs ";
        // a high penalty with a small cost needs an explanation
        String why =
                Math.abs(lost) < HARDLY * result.makespan() && result.traffic().averagePenalty() >= LONG
                        ? ": messages take " + Words.ratio(result.traffic().averagePenalty())
                                + " times as long, hidden behind computation"
                        : "";
        if (Math.abs(lost) <= 1e-9 * result.makespan()) {
            return "contention costs nothing" + why;
        }
        return lost > 0
                ? what + Readable.seconds(lost) + " (" + Words.percent(lost / result.makespan()) + ")" + why
                : "contention saves " + Readable.seconds(-lost) + " (it changes the order of messages)";
    }

    static String name(String trace) {
        return Traces.label(Path.of(trace));
    }

    private void circumstances(ReplayReport.OnPlatform run) {
        platform(run.origin().platform(), run.platform());
        line(
                "models",
                "sharing " + result.models().model() + ", cost "
                        + result.models().cost() + ", loss " + result.models().loss());
        messages(run.setting().ranksPerNode() == 1 ? " of them from ranks to themselves" : " of them inside nodes");
        line(
                "penalty",
                Words.ratio(result.traffic().averagePenalty())
                        + " on average (time in the network / contention-free time)");
        if (run.uncontendedMakespan() != null) {
            line("uncontended", Readable.seconds(run.uncontended()) + " without contention and losses");
        }
        if (run.measured() == null && run.recorded() != null && run.recorded().span() > 0) {
            line("recorded", recorded(run.recorded()));
        }
        if (run.relativeSpread() > UNRELIABLE) {
            line(
                    "digits",
                    "shifting message times by 1e-12 changes the result by "
                            + Words.percent(run.relativeSpread()).replace("under", "less than"));
        }
        Sample spread = run.replications();
        if (spread != null) {
            line(
                    "replications",
                    spread.count() + ", seeds " + result.models().seed() + " to "
                            + (result.models().seed() + spread.count() - 1)
                            + "; mean " + Readable.seconds(spread.mean()) + ", 95 % confidence interval "
                            + Readable.seconds(spread.low()) + " to " + Readable.seconds(spread.high())
                            + ", extremes " + Readable.seconds(spread.minimum()) + " and "
                            + Readable.seconds(spread.maximum()));
            line("below", "the run with seed " + result.models().seed() + ", " + Readable.seconds(result.makespan()));
        }
    }

    private static String recorded(RecordedRun recorded) {
        return Readable.seconds(recorded.span()) + ", of which " + Readable.seconds(recorded.beforeFirstMessage())
                + " before the first message"
                + (recorded.leftOut() == 0
                        ? ""
                        : "; " + Words.percent(recorded.leftOutShare())
                                + " of the time of all ranks is in calls that are not replayed");
    }

    private void messages(String inside) {
        ReplayResult.Traffic traffic = result.traffic();
        long own = result.messagesInsideNodes();
        line(
                "messages",
                traffic.messages() + " with " + Readable.bytes(traffic.bytes())
                        + (own == 0 || inside.isEmpty() ? "" : ", " + own + inside));
    }

    private void platform(@Nullable String name, Platform platform) {
        Cluster cluster = platform.cluster();
        int machines = cluster.machines().nodes();
        line(
                "platform",
                (name == null ? "" : ShortNames.stem(name)) + ": " + Words.count(machines, "node") + " with "
                        + Words.count(cluster.slotsPerMachine(), cluster.slotName())
                        + (machines == 1 ? "" : " each") + ", "
                        + platform.placement().name());
    }

    private void line(String label, String text) {
        out.print("  " + label + " ".repeat(Math.max(1, 14 - label.length())) + text + "\n");
    }

    private void ranks(boolean hasNetwork, boolean all) {
        List<RankResult> ranks = result.ranks();
        if (all || ranks.size() <= ALL_RANKS) {
            out.print("\n" + table(hasNetwork, rank -> rank.rank()).table(ranks));
            return;
        }
        Map<String, List<RankResult>> equal = new LinkedHashMap<>();
        if (ranks.size() <= MOST_COMPARED) {
            ranks.forEach(rank -> equal.computeIfAbsent(
                            table(hasNetwork, any -> "").table(List.of(rank)).toString(), key -> new ArrayList<>())
                    .add(rank));
        }
        if (!equal.isEmpty() && equal.size() <= ALL_RANKS - 2) {
            Map<Integer, String> names = new HashMap<>();
            equal.values().forEach(group -> names.put(group.get(0).rank(), span(group)));
            out.print("\n"
                    + table(hasNetwork, rank -> names.get(rank.rank()))
                            .table(equal.values().stream()
                                    .map(group -> group.get(0))
                                    .toList())
                    + "  (ranks with equal rows together; --all-ranks lists all)\n");
            return;
        }
        Ordering<RankResult> byFinish =
                Ordering.from(Comparator.comparingDouble(RankResult::finish).thenComparingInt(RankResult::rank));
        List<RankResult> shown = new ArrayList<>(byFinish.leastOf(ranks, EXTREMES));
        shown.addAll(Lists.reverse(byFinish.greatestOf(ranks, EXTREMES)));
        out.print("\n" + table(hasNetwork, rank -> rank.rank()).table(shown) + "  (the " + EXTREMES
                + " ranks that finish first and the " + EXTREMES + " that finish last of " + ranks.size()
                + "; --all-ranks lists all)\n");
    }

    /** Returns the ranks of a group, such as {@code 0 to 63}, or {@code 0, 7 and 2 more}. */
    private static String span(List<RankResult> group) {
        int first = group.get(0).rank();
        int last = group.get(group.size() - 1).rank();
        return group.size() == 1
                ? Integer.toString(first)
                : last - first == group.size() - 1
                        ? first + " to " + last
                        : first + ", " + group.get(1).rank()
                                + (group.size() == 2 ? "" : " and " + (group.size() - 2) + " more");
    }

    private TableColumns<RankResult> table(boolean network, Function<RankResult, Object> name) {
        return new TableColumns<RankResult>()
                .add(">rank", name)
                .add(">finish", rank -> Readable.seconds(rank.finish()))
                .add(">compute", rank -> Readable.seconds(rank.compute()))
                .add(">blocked", rank -> Readable.seconds(rank.blocked()))
                .add(">messages", RankResult::messages)
                .add(">sent", rank -> Readable.bytes(rank.bytesSent()))
                .addIf(network, ">penalty", rank -> Words.ratio(rank.averagePenalty()))
                .addIf(network, ">lost", rank -> Readable.seconds(rank.lostToContention()))
                .addIf(
                        network && result.losses().lostToTimeouts() > 0,
                        ">timeouts",
                        rank -> Readable.seconds(rank.lostToTimeouts()));
    }

    private void conflicts() {
        Conflicts conflicts = result.conflicts();
        long between = result.traffic().messages() - result.messagesInsideNodes();
        if (between == 0) {
            return;
        }
        TextTable table = TextTable.of("messages between nodes that shared a node with", ">messages", ">share");
        share(table, "no other message at either end", conflicts.none(), between);
        share(table, "others leaving the same node", conflicts.outgoing(), between);
        share(table, "others entering the same node", conflicts.incoming(), between);
        share(table, "traffic in the other direction", conflicts.incomeOutgo(), between);
        out.print("\n" + table);
    }

    private static void share(TextTable table, String what, double part, long whole) {
        table.row(what, ShortestNumbers.shortest(part), Words.percent(part / whole));
    }

    private void pairs() {
        List<PairResult> losers = result.pairs().stream()
                .takeWhile(pair -> pair.lostToContention() + pair.lostToTimeouts() > LOSS_SHOWN * result.makespan())
                .limit(LOSSES)
                .toList();
        if (losers.isEmpty()) {
            return;
        }
        TextTable table = new TableColumns<PairResult>()
                .add(">from rank", PairResult::sender)
                .add(">to rank", PairResult::receiver)
                .add(">messages", PairResult::messages)
                .add(">sent", pair -> Readable.bytes(pair.bytes()))
                .add(">lost to contention", pair -> Readable.seconds(pair.lostToContention()))
                .addIf(
                        result.losses().lostToTimeouts() > 0,
                        ">to timeouts",
                        pair -> Readable.seconds(pair.lostToTimeouts()))
                .table(losers);
        out.print("\n" + table + "  (the pairs that lost most, of "
                + result.pairs().size()
                + "; lost = time of messages in the network beyond their contention-free time)\n");
    }

    private void timeouts() {
        List<Timeout> first =
                result.timeouts().subList(0, Math.min(LOSSES, result.timeouts().size()));
        if (first.isEmpty()) {
            return;
        }
        TextTable table = new TableColumns<Timeout>()
                .add(">timed out from rank", Timeout::sender)
                .add(">to rank", Timeout::receiver)
                .add(">at", timeout -> Readable.seconds(timeout.at()))
                .add(">lost", timeout -> Readable.seconds(timeout.seconds()))
                .table(first);
        out.print("\n" + table + "  (the first of "
                + result.traffic().retransmissionTimeouts() + ", which cost their messages "
                + Readable.seconds(result.losses().lostToTimeouts())
                + " in all, partly at the same time; --format json lists them)\n");
    }
}
