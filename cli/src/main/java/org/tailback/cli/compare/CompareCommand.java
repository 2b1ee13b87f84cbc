package org.tailback.cli.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Console;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.run.PlatformChoice;
import org.tailback.cli.run.TraceRun;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.registry.Registry;
import org.tailback.replay.ReplayResult;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Replays a trace on several platforms, placements and models, and ranks them. */
@CommandLine.Command(
        name = "compare",
        description = "Replays a trace on every combination of platforms, placements and models; best first.",
        footer = {"", "--platform, --placement and --model may be given several times each."})
public final class CompareCommand implements Command {
    private final CommonOptions common;
    private final Console console;

    @Parameters(index = "0", paramLabel = "TRACE", description = "a file or folder; its format is recognised")
    private Path trace;

    @Option(
            names = "--collectives",
            paramLabel = "SELECTOR",
            defaultValue = "basic",
            description = "algorithms of collective operations: basic, openmpi, mpich or fixed:kind=algorithm,…")
    private String collectives = "basic";

    @Option(names = "--input-format", paramLabel = "NAME", description = "the trace's format (see: tailback formats)")
    private @Nullable String inputFormat;

    @Option(names = "--platform", paramLabel = "FILE", description = "platform file (YAML); several")
    private List<Path> platforms = new ArrayList<>();

    @Option(
            names = "--placement",
            paramLabel = "RULE",
            description = "where ranks run, instead of the platform's; several")
    private List<String> placements = new ArrayList<>();

    @Option(
            names = "--model",
            paramLabel = "NAME[:k=v,...]",
            description = "bandwidth sharing, instead of the platform's; several")
    private List<String> models = new ArrayList<>();

    @Option(names = "--cost", paramLabel = "NAME[:k=v,...]", description = "message cost, instead of the platform's")
    private @Nullable String cost;

    @Option(names = "--loss", paramLabel = "NAME[:k=v,...]", description = "loss model, instead of the platform's")
    private @Nullable String loss;

    @Option(
            names = "--compute-scale",
            paramLabel = "X",
            description = "multiply the compute times of the trace; 0 drops them")
    private @Nullable String computeScale;

    @Option(names = "--compute-speed", paramLabel = "SPEED", description = "how fast a core computes, such as 10Gf")
    private @Nullable String computeSpeed;

    /** A command that has not read its options. */
    public CompareCommand(CommonOptions common, Console console) {
        this.common = common;
        this.console = console;
    }

    /** A combination that has been checked, but not replayed. */
    private record Combination(PlatformChoice platform, Overrides overrides) {}

    @Override
    public void run() {
        List<Combination> combinations = combinations();
        Set<String> warnings = new LinkedHashSet<>();
        for (Combination combination : combinations) {
            try (TraceRun run = open(combination)) {
                run.platform(combination.overrides());
            } catch (InputException e) {
                throw new InputException(named(combination) + e.getMessage(), e);
            }
        }
        List<CompareRow> rows = new ArrayList<>();
        for (Combination combination : combinations) {
            warnings.addAll(combination.platform().warnings());
            rows.add(row(combination, warnings));
        }
        List<CompareRow> ranked = ranked(rows);
        switch (common.format()) {
            case TEXT -> CompareOutput.text(trace, ranked, List.copyOf(warnings), console.results());
            case JSON -> CompareOutput.json(ranked, List.copyOf(warnings), console.results());
            case CSV -> CompareOutput.csv(ranked, console.results());
        }
    }

    private List<Combination> combinations() {
        Registry registry = Registry.load();
        List<@Nullable Path> files = orNull(platforms);
        List<Combination> combinations = new ArrayList<>();
        for (@Nullable Path file : files) {
            PlatformChoice platform = PlatformChoice.of(file, registry);
            for (@Nullable String placement : orNull(placements)) {
                for (@Nullable String model : orNull(models)) {
                    combinations.add(new Combination(
                            platform,
                            new Overrides(model, cost, loss, placement, computeScale, computeSpeed, common.seed())));
                }
            }
        }
        return combinations;
    }

    private static <T> List<@Nullable T> orNull(List<T> given) {
        List<@Nullable T> values = new ArrayList<>(given);
        if (values.isEmpty()) {
            values.add(null);
        }
        return values;
    }

    private TraceRun open(Combination combination) {
        return TraceRun.open(trace, inputFormat, collectives, combination.platform(), combination.overrides(), console);
    }

    private CompareRow row(Combination combination, Set<String> warnings) {
        Overrides overrides = combination.overrides();
        try (TraceRun run = open(combination)) {
            Platform platform = run.platform(overrides);
            ReplayResult result = run.replay(platform, overrides.seed());
            warnings.addAll(result.warnings());
            return new CompareRow(
                    combination.platform().name(),
                    platform.placement().name(),
                    overrides.model() == null ? result.model() : overrides.model(),
                    result.makespan(),
                    1,
                    result.retransmissionTimeouts(),
                    result.averagePenalty());
        }
    }

    private static String named(Combination combination) {
        Overrides overrides = combination.overrides();
        return combination.platform().name()
                + (overrides.placement() == null ? "" : " with --placement " + overrides.placement())
                + (overrides.model() == null ? "" : " with --model " + overrides.model()) + ": ";
    }

    /** Best first; equal ones in the order of the command line. */
    private static List<CompareRow> ranked(List<CompareRow> rows) {
        double best = rows.stream().mapToDouble(CompareRow::makespan).min().orElse(Double.NaN);
        return rows.stream()
                .sorted(Comparator.comparingDouble(CompareRow::makespan))
                .map(row -> new CompareRow(
                        row.platform(),
                        row.placement(),
                        row.model(),
                        row.makespan(),
                        row.makespan() / best,
                        row.retransmissionTimeouts(),
                        row.averagePenalty()))
                .toList();
    }
}
