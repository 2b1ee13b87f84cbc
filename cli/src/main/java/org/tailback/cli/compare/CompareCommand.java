package org.tailback.cli.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.CollectivesOption;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.NodeOptions;
import org.tailback.cli.option.OverrideOptions;
import org.tailback.cli.option.PictureOptions;
import org.tailback.cli.option.PlatformChoice;
import org.tailback.cli.option.ThreadsOption;
import org.tailback.cli.option.TraceArguments;
import org.tailback.collective.CollectiveSelector;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.registry.Registry;
import org.tailback.study.comparison.Comparison;
import org.tailback.study.workload.Workload;
import org.tailback.trace.TraceOptions;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Replays a trace on several platforms, placements and models, and ranks them. */
@CommandLine.Command(
        name = "compare",
        description = {
            "Replays a trace on every combination of platforms, placements and models; best first.",
            "Says which ranks and which tenths of the run lose most to contention."
        },
        footer = {"", "--platform, --placement and --model may be given several times each."})
public final class CompareCommand extends Command {
    @Mixin
    private final TraceArguments trace = new TraceArguments();

    @Mixin
    private final CollectivesOption collectives = new CollectivesOption();

    @Option(names = "--platform", paramLabel = "FILE|NAME", description = "platform file (YAML), or a name; several")
    private List<Path> platforms = new ArrayList<>();

    @Option(
            names = "--placement",
            paramLabel = "RULE",
            description = "where ranks run, instead of the platform's; several")
    private List<String> placements = new ArrayList<>();

    @Mixin
    private final NodeOptions nodes = new NodeOptions();

    @Option(
            names = "--model",
            paramLabel = "NAME[:k=v,...]",
            description = "bandwidth sharing, instead of the platform's; several")
    private List<String> models = new ArrayList<>();

    @Mixin
    private final OverrideOptions others = new OverrideOptions();

    @Mixin
    private final ThreadsOption threads = new ThreadsOption();

    @Option(
            names = "--efficiencies",
            description = "parallel efficiency and its factors of each, by replays on ideal networks")
    private boolean efficiencies;

    @Mixin
    private final PictureOptions pictures = new PictureOptions();

    @Override
    public void run() {
        pictures.check();
        Set<String> warnings = new LinkedHashSet<>();
        List<Comparison.Candidate> candidates = candidates(warnings);
        int atOnce = threads.count();
        Comparison.Result result = Progress.during(
                console,
                () -> "replaying " + candidates.size() + " combinations",
                () -> trace.replaying(() -> Comparison.of(candidates, atOnce, efficiencies)));
        warnings.addAll(result.warnings());
        List<String> told = List.copyOf(warnings);
        pictures.write(() -> CompareOutput.page(trace.name(), result.rows(), told, common));
        output(
                out -> CompareOutput.text(trace.name(), result.rows(), out),
                json -> CompareOutput.json(result.rows(), told, json),
                out -> CompareOutput.csv(result.rows(), out));
        common.warn(warnings, console);
    }

    /** Returns all combinations, in the order of the command line; each trace that is read differently is read once. */
    private List<Comparison.Candidate> candidates(Set<String> warnings) {
        Registry registry = Registry.load();
        CollectiveSelector selector = collectives.selector();
        Map<String, Workload> workloads = new HashMap<>();
        List<Comparison.Candidate> candidates = new ArrayList<>();
        for (@Nullable Path file : PlatformChoice.orOwn(platforms)) {
            PlatformChoice platform = PlatformChoice.of(file, registry);
            warnings.addAll(platform.warnings());
            for (@Nullable String placement : nodes.rules(placements)) {
                for (@Nullable String model : PlatformChoice.orOwn(models)) {
                    Overrides overrides = others.with(model, placement, common.seed());
                    try {
                        TraceOptions options = trace.on(platform.traceOptions(overrides));
                        Workload workload = workloads.computeIfAbsent(
                                options.hasComputeSpeed() ? Double.toString(options.computeSpeed()) : "",
                                speed -> Workload.open(trace.path(), trace.format(), selector, options));
                        Platform resolved = platform.forRun(workload.ranks(), overrides);
                        candidates.add(new Comparison.Candidate(
                                platform.name(), model == null ? "" : model, workload, resolved, common.seed()));
                    } catch (InputException e) {
                        throw new InputException(named(platform, overrides) + e.getMessage(), e);
                    }
                }
            }
        }
        return candidates;
    }

    private static String named(PlatformChoice platform, Overrides overrides) {
        return platform.name()
                + (overrides.placement() == null ? "" : " with --placement " + overrides.placement())
                + (overrides.model() == null ? "" : " with --model " + overrides.model()) + ": ";
    }
}
