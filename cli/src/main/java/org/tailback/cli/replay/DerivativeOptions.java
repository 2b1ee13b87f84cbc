package org.tailback.cli.replay;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.ChartFile;
import org.tailback.cli.console.Progress;
import org.tailback.cli.render.Words;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;
import org.tailback.replay.ReplayResult;
import org.tailback.study.derivative.Derivative;
import org.tailback.study.derivative.Derivatives;
import org.tailback.study.derivative.PlatformNumber;
import org.tailback.study.derivative.PlatformNumbers;
import org.tailback.study.derivative.Tolerance;
import org.tailback.study.parallel.OrderedTasks;
import picocli.CommandLine.Option;

/** The options that ask how a replay's time changes with the numbers of its platform. */
final class DerivativeOptions {
    /** An elasticity that no run has whose order of events stays: time is proportional to all times together. */
    private static final double SENSITIVE = 1.5;

    @Option(
            names = "--derivatives",
            description = "how the time changes with each number of the platform, from two more replays a number")
    private boolean derivatives;

    @Option(
            names = "--tolerance",
            paramLabel = "NAME=FROM:TO:STEP",
            description = "the time over a range of one of these numbers, replayed, and where it is 1, 2 and 5 %%"
                    + " longer; may be repeated (means --derivatives)")
    private List<String> tolerances = List.of();

    @Option(names = "--tolerance-chart", paramLabel = "FILE", description = "the same as a chart: .svg or .png")
    private @Nullable Path chart;

    /** Returns whether anything is asked for. */
    boolean areAsked() {
        return derivatives || !tolerances.isEmpty();
    }

    /** Checks what can be checked before the replay. */
    void check() {
        ChartFile.checkName(chart);
        if (chart != null && tolerances.isEmpty()) {
            throw InputException.at(
                    "--tolerance-chart " + chart, "there is nothing to draw", "Give --tolerance NAME=FROM:TO:STEP too");
        }
    }

    /** Returns the derivatives of a run, which is replayed for them on all cores; null if not asked for. */
    @Nullable
    DerivativeReport report(TraceOnPlatform run, Platform platform, ReplayResult result, Overrides overrides) {
        if (!areAsked()) {
            return null;
        }
        int ranks = run.workload().ranks();
        Placement placement = platform.placement().place(platform.cluster(), ranks);
        int nodes = placement.machines(platform.cluster(), ranks);
        Registry registry = Registry.load();
        PlatformFile described = run.platforms().file(ranks).merged(overrides, nodes, registry);
        List<PlatformNumber> numbers = PlatformNumbers.of(described, platform.forNodes(nodes), registry);
        List<ToleranceOption> asked =
                tolerances.stream().map(ToleranceOption::new).toList();
        asked.forEach(each -> each.values(each.number(numbers)));
        ToDoubleFunction<Platform> replay = changed ->
                run.on(changed, overrides.seed()).placement(placement).run().makespan();
        AtomicInteger replays = new AtomicInteger();
        List<Derivative> found = new ArrayList<>(Progress.during(
                run.console(),
                () -> "derivatives: " + replays + " of " + 2 * numbers.size() + " replays",
                () -> Derivatives.of(numbers, result.makespan(), OrderedTasks.allThreads(), changed -> {
                    double makespan = replay.applyAsDouble(changed);
                    replays.incrementAndGet();
                    return makespan;
                })));
        List<Tolerance> curves = new ArrayList<>();
        for (ToleranceOption each : asked) {
            PlatformNumber number = each.number(numbers);
            curves.add(Progress.during(
                    run.console(),
                    () -> "replaying over a range of " + number.name(),
                    () -> Tolerance.of(
                            number,
                            found.get(numbers.indexOf(number)),
                            each.values(number),
                            value -> replay.applyAsDouble(number.platform().apply(value)))));
        }
        Path file = chart;
        if (file != null) {
            ChartFile.write(DerivativeOutput.chart(curves, run.workload().name()), file);
        }
        found.sort(Comparator.comparingDouble((Derivative each) -> Math.abs(each.elasticity()))
                .reversed());
        return new DerivativeReport(found, curves, warnings(found, platform));
    }

    private static List<String> warnings(List<Derivative> found, Platform platform) {
        List<String> warnings = new ArrayList<>();
        List<String> sensitive = found.stream()
                .filter(each -> Math.abs(each.elasticity()) > SENSITIVE)
                .map(Derivative::parameter)
                .toList();
        if (!sensitive.isEmpty()) {
            warnings.add("The order of messages decides the time: the elasticities of " + String.join(", ", sensitive)
                    + " hold for changes of " + Words.percent(Derivatives.STEP)
                    + " only. --tolerance shows it over a range");
        }
        if (platform.loss().losesMessages()) {
            warnings.add("--derivatives: other messages may be lost with another number;"
                    + " numbers of the loss model have no derivative");
        }
        return warnings;
    }

    /** Returns the error of a trace without programs. */
    static InputException noPrograms(Path trace, String format) {
        return InputException.at(
                "--derivatives " + trace,
                "is a schedule of dependency graphs (format " + format + "), whose causes are not known",
                "Replay the trace that it was made from");
    }
}
