package org.tailback.cli.replay;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.ChartFile;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;
import org.tailback.study.derivative.Derivative;
import org.tailback.study.derivative.Derivatives;
import org.tailback.study.derivative.PlatformNumber;
import org.tailback.study.derivative.PlatformNumbers;
import org.tailback.study.derivative.Tolerance;
import picocli.CommandLine.Option;

/** The options that ask how a replay's time changes with the numbers of its platform. */
final class DerivativeOptions {
    /** An elasticity that no run has whose order of events stays: time is proportional to all times together. */
    private static final double SENSITIVE = 1.5;

    @Option(
            names = "--derivatives",
            description = "how the time changes with each number of the platform, from one more replay")
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

    /** Returns the derivatives of a run, which is replayed for them; null if not asked for. */
    @Nullable
    DerivativeReport report(TraceOnPlatform run, Platform platform, Overrides overrides) {
        if (!areAsked()) {
            return null;
        }
        int ranks = run.workload().ranks();
        Placement placement = platform.placement().place(platform.cluster(), ranks);
        int nodes = placement.machines(platform.cluster(), ranks);
        Platform used = platform.forNodes(nodes);
        Registry registry = Registry.load();
        PlatformFile described = run.platforms().file(ranks).merged(overrides, nodes, registry);
        List<PlatformNumber> numbers = PlatformNumbers.of(described, used, registry);
        List<ToleranceOption> asked =
                tolerances.stream().map(ToleranceOption::new).toList();
        asked.forEach(each -> each.values(each.number(numbers)));
        Derivatives search = Derivatives.of(
                        used,
                        placement,
                        (changed, observer) -> run.run(run.on(changed, overrides.seed())
                                .placement(placement)
                                .observer(observer)))
                .seed(overrides.seed());
        List<Derivative> found = new ArrayList<>(search.by(numbers));
        List<Tolerance> curves = new ArrayList<>();
        for (ToleranceOption each : asked) {
            PlatformNumber number = each.number(numbers);
            curves.add(Tolerance.of(
                    number,
                    found.get(numbers.indexOf(number)),
                    each.values(number),
                    value -> run.run(run.on(number.platform().apply(value), overrides.seed())
                                    .placement(placement))
                            .makespan()));
        }
        Path file = chart;
        if (file != null) {
            ChartFile.write(DerivativeOutput.chart(curves, run.workload().name()), file);
        }
        found.sort(Comparator.comparingDouble((Derivative each) -> Math.abs(each.elasticity()))
                .reversed());
        return new DerivativeReport(found, curves, warnings(found, search.choices(), used));
    }

    private static List<String> warnings(List<Derivative> found, long choices, Platform platform) {
        List<String> warnings = new ArrayList<>();
        List<String> jumping = found.stream()
                .filter(each -> Double.isNaN(each.derivative()) || Double.isNaN(each.below()))
                .map(Derivative::parameter)
                .toList();
        if (!jumping.isEmpty()) {
            warnings.add("The time jumps with the least change of " + String.join(", ", jumping)
                    + ": there is no derivative. --tolerance shows it over a range");
        }
        List<String> sensitive = found.stream()
                .filter(each -> Math.abs(each.elasticity()) > SENSITIVE)
                .map(Derivative::parameter)
                .toList();
        if (!sensitive.isEmpty()) {
            warnings.add("The order of messages decides the time: the elasticities of " + String.join(", ", sensitive)
                    + " hold for the least of changes only. --tolerance shows it over a range");
        }
        if (choices > 0) {
            warnings.add("The ranges of --derivatives do not know that " + choices
                    + " operations (receives from any source, waits for any message, probes) could choose other"
                    + " messages");
        }
        if (platform.loss().losesMessages()) {
            warnings.add("The ranges of --derivatives do not know that other messages could be lost;"
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
