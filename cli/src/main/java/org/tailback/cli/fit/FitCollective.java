package org.tailback.cli.fit;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Progress;
import org.tailback.cli.console.Terminal;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Require;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.TextLines;
import org.tailback.cli.render.Words;
import org.tailback.error.Utf8;
import org.tailback.fit.collective.BenchmarkPlan;
import org.tailback.fit.collective.CollectiveEvaluation;
import org.tailback.fit.collective.CollectiveFit;
import org.tailback.fit.collective.CollectiveFit.FittedNumber;
import org.tailback.fit.collective.MeasuredCollective;
import org.tailback.fit.collective.MeasuredCollectivesFile;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.platformfile.PlatformFile;

/** Command that fits the numbers of a platform to measured collective operations. */
final class FitCollective extends Command {
    private static final int NODES_OF_PLAN = 16;

    private final Given<@Nullable Path> file = argument(Path.class, null, "0", "0..1", "FILE");

    private final Given<@Nullable Path> platform = path("--platform", "FILE");

    private final Given<Boolean> keep = flag("--keep-numbers");

    private final Given<@Nullable Path> plan = path("--plan", "FILE|NAME");

    private final Given<@Nullable Integer> nodes = option(Integer.class, null, "--nodes", "N");

    private final Given<List<String>> only = list(String.class, ",", List.of(), "--only", "PATH");

    private final Given<@Nullable Path> output = path("--output", "FILE");

    private final BenchmarkOptions benchmarkOptions = with(new BenchmarkOptions());

    @Override
    public void run() {
        if (plan.value() != null) {
            plan(plan.value());
            return;
        }
        if (file.value() == null) {
            throw usage("Missing required parameter: 'FILE'");
        }
        Utf8.requireFile(file.value(), "file of measurements");
        if (platform.value() == null) {
            throw usage("fit collective needs --platform: a platform file with the form of the machine and a guess for"
                    + " each number");
        }
        PlatformFile start = PlatformFile.read(platform.value());
        String text = PlatformFile.text(platform.value());
        MeasuredCollectivesFile measured =
                MeasuredCollectivesFile.read(file.value(), benchmarkOptions.run(nodes.value(), file.value()));
        AtomicInteger done = new AtomicInteger();
        CollectiveFit.Result fitted = Progress.during(
                console,
                () -> done + " predictions of " + measured.cells().size() + " cells done",
                () -> CollectiveFit.fit(
                        measured.cells(), start, text, only.value(), keep.value(), done::incrementAndGet));
        String yaml = text(fitted, measured);
        FitKind.written(output.value(), yaml);
        outputUnwrapped(yaml, fitted, out -> TableColumns.of(FittedNumber.class).csv(out, fitted.numbers()));
        common.warn(measured.warnings(), console);
    }

    private void plan(Path ofPlatform) {
        PlatformFile start = PlatformFile.read(ofPlatform);
        int most = start.cluster().machines().nodes();
        int planned = nodes.value() == null ? Math.min(most, NODES_OF_PLAN) : nodes.value();
        Integer asked = benchmarkOptions.ranksPerNode();
        int ranks = asked == null ? start.cluster().slotsPerMachine() : asked;
        Require.range("--nodes", 2, most, planned);
        Require.range("--ranks-per-node", 1, start.cluster().slotsPerMachine(), ranks);
        List<MeasuredCollective> known = file.value() == null
                ? List.of()
                : MeasuredCollectivesFile.read(file.value()).cells();
        BenchmarkPlan made = Progress.during(
                console, () -> "choosing benchmarks", () -> BenchmarkPlan.of(start, planned, ranks, known));
        outputUnwrapped(
                made.script(ofPlatform.toString()),
                made,
                out -> TableColumns.of(BenchmarkPlan.Narrowed.class).csv(out, made.numbers()));
        if (BenchmarkPlan.plansLocalWork(start, ranks)) {
            common.warn(
                    List.of(ofPlatform + " has no section local: reductions and copies take no time. The plan measures"
                            + " them, too. Add before the fit: " + BenchmarkPlan.LOCAL_WORK),
                    console);
        }
    }

    private static String text(CollectiveFit.Result fitted, MeasuredCollectivesFile measured) {
        CollectiveEvaluation all = fitted.evaluation();
        Map<String, CollectiveEvaluation> platform = new LinkedHashMap<>(Map.of("all", all));
        Map<String, CollectiveEvaluation> star =
                new LinkedHashMap<>(Map.of("all", fitted.baseline().evaluation()));
        Map<String, String> covered = new HashMap<>();
        for (CollectiveFit.LeftOut each : fitted.leftOut()) {
            platform.put(each.group(), each.evaluation());
            star.put(each.group(), each.baseline().evaluation());
            covered.put(each.group(), each.covered() + " of " + each.intervals());
        }
        PlatformFragment comments = new PlatformFragment()
                .comment((fitted.numbers().isEmpty() ? "Compared with " : "Fitted to ")
                        + Words.count(all.rows().size(), "cell") + " of " + measured.source() + ".")
                .comment(TextLines.wrapped(
                        out -> out.print("All cells, and groups of cells that were left out of the fit, next to a "
                                + CollectiveTable.legend(fitted.baseline().star()) + "\n"
                                + CollectiveTable.of(platform, star, covered)),
                        Terminal.WIDTH));
        String unidentified = fitted.numbers().stream()
                .filter(number -> !number.identified())
                .map(FittedNumber::path)
                .collect(Collectors.joining(", "));
        if (!unidentified.isEmpty()) {
            comments.comment("The cells hardly determine: " + unidentified + ".");
        }
        Set<String> before = new HashSet<>();
        for (FittedNumber number : fitted.numbers()) {
            List<String> others = number.inseparableFrom().stream()
                    .filter(path -> !before.contains(path))
                    .toList();
            if (!others.isEmpty()) {
                comments.comment(
                        "The cells cannot distinguish: " + number.path() + " and " + String.join(", ", others) + ".");
            }
            before.add(number.path());
        }
        if (!fitted.numbers().isEmpty()) {
            comments.comment("Intervals of " + CollectiveFit.LEVEL + " %:");
        }
        fitted.numbers()
                .forEach(number ->
                        comments.comment("  " + number.path() + ": " + number.low() + " to " + number.high()));
        return comments.text() + fitted.platform();
    }
}
