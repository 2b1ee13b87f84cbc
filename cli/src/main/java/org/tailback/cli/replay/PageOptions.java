package org.tailback.cli.replay;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Options;
import org.tailback.cli.render.Words;
import org.tailback.cli.replay.DerivativeOptions.DerivativeReport;
import org.tailback.cli.replay.WhyOptions.WhyReport;
import org.tailback.error.InputException;
import org.tailback.loss.NoLoss;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.replay.Conflicts;
import org.tailback.replay.RankResult;
import org.tailback.replay.ReplayResult;
import org.tailback.report.Explained;
import org.tailback.report.Page;
import org.tailback.report.ReplayPage;
import org.tailback.report.RunRecorder;
import org.tailback.simulation.Simulation;
import org.tailback.study.whatif.Change;
import org.tailback.table.ShortestNumbers;
import org.tailback.units.Readable;

/** The option for a page of one replay. The page needs a second run, with a recorder, and runs for its bounds. */
final class PageOptions extends Options {
    private static final String MAX_MIN = "max-min";
    private static final int TIMEOUTS = 20;

    private final Given<@Nullable Path> file =
            path("--report", "FILE.html", "write one self-contained page: timeline, contention, traffic, reasons");

    @Nullable
    Path file() {
        return file.value();
    }

    void check() {
        Page.checkName(file.value());
    }

    void write(TraceOnPlatform run, Overrides overrides, ReplayReport.OnPlatform report, CommonOptions common) {
        if (file.value() == null) {
            return;
        }
        Platform platform = report.platform();
        ReplayResult result = report.result();
        RunRecorder recorder = new RunRecorder(run.workload().ranks(), result.makespan());
        Simulation recorded = run.on(platform, overrides.seed())
                .observer(recorder)
                .expansions(recorder)
                .measureLinks();
        run.run(recorded);
        List<ReplayPage.Bound> bounds = new ArrayList<>();
        bounds.add(new ReplayPage.Bound("this run: " + result.model(), result.makespan()));
        StringBuilder note = new StringBuilder(
                "Uncontended: every message as if it were alone, none lost; what contention and timeouts cost is above"
                        + " it.");
        Overrides lossless = overrides.withLoss(NoLoss.NAME);
        if (!result.model().equals(MAX_MIN) || result.retransmissionTimeouts() > 0) {
            try {
                bounds.add(new ReplayPage.Bound(
                        MAX_MIN + ", no losses",
                        run.replay(lossless.withModel(MAX_MIN)).makespan()));
                note.append(" Max-min: the same links shared fairly, without losses; a comparison, not a bound.");
            } catch (InputException e) {
                note.append(" Max-min fairness cannot be computed on this platform: ")
                        .append(e.getMessage());
            }
        }
        double uncontended = report.uncontendedMakespan() != null
                ? report.uncontendedMakespan()
                : run.uncontended(run.platform(overrides), overrides.seed());
        bounds.add(new ReplayPage.Bound("uncontended", uncontended));
        bounds.add(new ReplayPage.Bound(
                "longest computation",
                result.ranks().stream().mapToDouble(RankResult::compute).max().orElse(0)));
        note.append(" Longest computation: that of one rank, which no network can beat.");

        ReplayPage.write(
                file.value(),
                new ReplayPage.Content(
                        "How long does " + ReplayText.name(report.trace()) + " take, and why?",
                        ReplayText.verdict(report, uncontended) + best(report),
                        platform,
                        result,
                        recorder,
                        recorded.linkLoads().orElse(null),
                        bounds,
                        note.toString(),
                        report.measured(),
                        explained(report, uncontended),
                        facts(report, platform, run.platforms().validityInWords(), common),
                        report.warnings()));
    }

    /**
     * Returns the change of the network that saves most, as a sentence; empty if none was asked for or saves anything.
     */
    private static String best(ReplayReport.OnPlatform report) {
        return report.why() == null
                ? ""
                : report.why().changes().stream()
                        .filter(change -> !change.change().startsWith("no "))
                        .max(Comparator.comparingDouble(Change.Outcome::saves))
                        .filter(change -> change.saves()
                                > ReplayText.LOSS_SHOWN * report.result().makespan())
                        .map(change -> ". The best change, " + change.change() + ", saves "
                                + Readable.seconds(change.saves()) + " ("
                                + Words.percent(change.saves() / report.result().makespan())
                                + ").")
                        .orElse("");
    }

    private static Explained explained(ReplayReport.OnPlatform report, double uncontended) {
        WhyReport why = report.why();
        DerivativeReport derivatives = report.derivatives();
        Explained.Numbers numbers = derivatives == null
                ? null
                : new Explained.Numbers(
                        derivatives.derivatives(),
                        derivatives.tolerances(),
                        report.result().makespan(),
                        ReplayText.name(report.trace()));
        return why == null
                ? new Explained("", null, List.of(), report.efficiencies(), numbers)
                : new Explained(
                        WhyOutput.verdict(why.chain(), uncontended),
                        why.chain(),
                        why.changes(),
                        report.efficiencies(),
                        numbers);
    }

    /** Returns the number of timeouts, their cost, and the first of them. */
    private static String timeouts(ReplayResult result) {
        if (result.timeouts().isEmpty()) {
            return Long.toString(result.retransmissionTimeouts());
        }
        return result.retransmissionTimeouts() + ", which cost their messages "
                + Readable.seconds(result.lostToTimeouts()) + " in all; the first: "
                + result.timeouts().stream()
                        .limit(TIMEOUTS)
                        .map(timeout -> "rank " + timeout.sender() + " to " + timeout.receiver() + " at "
                                + Readable.seconds(timeout.at()) + ", " + Readable.seconds(timeout.seconds()))
                        .collect(Collectors.joining("; "));
    }

    private static Map<String, String> facts(
            ReplayReport.OnPlatform report, Platform platform, String validity, CommonOptions common) {
        ReplayResult result = report.result();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.putAll(common.provenance());
        facts.put("trace", report.trace() + " (" + report.origin().format() + ")");
        facts.put("platform", String.valueOf(report.origin().platform()));
        facts.put("platform's validity", validity);
        facts.put("nodes", Integer.toString(platform.cluster().nodes()));
        facts.put("placement", platform.placement().name());
        facts.put("sharing", result.model());
        facts.put("message cost", result.cost());
        facts.put("loss", result.loss());
        facts.put("seed", Long.toString(result.seed()));
        facts.put("messages", result.messages() + " with " + Readable.bytes(result.bytes()));
        facts.put("messages inside nodes", Long.toString(result.messagesInsideNodes()));
        facts.put("retransmission timeouts", timeouts(result));
        Conflicts conflicts = result.conflicts();
        facts.put("messages without conflict", ShortestNumbers.shortest(conflicts.none()));
        facts.put(
                "outgoing conflicts",
                ShortestNumbers.shortest(conflicts.outgoing()) + " messages shared their source node with others");
        facts.put(
                "incoming conflicts",
                ShortestNumbers.shortest(conflicts.incoming()) + " messages shared their destination node with others");
        facts.put(
                "traffic in both directions",
                ShortestNumbers.shortest(conflicts.incomeOutgo())
                        + " messages shared a node with traffic in the other direction");
        return facts;
    }
}
