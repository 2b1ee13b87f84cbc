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
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Options;
import org.tailback.cli.render.Words;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;
import org.tailback.replay.ReplayResult;
import org.tailback.report.Explained;
import org.tailback.study.derivative.Derivative;
import org.tailback.study.derivative.PlatformNumber;
import org.tailback.study.derivative.PlatformNumbers;
import org.tailback.study.derivative.Tolerance;

/** Options for the derivatives of a replay's time with respect to the numbers of its platform. */
final class DerivativeOptions extends Options {
    /**
     * Elasticity above which a warning is issued. Elasticities rarely exceed it while messages keep their order,
     * because the makespan is proportional to all times together.
     */
    private static final double SENSITIVE = 1.5;

    private final Given<Boolean> derivatives = flag("--derivatives");

    private final Given<List<String>> tolerances =
            list(String.class, "", List.of(), "--tolerance", "NAME=FROM:TO:STEP");

    private final Given<@Nullable Path> chart = path("--tolerance-chart", "FILE");

    boolean areAsked() {
        return derivatives.value() || !tolerances.value().isEmpty();
    }

    void check() {
        ChartFile.checkName(chart.value());
        if (chart.value() != null && tolerances.value().isEmpty()) {
            throw InputException.at(
                    "--tolerance-chart " + chart.value(),
                    "there is nothing to draw",
                    "Give --tolerance NAME=FROM:TO:STEP too");
        }
    }

    /** Returns the derivatives of a run, which is replayed for this purpose; null if not requested. */
    @Nullable
    DerivativeReport report(
            TraceOnPlatform run, Platform platform, ReplayResult result, Overrides overrides, int threads) {
        if (!areAsked()) {
            return null;
        }
        if (overrides.kernels() != null) {
            throw InputException.at(
                    "--kernels",
                    "derivatives exist only for numbers of the platform file",
                    "Write the section 'kernels' into the file");
        }
        int ranks = run.workload().ranks();
        Placement placement = platform.placement().place(platform.cluster(), ranks);
        int nodes = placement.machines(platform.cluster(), ranks);
        Registry registry = Registry.load();
        PlatformFile described = run.platforms().fileForJob(ranks, overrides).merged(overrides, ranks, nodes, registry);
        List<PlatformNumber> numbers = PlatformNumbers.of(described, platform.forRun(ranks, placement), registry);
        List<ToleranceOption> asked =
                tolerances.value().stream().map(ToleranceOption::new).toList();
        asked.forEach(each -> each.values(each.number(numbers)));
        ToDoubleFunction<Platform> replay = changed -> run.workload()
                .on(changed)
                .seed(overrides.seed())
                .placement(placement)
                .run()
                .makespan();
        AtomicInteger replays = new AtomicInteger();
        List<Derivative> found = new ArrayList<>(Progress.during(
                run.console(),
                () -> "derivatives: " + replays + " of " + 2 * numbers.size() + " replays",
                () -> Derivative.of(numbers, result.makespan(), threads, changed -> {
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
        ChartFile.write(
                chart.value(), () -> Explained.chart(curves, run.workload().name()));
        found.sort(Comparator.comparingDouble((Derivative each) -> Math.abs(each.elasticity()))
                .reversed());
        return new DerivativeReport(found, curves, warnings(found));
    }

    private static List<String> warnings(List<Derivative> found) {
        List<String> sensitive = found.stream()
                .filter(each -> Math.abs(each.elasticity()) > SENSITIVE)
                .map(Derivative::parameter)
                .toList();
        return sensitive.isEmpty()
                ? List.of()
                : List.of("The time depends on the order of messages or on lost messages: the elasticities of "
                        + String.join(", ", sensitive) + " hold for changes of " + Words.percent(Derivative.STEP)
                        + " only. --tolerance computes the time over a range");
    }

    /**
     * Dependence of the time of a replay on the numbers of the platform.
     *
     * @param derivatives derivative by each number of the platform, the largest elasticity first
     * @param tolerances makespans over ranges of numbers; empty if not requested
     * @param warnings limits of the derivatives, one sentence each
     */
    record DerivativeReport(
            List<Derivative> derivatives,
            @Output(name = "tolerance", ifAny = true) List<Tolerance> tolerances,
            @NoOutput List<String> warnings) {}
}
