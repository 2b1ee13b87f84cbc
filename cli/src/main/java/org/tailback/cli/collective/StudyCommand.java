package org.tailback.cli.collective;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.ChartFile;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.JitterOptions;
import org.tailback.cli.option.NodeOptions;
import org.tailback.cli.option.PictureOptions;
import org.tailback.cli.option.PlatformOptions.PlatformAndModel;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.cli.option.ThreadsOption;
import org.tailback.cli.verdict.Setting;
import org.tailback.collective.CollectiveProgram;
import org.tailback.error.InputException;
import org.tailback.model.loss.TailDrop;
import org.tailback.platform.Platform;
import org.tailback.platform.StatedError;
import org.tailback.platform.Use;
import org.tailback.platformfile.Overrides;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.replication.Replications;
import org.tailback.settings.Suggestion;
import org.tailback.simulation.Attempt;
import org.tailback.simulation.Platforms;
import org.tailback.simulation.jitter.Jitter;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.study.collective.CollectiveStudy;
import org.tailback.study.collective.CollectiveStudy.Case;
import org.tailback.study.collective.CollectiveStudy.Variant;
import org.tailback.study.collective.Crossover;
import org.tailback.study.rules.DecisionRules;
import org.tailback.study.rules.TunedRules;
import org.tailback.units.ValueList;

/** Options and work common to {@code alltoall} and {@code collective}. */
abstract class StudyCommand extends Command {
    private final Given<String> ranks = required(String.class, "--ranks", "LIST");

    private final PlatformAndModel platform = with(new PlatformAndModel());

    private final Given<@Nullable String> cost = text("--cost", "NAME[:k=v,...]");

    private final Given<List<String>> losses = list(String.class, "", new ArrayList<>(), "--loss", "NAME[:k=v,...]");

    private final Given<@Nullable String> placement = text("--placement", "RULE");

    private final NodeOptions nodes = with(new NodeOptions());
    private final JitterOptions jitter = with(new JitterOptions());

    private final Given<String> jitterScales = option(String.class, "1", "--jitter-scale", "LIST");

    private final ThreadsOption threads = with(new ThreadsOption());

    private final Given<Boolean> crossovers = flag("--crossovers");

    private final PictureOptions pictures = with(new PictureOptions());

    private final Given<@Nullable Path> timeoutChart = path("--timeout-chart", "FILE");

    private final RulesOptions rulesOptions = with(new RulesOptions());

    /** @param algorithms names separated by commas; null for all algorithms that work on any network */
    void study(Kind kind, @Nullable String algorithms, List<Long> sizes, boolean closedForms) {
        pictures.check();
        ChartFile.checkName(timeoutChart.value());
        TunedRules format = rulesOptions.format();
        double error = rulesOptions.error();
        List<Integer> rankCounts = ValueList.counts("--ranks", ranks.value());
        Platforms platforms = platforms();
        List<Variant> variants = variants(platforms, closedForms);
        Platform any = Attempt.standing(rankCounts.stream()
                        .map(count -> attempt(variants.get(0), count))
                        .toList())
                .get(0);
        Set<String> warnings = new LinkedHashSet<>();
        List<Case> cases = cases(kind, algorithms, any.cluster().hasGpus(), variants, rankCounts, sizes, warnings);
        CollectiveStudy study =
                new CollectiveStudy(kind, jitter.plan().seed(common.seed()).threads(threads.count()));
        AtomicInteger done = new AtomicInteger();
        CollectiveStudy.Result result = Progress.during(
                console, Progress.of(done::get, cases::size, "rows"), () -> study.run(cases, done::incrementAndGet));
        List<CollectiveRow> rows = result.rows();
        List<Use> uses = new ArrayList<>();
        PlatformValidity validity = validity(kind, platforms, cases, sizes, uses);
        holdsFor(validity);
        warnings.addAll(outside());
        List<Crossover> found = crossovers.value()
                ? Progress.during(console, () -> "searching for crossovers", () -> Crossover.find(study, rows))
                : List.of();
        DecisionRules rules = format == null
                ? new DecisionRules(kind, List.of())
                : Progress.during(
                        console,
                        () -> "predicting the library's own choices",
                        () -> DecisionRules.of(study, rows, error));
        warnings.addAll(result.warnings());
        if (format != null && !rules.hasRules()) {
            warnings.add(
                    "--decision-rules: no algorithm is faster than the library's own choices by more than the error"
                            + " of ratios");
        }
        if (jitter.repeats() && cases.stream().noneMatch(Case::isRandom)) {
            warnings.add(jitter.nothingRandom());
        }
        Setting setting = new Setting(
                platforms.name(),
                validity.basis(),
                rows.stream()
                        .map(CollectiveRow::factors)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null),
                validity.outside(),
                uses.stream().mapToInt(use -> use.count(Use.NODES)).max().orElse(1),
                rows.stream().mapToInt(CollectiveRow::ranksPerNode).max().orElse(1),
                rows.stream().mapToDouble(CollectiveRow::insideNodes).average().orElse(Double.NaN),
                any.validity().errors());
        StudyVerdict verdict = new StudyVerdict(
                kind.label(),
                setting,
                row -> ratioError(kind, row, error, any, setting.bound()),
                any.loss() instanceof TailDrop tailDrop ? tailDrop.timeout() : Double.NaN,
                StudyCases.of(rows));
        StudyOutput output = new StudyOutput(
                rows,
                result.failed(),
                List.copyOf(warnings),
                kind,
                common.seed(),
                found,
                rules,
                String.valueOf(platform.platform()),
                platforms.validityInWords(),
                any,
                verdict.verdict());
        decides(output.verdict());
        ChartFile.write(timeoutChart.value(), output::timeouts);
        pictures.write(() -> output.page(common));
        if (format != null) {
            rulesOptions.write(format, rules, output.platformName(), validity);
        }
        output(out -> StudyText.write(output, out), output, output::csv);
        common.warn(warnings, console);
    }

    private Attempt<Platform> attempt(Variant variant, int count) {
        return Attempt.of(() -> variant.platform().on(count, common.seed()));
    }

    /**
     * Returns the rows to simulate. If the user chose no algorithms, algorithms that do not work are omitted with a
     * warning.
     */
    private List<Case> cases(
            Kind kind,
            @Nullable String algorithms,
            boolean onGpus,
            List<Variant> variants,
            List<Integer> rankCounts,
            List<Long> sizes,
            Set<String> warnings) {
        List<String> chosen =
                algorithms == null ? CollectiveProgram.algorithmsOffered(kind, onGpus) : named(kind, algorithms);
        List<Case> cases = new ArrayList<>();
        for (Variant variant : variants) {
            for (Jitter.Scaled scaled : jitter.jitters(jitterScales.value())) {
                for (int count : rankCounts) {
                    for (long bytes : sizes) {
                        for (String algorithm : chosen) {
                            if (algorithms == null && !works(kind, algorithm, count)) {
                                warnings.add(algorithm + " does not work with " + count + " ranks and was left out");
                            } else {
                                cases.add(new Case(variant, scaled, algorithm, count, bytes));
                            }
                        }
                    }
                }
            }
        }
        return cases;
    }

    /**
     * Returns the validity of the platform's numbers for all rows.
     *
     * @param uses collection that receives the use of each network by each number of ranks
     */
    private PlatformValidity validity(
            Kind kind, Platforms platforms, List<Case> cases, List<Long> sizes, List<Use> uses) {
        Set<List<Object>> seen = new HashSet<>();
        List<PlatformValidity> runs = new ArrayList<>();
        for (Case each : cases) {
            Platform on = seen.add(List.of(each.variant(), each.ranks()))
                    ? attempt(each.variant(), each.ranks()).value()
                    : null;
            if (on != null) {
                Use use = on.use(each.ranks()).with(kind, Collections.min(sizes), Collections.max(sizes));
                uses.add(use);
                runs.add(PlatformValidity.of(platforms.name(), on, use));
            }
        }
        return PlatformValidity.byPlatform(runs).get(0);
    }

    private Platforms platforms() {
        if (platform.platform() == null) {
            throw new InputException(
                    "a platform is needed: add --platform FILE or NAME, such as plogpt-table2-bidirectional");
        }
        return platform.choice();
    }

    /** Returns the networks to compare. A network rejects more ranks than it has cores. */
    private List<Variant> variants(Platforms platforms, boolean closedForms) {
        Overrides overrides = Overrides.NONE
                .withModel(platform.model())
                .withCost(cost.value())
                .withSeed(common.seed());
        List<Variant> variants = new ArrayList<>();
        for (@Nullable String loss : orOwn(losses.value())) {
            for (NodeOptions.Choice choice : nodes.choices(placement.value())) {
                Overrides chosen = overrides.withLoss(loss).withPlacement(choice.rule());
                LongFunction<Platform> any = of -> platforms.whole(chosen.withSeed(of));
                variants.add(new Variant(
                        loss == null ? any.apply(common.seed()).loss().name() : loss,
                        choice.ranksPerNode(),
                        (count, of) -> withPlaces(() -> platforms.forJob(count, chosen.withSeed(of)), count),
                        Replications.isRandom(any, common.seed()),
                        closedForms));
            }
        }
        return variants;
    }

    private static Platform withPlaces(Supplier<Platform> of, int ranks) {
        return Attempt.at("--ranks " + ranks, () -> {
            Platform platform = of.get();
            platform.placement().place(platform.cluster(), ranks);
            return platform;
        });
    }

    private static boolean works(Kind kind, String algorithm, int ranks) {
        return Attempt.of(() -> CollectiveProgram.of(kind, algorithm, ranks, 1)).value() != null;
    }

    private static List<String> named(Kind kind, String text) {
        List<String> names = CollectiveProgram.algorithms(kind);
        Set<String> algorithms = new LinkedHashSet<>();
        for (String part : text.split(",", -1)) {
            String name = part.strip();
            String base = TunedRules.base(name);
            if (!names.contains(base)) {
                String what =
                        kind == Kind.ALLTOALL ? "all-to-all" : kind.label().toLowerCase(Locale.ROOT);
                throw InputException.at(
                        "--algorithm",
                        "unknown " + what + " algorithm '" + base + "'",
                        Suggestion.of(base, names) + "Valid: " + String.join(", ", names));
            }
            CollectiveProgram.of(kind, name, 2, 1);
            algorithms.add(name);
        }
        return List.copyOf(algorithms);
    }

    /**
     * Returns the relative error of the ratio of two rows with the properties of this row: the user's error, the error
     * of the residuals, or a stated error; NaN if unknown.
     */
    private static double ratioError(
            Kind kind, CollectiveRow row, double given, Platform platform, @Nullable StatedError bound) {
        if (!Double.isNaN(given)) {
            return given;
        }
        if (row.factors() == null) {
            return bound == null ? Double.NaN : bound.ofRatio();
        }
        return platform.residuals().ratioBeyond(kind, kind.bufferBytes(row.bytes(), row.ranks()), row.factors()) - 1;
    }
}
