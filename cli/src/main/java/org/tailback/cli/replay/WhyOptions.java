package org.tailback.cli.replay;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Options;
import org.tailback.cluster.Placement;
import org.tailback.collective.CollectiveTags;
import org.tailback.error.InputException;
import org.tailback.explain.ChainSearch;
import org.tailback.explain.CriticalChain;
import org.tailback.explain.Segment;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.platform.Platform;
import org.tailback.replay.ReplayResult;
import org.tailback.schedule.Schedule;
import org.tailback.study.efficiency.Efficiencies;
import org.tailback.study.whatif.Change;
import org.tailback.study.whatif.NamedChange;
import org.tailback.study.whatif.WhatIf;
import org.tailback.table.ResultFile;

/** Options for the critical path of a replay, its efficiencies and the effects of changes. */
final class WhyOptions extends Options {
    private static final int ALGORITHMS = 3;

    private final Given<Boolean> why = flag("--why");

    private final Given<@Nullable Path> file = path("--why-csv", "FILE.csv");

    private final Given<Boolean> whatIf = flag("--what-if");

    private final Given<List<String>> changes = list(String.class, "", List.of(), "--change", "WHAT=VALUE");

    private final Given<Boolean> efficiencies = flag("--efficiencies");

    boolean areAsked() {
        return why.value() || whatIf.value() || file.value() != null;
    }

    boolean areAskedForAnything() {
        return areAsked() || efficiencies.value();
    }

    /** Returns the requested changes of platform and program, in their order. */
    List<NamedChange> changes() {
        return changes.value().stream().map(NamedChange::parse).toList();
    }

    /** Returns the efficiencies of a run, which is replayed for this purpose; null if not requested. */
    @Nullable
    Efficiencies efficiencies(TraceOnPlatform run, Platform platform, long seed) {
        if (!efficiencies.value()) {
            return null;
        }
        Platform used = onItsNodes(platform, run.workload().ranks());
        return Efficiencies.of(
                used,
                run.workload().schedule(used, null).map(Schedule::cpus).orElse(1),
                (on, observer) -> run.run(run.on(on, seed).observer(observer)));
    }

    void check() {
        ResultFile.requireEnding(file.value(), "the critical path", ".csv");
    }

    /** Returns the critical path of a run, which is replayed for this purpose; null if not requested. */
    @Nullable
    CriticalChain chain(TraceOnPlatform run, Platform platform, long seed) {
        if (!areAsked()) {
            return null;
        }
        return file.value() == null
                ? chain(run, platform, seed, segment -> {})
                : WhyOutput.writing(file.value(), segments -> chain(run, platform, seed, segments));
    }

    /** Returns the critical path of a run and the effects of changes; null if not requested. */
    @Nullable
    WhyReport report(
            TraceOnPlatform run, Platform platform, @Nullable CriticalChain chain, ReplayResult result, long seed) {
        if (chain == null) {
            return null;
        }
        return whatIf.value()
                ? changed(run, onItsNodes(platform, run.workload().ranks()), chain, result, seed)
                : new WhyReport(chain, List.of(), List.of());
    }

    /** Replays each change and returns the outcomes; changes rejected by a model are left out. */
    private static WhyReport changed(
            TraceOnPlatform run, Platform platform, CriticalChain chain, ReplayResult result, long seed) {
        List<Change.Outcome> outcomes = new ArrayList<>();
        List<String> notComputed = new ArrayList<>();
        List<Change> changes = new ArrayList<>(WhatIf.changes(platform, chain, result, seed));
        run.workload().collectives().ifPresent(own -> changes.addAll(WhatIf.algorithms(platform, chain, own)));
        for (Change change : changes) {
            if (change.named().changesComputations() && run.workload().isSchedule()) {
                continue;
            }
            try {
                ReplayResult changed = run.run(run.with(change.named(), platform, seed));
                outcomes.add(change.outcome(changed.makespan(), result.makespan()));
            } catch (InputException e) {
                notComputed.add("What if \"" + change.name() + "\" cannot be replayed: " + e.getMessage());
            }
        }
        keepBestAlgorithms(outcomes);
        outcomes.sort(Comparator.comparingDouble(Change.Outcome::saves).reversed());
        return new WhyReport(chain, outcomes, notComputed);
    }

    /** Keeps, for each collective operation, the algorithms that save most. */
    private static void keepBestAlgorithms(List<Change.Outcome> outcomes) {
        List<Change.Outcome> best = outcomes.stream()
                .filter(outcome -> outcome.isOfAlgorithm())
                .sorted(Comparator.comparingDouble(Change.Outcome::saves).reversed())
                .limit(ALGORITHMS)
                .toList();
        outcomes.removeIf(outcome -> outcome.isOfAlgorithm() && !best.contains(outcome));
    }

    private static Platform onItsNodes(Platform platform, int ranks) {
        Placement placement = platform.placement().place(platform.cluster(), ranks);
        return platform.forRun(ranks, placement);
    }

    private static CriticalChain chain(TraceOnPlatform run, Platform platform, long seed, Consumer<Segment> segments) {
        Placement placement =
                platform.placement().place(platform.cluster(), run.workload().ranks());
        return ChainSearch.of(placement)
                .schedule(run.workload().schedule(platform, placement).orElse(null))
                .collectives(CollectiveTags::kindOf)
                .links(platform.model().on(platform.cluster(), seed))
                .segments(segments)
                .find(observer ->
                        run.run(run.on(platform, seed).placement(placement).observer(observer)));
    }

    /**
     * Explanation of the makespan of a replay.
     *
     * @param chain critical path, which determines the makespan
     * @param changes replayed changes in descending order of the saved time; empty if not requested
     * @param notComputed reasons why other changes could not be replayed
     */
    record WhyReport(
            @Output(name = "why") CriticalChain chain,
            @Output(name = "whatIf", ifAny = true) List<Change.Outcome> changes,
            @NoOutput List<String> notComputed) {}
}
