package org.tailback.cli.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tailback.cli.option.CommonOptions;
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
import org.tailback.report.ReplayPage;
import org.tailback.report.RunRecorder;
import org.tailback.simulation.Simulation;
import org.tailback.study.whatif.Change;
import org.tailback.table.ShortestNumbers;
import org.tailback.units.Readable;

/**
 * Content of a page about one replay. It needs a second run with a recorder, and runs for the bounds.
 *
 * @param run trace on a platform
 * @param overrides of the platform
 * @param report results of the first run
 */
record PageContent(TraceOnPlatform run, Overrides overrides, ReplayReport.OnPlatform report) {
    private static final String MAX_MIN = "max-min";
    private static final int TIMEOUTS = 20;

    ReplayPage.Content content(CommonOptions common) {
        ReplayResult result = report.result();
        RunRecorder recorder = new RunRecorder(run.workload().ranks(), result.makespan());
        Simulation recorded = run.on(report.platform(), overrides.seed())
                .observer(recorder)
                .expansions(recorder)
                .measureLinks();
        run.run(recorded);
        double uncontended = report.uncontendedMakespan() != null
                ? report.uncontendedMakespan()
                : run.uncontended(run.platform(overrides), overrides.seed());
        StringBuilder note = new StringBuilder();
        List<ReplayPage.Bound> bounds = bounds(uncontended, note);
        return new ReplayPage.Content(
                "How long does " + ReplayText.name(report.trace()) + " take, and why?",
                ReplayText.verdict(report, uncontended) + best(),
                report.platform(),
                result,
                recorder,
                recorded.linkLoads().orElse(null),
                bounds,
                note.toString(),
                report.measured(),
                explained(uncontended),
                facts(common),
                report.warnings());
    }

    /** Returns the makespans shown for comparison, and adds their meaning to the note. */
    private List<ReplayPage.Bound> bounds(double uncontended, StringBuilder note) {
        ReplayResult result = report.result();
        List<ReplayPage.Bound> bounds = new ArrayList<>();
        bounds.add(new ReplayPage.Bound("this run: " + result.models().model(), result.makespan()));
        note.append("Uncontended: no contention and no lost messages; the remaining time of the run is the cost of"
                + " contention and timeouts.");
        if (!result.models().model().equals(MAX_MIN) || result.traffic().retransmissionTimeouts() > 0) {
            try {
                Overrides fair = overrides.withLoss(NoLoss.NAME).withModel(MAX_MIN);
                bounds.add(new ReplayPage.Bound(
                        MAX_MIN + ", no losses", run.replay(fair).makespan()));
                note.append(" Max-min: the same links shared fairly, without losses; a comparison, not a bound.");
            } catch (InputException e) {
                note.append(" Max-min fairness cannot be computed on the platform: ")
                        .append(e.getMessage());
            }
        }
        bounds.add(new ReplayPage.Bound("uncontended", uncontended));
        bounds.add(new ReplayPage.Bound(
                "longest computation",
                result.ranks().stream().mapToDouble(RankResult::compute).max().orElse(0)));
        note.append(" Longest computation: computation time of one rank, a bound for every network.");
        return bounds;
    }

    /**
     * Returns a sentence with the change of the network that saves most; empty if no change was requested or saves
     * time.
     */
    private String best() {
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

    private Explained explained(double uncontended) {
        WhyReport why = report.why();
        DerivativeReport derivatives = report.derivatives();
        Explained.Numbers numbers = derivatives == null
                ? null
                : new Explained.Numbers(
                        derivatives.derivatives(),
                        derivatives.tolerances(),
                        report.result().makespan(),
                        ReplayText.name(report.trace()));
        return new Explained(
                why == null ? "" : WhyOutput.verdict(why.chain(), uncontended),
                why == null ? null : why.chain(),
                why == null ? List.of() : why.changes(),
                report.efficiencies(),
                numbers);
    }

    /** Returns a text with the number of timeouts, their cost, and the first timeouts. */
    private static String timeouts(ReplayResult result) {
        if (result.timeouts().isEmpty()) {
            return Long.toString(result.traffic().retransmissionTimeouts());
        }
        return result.traffic().retransmissionTimeouts() + ", which cost their messages "
                + Readable.seconds(result.losses().lostToTimeouts()) + " in all; the first: "
                + result.timeouts().stream()
                        .limit(TIMEOUTS)
                        .map(timeout -> "rank " + timeout.sender() + " to " + timeout.receiver() + " at "
                                + Readable.seconds(timeout.at()) + ", " + Readable.seconds(timeout.seconds()))
                        .collect(Collectors.joining("; "));
    }

    private Map<String, String> facts(CommonOptions common) {
        Platform platform = report.platform();
        ReplayResult result = report.result();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.putAll(common.provenance());
        facts.put("trace", report.trace() + " (" + report.origin().format() + ")");
        facts.put("platform", String.valueOf(report.origin().platform()));
        facts.put("platform's validity", run.platforms().validityInWords());
        facts.put("nodes", Integer.toString(platform.cluster().nodes()));
        facts.put("placement", platform.placement().name());
        facts.put("sharing", result.models().model());
        facts.put("message cost", result.models().cost());
        facts.put("loss", result.models().loss());
        facts.put("seed", Long.toString(result.models().seed()));
        ReplayResult.Traffic traffic = result.traffic();
        facts.put("messages", traffic.messages() + " with " + Readable.bytes(traffic.bytes()));
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
