package org.tailback.cli.compare;

import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.SetMultimap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.CollectivesOption;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.ModelErrorOption;
import org.tailback.cli.option.NodeOptions;
import org.tailback.cli.option.OverrideOptions;
import org.tailback.cli.option.PictureOptions;
import org.tailback.cli.option.PlatformOptions;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.cli.option.Require;
import org.tailback.cli.option.ThreadsOption;
import org.tailback.cli.option.TraceArguments;
import org.tailback.cli.render.Words;
import org.tailback.error.InputException;
import org.tailback.platformfile.Overrides;
import org.tailback.simulation.Attempt;
import org.tailback.simulation.Platforms;
import org.tailback.simulation.Workload;
import org.tailback.study.comparison.Comparison;
import org.tailback.study.comparison.Comparison.Candidate;
import org.tailback.study.comparison.Comparison.Row;
import org.tailback.table.ShortNames;
import org.tailback.trace.TraceOptions;

/** Command that replays a trace on several platforms, placements and models, and ranks them. */
public final class CompareCommand extends Command {
    private final TraceArguments trace = with(new TraceArguments());
    private final CollectivesOption collectives = with(new CollectivesOption());

    private final Given<List<Path>> platforms = list(Path.class, ",", new ArrayList<>(), "--platform", "FILE|NAME");

    private final Given<List<String>> placements = list(String.class, "", new ArrayList<>(), "--placement", "RULE");

    private final NodeOptions nodes = with(new NodeOptions());

    private final Given<List<String>> models = list(String.class, "", new ArrayList<>(), "--model", "NAME[:k=v,...]");

    private final OverrideOptions others = with(new OverrideOptions());
    private final ThreadsOption threads = with(new ThreadsOption());

    private final Given<Boolean> efficiencies = flag("--efficiencies");

    private final Given<List<Double>> nodePrices = list(Double.class, ",", new ArrayList<>(), "--node-price", "P");

    private final ModelErrorOption modelError = with(new ModelErrorOption());

    private final PictureOptions pictures = with(new PictureOptions());

    @Override
    public void run() {
        pictures.check();
        checkPrices();
        Set<String> warnings = new LinkedHashSet<>();
        List<Platforms> chosen = new ArrayList<>();
        List<Row> refused = new ArrayList<>();
        List<Candidate> candidates = candidates(chosen, refused, warnings);
        int atOnce = threads.count();
        AtomicInteger replays = new AtomicInteger();
        Comparison.Result result = Progress.during(
                console,
                Progress.of(replays::get, () -> 2 * candidates.size(), "replays"),
                () -> trace.replaying(
                        () -> Comparison.of(candidates, atOnce, efficiencies.value(), replays::incrementAndGet)));
        warnings.addAll(result.warnings());
        holdFor(result.rows().stream()
                .map(row -> PlatformValidity.of(row.platform(), row.basis(), row.outside(), row.stated()))
                .toList());
        CompareOutput shown = new CompareOutput(
                trace.name(),
                result.rows(),
                Stream.concat(refused.stream(), result.failed().stream()).toList(),
                result.rows().stream().allMatch(row -> row.outside().isEmpty()) ? modelError.value() : Double.NaN,
                validity(chosen),
                List.copyOf(warnings));
        decides(shown.verdict());
        pictures.write(() -> shown.page(common));
        output(shown::text, shown, shown::csv);
        common.warn(warnings, console);
    }

    private void checkPrices() {
        int platformCount = Math.max(1, platforms.value().size());
        if (!nodePrices.value().isEmpty() && nodePrices.value().size() != platformCount) {
            throw InputException.at(
                    "--node-price",
                    Words.count(nodePrices.value().size(), "price") + " for " + Words.count(platformCount, "platform"),
                    "Give one for each --platform, in their order");
        }
        for (double price : nodePrices.value()) {
            Require.that(price > 0 && price < Double.POSITIVE_INFINITY, "--node-price", "a number above 0", price);
        }
    }

    private static Map<String, String> validity(List<Platforms> chosen) {
        Map<String, String> validity = new LinkedHashMap<>();
        chosen.forEach(platform -> validity.put("validity of " + platform.name(), platform.validityInWords()));
        return validity;
    }

    /** A trace and the options with which it is read. */
    private record Reading(Path run, TraceOptions options) {}

    /**
     * Returns all combinations, in the order of the command line. Each trace is read once per distinct set of options.
     */
    private List<Candidate> candidates(List<Platforms> chosen, List<Row> refused, Set<String> warnings) {
        Map<Reading, Workload> workloads = new HashMap<>();
        List<Attempt<Candidate>> candidates = new ArrayList<>();
        List<Path> runs = trace.runs();
        Set<List<@Nullable Object>> seen = new HashSet<>();
        SetMultimap<String, String> platformsOf = LinkedHashMultimap.create();
        for (@Nullable Path file : orOwn(platforms.value())) {
            Platforms platform = PlatformOptions.PlatformAndModel.choice(file);
            double price = nodePrices.value().isEmpty()
                    ? Double.NaN
                    : nodePrices.value().get(chosen.size());
            chosen.add(platform);
            warnings.addAll(platform.warnings());
            for (@Nullable String placement : nodes.rules(placements.value())) {
                for (@Nullable String model : orOwn(models.value())) {
                    requireOne(model);
                    Overrides overrides = others.with(model, placement, common.seed());
                    for (Path run : runs) {
                        if (!seen.add(Arrays.asList(file, placement, model, run))) {
                            warnings.add(named(platform, overrides) + ": given twice, compared once.");
                            continue;
                        }
                        Workload workload = Attempt.at(
                                named(platform, overrides),
                                () -> workloads.computeIfAbsent(
                                        new Reading(run, platform.traceOptions(overrides)),
                                        key -> trace.open(run, collectives, key.options())));
                        Attempt<Candidate> candidate =
                                Attempt.of(() -> candidate(platform, workload, overrides, price));
                        candidates.add(candidate);
                        String reason = candidate.reason();
                        if (reason == null) {
                            platformsOf.put(platform.routing(overrides), ShortNames.stem(platform.name()));
                        } else {
                            refused.add(Row.failed(
                                    platform.name(),
                                    Objects.requireNonNullElse(placement, "-"),
                                    Objects.requireNonNullElse(model, "-"),
                                    platform.whole().validity().basis(),
                                    workload.name(),
                                    reason));
                        }
                    }
                }
            }
        }
        platformsOf.removeAll("");
        if (platformsOf.keySet().size() > 1) {
            warnings.add("Part of the difference is routing: "
                    + platformsOf.asMap().entrySet().stream()
                            .map(each -> each.getKey() + " on " + String.join(", ", each.getValue()))
                            .collect(Collectors.joining("; "))
                    + " (set one routing for all, for example --model max-min:routing=adaptive)");
        }
        warnings.addAll(Attempt.warnings(candidates));
        return Attempt.standing(candidates);
    }

    /** Rejects several models in one option, because a comma separates parameters. */
    private static void requireOne(@Nullable String model) {
        if (model != null && model.matches("[a-z-]+,[a-z-]+(:[^,]*)?(,[a-z-]+)*")) {
            throw InputException.at(
                    "--model " + model,
                    "expected one model, found several; a comma separates parameters",
                    "Repeat the option: --model " + model.replace(",", " --model "));
        }
    }

    private Candidate candidate(Platforms platform, Workload workload, Overrides overrides, double price) {
        return new Candidate(
                platform.name(),
                Objects.requireNonNullElse(overrides.model(), ""),
                workload,
                Attempt.at(named(platform, overrides), () -> platform.forJob(workload.ranks(), overrides)),
                common.seed(),
                price);
    }

    private static String named(Platforms platform, Overrides overrides) {
        return platform.name()
                + (overrides.placement() == null ? "" : " with --placement " + overrides.placement())
                + (overrides.model() == null ? "" : " with --model " + overrides.model());
    }
}
