package org.tailback.study.sweep;

import com.google.common.collect.Lists;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.platform.Platform;
import org.tailback.platform.Unlimited;
import org.tailback.platform.Validity;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.YamlSettings;
import org.tailback.replay.ReplayResult;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.simulation.Attempt;
import org.tailback.simulation.Workload;
import org.tailback.study.sweep.SweepFile.Choice;
import org.tailback.table.CsvLines;
import org.tailback.trace.TraceOptions;

/**
 * Runs of a study file, numbered from 1: every workload on every platform with every model, cost, loss model,
 * placement, compute scale and seed. The seed varies fastest. Thread-safe: several threads may perform runs
 * concurrently.
 *
 * <p>The format of the file is described in docs/studies/sweep.md.
 */
public final class SweepPlan {
    /** Largest number of runs of a sweep, so that a mistyped range cannot fill a disk. */
    public static final int MOST_RUNS = 10_000_000;

    private final Source source;
    private final List<SweepFile.Item> workloads;
    private final List<SweepFile.Named> platforms;
    /** All combinations of model, cost, loss model, placement and compute scale. */
    private final List<List<Choice>> choices;

    private final List<Integer> seeds;
    private final @Nullable String eagerLimit;
    private final int runs;
    private final Fingerprints fingerprints = new Fingerprints();
    private final Map<Opened, Workload> opened = new ConcurrentHashMap<>();

    /**
     * Run of the plan.
     *
     * @param number position of the run in the plan, from 1
     * @param overrides replacements of settings of the platform, and the seed
     */
    private record SweepRun(int number, SweepFile.Item workload, SweepFile.Named platform, Overrides overrides) {
        /**
         * Returns the position of the run's workload in the study file, with the run's platform and choices in words.
         */
        String place() {
            return Stream.of(
                            overrides.model(),
                            overrides.cost(),
                            overrides.loss(),
                            overrides.placement(),
                            overrides.computeScale())
                    .filter(Objects::nonNull)
                    .map(part -> " with " + part)
                    .collect(Collectors.joining("", workload.place() + " on " + platform.written(), ""));
        }

        /** Returns the platform for a program of this number of ranks. */
        Platform platformOf(int ranks) {
            return platform.platforms().forJob(ranks, overrides);
        }
    }

    private record Opened(SweepFile.Item workload, TraceOptions options) {}

    private SweepPlan(Source source, Path folder) {
        this.source = source;
        SweepFile file = new SweepFile(YamlSettings.parse(source.text(), source.name(), "study file"), folder);
        workloads = file.workloads();
        platforms = file.platforms();
        List<List<Choice>> parts = List.of(
                file.choices("models"),
                file.choices("costs"),
                file.choices("losses"),
                file.placements(),
                file.choices("compute-scales"));
        seeds = file.seeds();
        eagerLimit = file.eagerLimit();
        double product = 1.0 * workloads.size() * platforms.size() * seeds.size();
        for (List<Choice> each : parts) {
            product *= each.size();
        }
        if (product > MOST_RUNS) {
            throw new InputException(name() + ": " + String.format(Locale.ROOT, "%.0f", product)
                    + " runs exceed the limit of " + MOST_RUNS);
        }
        runs = (int) product;
        choices = Lists.cartesianProduct(parts);
    }

    /**
     * Reads a study file and the platform files that it names.
     *
     * @throws InputException if one of the files cannot be used; with line and column
     */
    public static SweepPlan read(Path file) {
        String text = YamlSettings.text(file, "study file");
        Path folder = Objects.requireNonNullElse(file.getParent(), Path.of(""));
        return new SweepPlan(
                new Source(text, file.toString(), folder.toAbsolutePath().toString()), folder);
    }

    /** Returns the name of the file in messages. */
    public String name() {
        return source.name();
    }

    /** Returns the number of runs, >= 1. */
    public int runs() {
        return runs;
    }

    /**
     * Checks every run without performing it: traces can be read, and models exist and work on their platforms. A run
     * whose ranks do not fit on its platform is not an error: its row states the problem. O(runs).
     *
     * @throws InputException for the first mistake in the files, or if no run fits on its platform; the message names
     *     the run
     */
    public void check() {
        List<Attempt<Platform>> assembled = new ArrayList<>();
        // seeds vary fastest and do not change the result of the check
        for (int number = 1; number <= runs; number += seeds.size()) {
            assembled.add(check(run(number)));
        }
        var unused = Attempt.standing(assembled);
    }

    private Attempt<Platform> check(SweepRun run) {
        String place = run.place();
        try {
            Workload workload = workload(run);
            Attempt<Platform> assembled = Attempt.of(() -> {
                Platform fitting = platform(run);
                workload.requireUsable(fitting, place);
                return fitting;
            });
            Platform platform = assembled.value();
            if (platform == null) {
                var unused = run.platformOf(1); // throws unless the number of ranks is the cause
                return new Attempt<>(
                        null,
                        assembled.failure() instanceof InputException e ? located(place, e) : assembled.failure());
            }
            // a warning is an error here, because rows cannot state it
            BandwidthSharing sharing =
                    platform.model().on(platform.cluster(), run.overrides().seed());
            Unlimited.warning(platform.cluster(), platform.model().name(), sharing, platform.cost())
                    .ifPresent(sentence -> {
                        throw new InputException(sentence);
                    });
            return assembled;
        } catch (InputException e) {
            throw located(place, e);
        }
    }

    private static InputException located(String place, InputException e) {
        String message = String.valueOf(e.getMessage());
        return message.startsWith(place) ? e : new InputException(place + ": " + message, e);
    }

    private SweepRun run(int number) {
        int rest = Objects.checkIndex(number - 1, runs);
        int perPlatform = choices.size() * seeds.size();
        List<@Nullable String> texts = new ArrayList<>();
        choices.get(rest % perPlatform / seeds.size()).forEach(choice -> texts.add(choice.text()));
        int seed = seeds.get(rest % seeds.size());
        Overrides overrides = new Overrides(
                texts.get(0), texts.get(1), texts.get(2), texts.get(3), texts.get(4), null, eagerLimit, null, seed);
        return new SweepRun(
                number,
                workloads.get(rest / perPlatform / platforms.size()),
                platforms.get(rest / perPlatform % platforms.size()),
                overrides);
    }

    /** Returns the domain of each platform's numbers in words, by the platform's name in the study file. */
    public Map<String, String> validity() {
        Map<String, String> validity = new LinkedHashMap<>();
        platforms.forEach(each -> validity.put(each.written(), each.platforms().validityInWords()));
        return validity;
    }

    /**
     * Validity of a platform's numbers, and the properties of a run that are outside their domain.
     *
     * @param platform name of the platform in the study file
     */
    public record Holding(String platform, Validity validity, List<String> outside) {}

    /** Returns the distinct cases in which runs are outside the domains of their platforms, over all seeds. O(runs). */
    public List<Holding> holdings() {
        List<Holding> uses = new ArrayList<>();
        for (int number = 1; number <= runs; number += seeds.size()) {
            SweepRun run = run(number);
            Holding use = Attempt.of(() -> {
                        Platform platform = platform(run);
                        return new Holding(
                                run.platform().written(),
                                platform.validity(),
                                platform.outside(workload(run).use(platform, null)));
                    })
                    .value();
            if (use != null) {
                uses.add(use);
            }
        }
        return uses;
    }

    private Platform platform(SweepRun run) {
        return run.platformOf(workload(run).ranks());
    }

    private Workload workload(SweepRun run) {
        SweepFile.Item workload = run.workload();
        TraceOptions options = workload.path() == null
                ? TraceOptions.DEFAULTS
                : run.platform().platforms().traceOptions(run.overrides());
        return opened.computeIfAbsent(
                new Opened(workload, options), key -> workload.opening().apply(options));
    }

    /** Returns the values of {@link SweepRow#KEY_COLUMNS}, which identify a run, without performing the run. */
    List<String> key(int number) {
        return key(run(number));
    }

    private List<String> key(SweepRun run) {
        SweepFile.Item spec = run.workload();
        Platform fitting = Attempt.of(() -> platform(run)).value();
        Platform platform = fitting == null ? run.platformOf(1) : fitting;
        Overrides overrides = run.overrides();
        return Stream.of(
                        Integer.toString(run.number()),
                        spec.name(),
                        Integer.toString(workload(run).ranks()),
                        spec.bytes() < 0 ? "" : Long.toString(spec.bytes()),
                        run.platform().written(),
                        Objects.requireNonNullElse(
                                overrides.model(), platform.model().name()),
                        Objects.requireNonNullElse(
                                overrides.cost(), platform.cost().name()),
                        Objects.requireNonNullElse(
                                overrides.loss(), platform.loss().name()),
                        platform.placement().name(),
                        SweepRow.number(platform.computeScale()),
                        Long.toString(overrides.seed()),
                        fingerprints.of(spec.path(), run.platform().path(), overrides.placement())
                                + (eagerLimit == null ? "" : "-" + eagerLimit))
                // a row must be a single line
                .map(field -> field.replaceAll("\\R", " "))
                .map(CsvLines::safe)
                .toList();
    }

    /**
     * Performs a run.
     *
     * @param number 1 to {@link #runs}
     * @return the run's row, which states the problem if the run cannot be performed or its program cannot finish
     */
    public SweepRow perform(int number) {
        SweepRun run = run(number);
        List<String> key = key(run);
        try {
            ReplayResult result =
                    workload(run).on(platform(run)).seed(run.overrides().seed()).run();
            return SweepRow.of(key, result);
        } catch (InputException | UnfinishedProgramException e) {
            return SweepRow.failed(key, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns the source of this study. Another process can perform the same runs from it if it has the same files
     * under the same paths.
     */
    public Source source() {
        return source;
    }

    /** Text of a study, its name in messages, and the folder of its paths. */
    public record Source(String text, String name, String folder) implements Serializable {
        /** Returns the plan of the study. */
        public SweepPlan open() {
            return new SweepPlan(this, Path.of(folder));
        }
    }
}
