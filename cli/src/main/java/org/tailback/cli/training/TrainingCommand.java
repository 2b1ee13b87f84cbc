package org.tailback.cli.training;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.CollectivesOption;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.ModelErrorOption;
import org.tailback.cli.option.PictureOptions;
import org.tailback.cli.option.PlatformOptions;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.cli.option.Require;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.training.TrainingOutput.Found;
import org.tailback.cli.training.TrainingOutput.Row;
import org.tailback.cli.verdict.Setting;
import org.tailback.cli.verdict.Verdict;
import org.tailback.error.InputException;
import org.tailback.platform.Interval;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.simulation.GpuPlatforms;
import org.tailback.simulation.Platforms;
import org.tailback.simulation.jitter.Jitter;
import org.tailback.study.training.GroupTimes;
import org.tailback.study.training.StepReplay;
import org.tailback.study.training.TrainingMemory;
import org.tailback.study.training.TrainingProgram;
import org.tailback.study.training.TrainingSearch;
import org.tailback.study.training.TrainingSettings;
import org.tailback.study.training.TrainingStep;
import org.tailback.study.training.TrainingTimes;
import org.tailback.units.Readable;

/**
 * Command that replays training steps and divides the time of GPUs by activity; with {@code --search}, it searches for
 * the best parallelism.
 */
public final class TrainingCommand extends Command {
    /** Approximate time of a replay per message on one core, seconds. */
    private static final double SECONDS_PER_MESSAGE = 3e-6;

    private static final double LONG_SECONDS = 20;

    private enum Fold {
        AUTO,
        OFF
    }

    private enum MemoryCheck {
        CHECK,
        IGNORE
    }

    private final Given<List<Path>> files = arguments(Path.class, "FILE");

    private final Given<List<String>> divisions =
            list(String.class, "", new ArrayList<>(), "--parallelism", "KIND=N,...");

    private final Given<List<String>> set = list(String.class, ",", new ArrayList<>(), "--set", "KEY=VALUE,...");

    private final Given<@Nullable Path> gpu = path("--gpu", "FILE");

    private final Given<Fold> fold = choice(Fold.class, Fold.AUTO, "--fold", "auto|off");

    private final Given<MemoryCheck> memory = choice(MemoryCheck.class, MemoryCheck.CHECK, "--memory", "check|ignore");

    private final Given<@Nullable String> jitter = text("--jitter", "SPEC");

    private final Given<Double> tokens = option(Double.class, 1e12, "--tokens", "N");

    private final Given<Boolean> search = flag("--search");

    private final Given<Integer> gpus = option(Integer.class, 0, "--gpus", "N");

    private final PictureOptions pictures = with(new PictureOptions());
    private final ModelErrorOption modelError = with(new ModelErrorOption());

    private final CollectivesOption collectives = with(new CollectivesOption());
    private final PlatformOptions platformOptions = with(new PlatformOptions());

    @Override
    public void run() {
        Require.that(tokens.value() > 0, "--tokens", "a number above 0", tokens.value());
        pictures.check();
        if (search.value() && gpus.value() <= 0) {
            throw usage("--search needs the number of GPUs: add --gpus N");
        }
        if (!search.value() && gpus.value() != 0) {
            throw usage("--gpus is an option of --search: add --search, or give --parallelism");
        }
        if (search.value() && jitter.value() != null) {
            throw usage("--search takes no --jitter");
        }
        if (search.value() && (files.value().size() > 1 || !divisions.value().isEmpty())) {
            throw usage("--search takes one FILE and no --parallelism");
        }
        Overrides overrides = platformOptions.overrides(common.seed());
        if (search.value()) {
            search(platformOptions.choice(), overrides);
        } else {
            compare(overrides);
        }
    }

    private void compare(Overrides overrides) {
        Set<String> warnings = new LinkedHashSet<>();
        List<Row> rows = new ArrayList<>();
        Map<String, Platforms> byName = new LinkedHashMap<>();
        List<PlatformValidity> runs = new ArrayList<>();
        for (Platforms platforms : platformOptions.choices()) {
            warnings.addAll(platforms.warnings());
            byName.put(platforms.name(), platforms);
            for (Path file : files.value()) {
                for (@Nullable String division : orOwn(divisions.value())) {
                    TrainingStep step = TrainingStep.read(
                            file,
                            changes(),
                            division,
                            platforms.gpu(),
                            gpu.value(),
                            memory.value() == MemoryCheck.CHECK);
                    Platform platform = platforms.forJob(step.parallelism().ranks(), overrides);
                    rows.add(row(platforms.name(), platform, file, step, warnings));
                    runs.add(PlatformValidity.of(platforms.name(), platform.validity(), step.outside(platform)));
                }
            }
        }
        rows.sort(
                (a, b) -> Double.compare(b.times().tokensPerSecond(), a.times().tokensPerSecond()));
        holdForOneOrMore(runs);
        warnings.addAll(outside());
        Row best = rows.get(0);
        Platform platform = Objects.requireNonNull(byName.get(best.platform())).forJob(best.gpus(), overrides);
        Divisions<Row> found = TrainingOutput.divisions(rows);
        Verdict verdict = TrainingOutput.verdict(
                found,
                setting(
                        best.platform(),
                        platform,
                        best.times().step(),
                        best.times().insideNodes(),
                        best.interval()),
                modelError.value());
        write(
                found,
                verdict,
                out -> TrainingOutput.text(found, out),
                new TrainingOutput.Rows(rows, List.copyOf(warnings)),
                out -> TableColumns.of(Row.class).csv(out, rows),
                warnings);
    }

    private Row row(String name, Platform platform, Path file, TrainingStep step, Set<String> warnings) {
        String excess = TrainingMemory.excess(step);
        if (!excess.isEmpty()) {
            warnings.add(TrainingOutput.text(step.parallelism()) + ": " + excess + ".");
        }
        warnings.addAll(new TrainingProgram(step).approximations());
        AtomicReference<String> expected = new AtomicReference<>("");
        TrainingTimes times = Progress.during(
                console,
                () -> "replaying " + TrainingOutput.text(step.parallelism()) + expected.get(),
                () -> times(step, platform, messages -> expect(messages, step, expected)));
        warnings.addAll(times.warnings());
        return new Row(name, file.toString(), times, step.interval(platform, times.seconds()), tokens.value());
    }

    private <S extends Divisions.Step> void write(
            Divisions<S> found,
            Verdict verdict,
            Consumer<PrintWriter> text,
            Object json,
            Consumer<PrintWriter> csv,
            Set<String> warnings) {
        decides(verdict);
        pictures.write(() -> found.page(verdict, common, warnings));
        output(text, json, csv);
        common.warn(warnings, console);
    }

    private static Setting setting(
            String name, Platform platform, TrainingStep step, double inside, @Nullable Interval interval) {
        return Setting.of(
                name, platform, platform.use(step.parallelism().ranks()), step.outside(platform), inside, interval);
    }

    private Map<String, String> changes() {
        return TrainingSettings.pairs(set.value(), "--set", "KEY=VALUE,..., such as batch=64,model.sequence=4096");
    }

    /** Sets the expected number of messages and approximate time of a replay, and prints them for long replays. */
    private void expect(long messages, TrainingStep step, AtomicReference<String> expected) {
        double seconds = messages * SECONDS_PER_MESSAGE;
        String what = String.format(Locale.ROOT, "%,d messages, about %s", messages, Readable.seconds(seconds));
        expected.set(": " + what);
        if (seconds >= LONG_SECONDS) {
            console.messages().println("tailback: " + TrainingOutput.text(step.parallelism()) + ": " + what);
            console.messages().flush();
        }
    }

    private StepReplay replay(TrainingStep step, Platform platform) {
        return new StepReplay(step, collectives.selector(), platform, common.seed());
    }

    private TrainingTimes times(TrainingStep step, Platform platform, LongConsumer messages) {
        String delays = jitter.value();
        try {
            Jitter.Scaled scaled = delays == null
                    ? Jitter.NONE.scaledBy(0)
                    : Jitter.parse(delays).scaledBy(1);
            return replay(step, platform).times(delays == null && fold.value() == Fold.AUTO, scaled, messages);
        } catch (InputException e) {
            throw delays == null ? e : e.at("--jitter " + delays);
        }
    }

    private void search(Platforms platforms, Overrides overrides) {
        Set<String> warnings = new LinkedHashSet<>(platforms.warnings());
        Path file = files.value().get(0);
        Platform platform = platforms.forJob(gpus.value(), overrides);
        GpuPlatforms.require(platform, "training --search");
        TrainingSearch.Result result = Progress.during(
                console,
                () -> "estimating divisions of the GPUs",
                () -> TrainingSearch.search(
                        TrainingSettings.read(file, changes()),
                        platforms.gpu(),
                        gpus.value(),
                        new GroupTimes(ranks -> platforms.forJob(ranks, overrides), collectives.selector())));
        List<Found> rows = Progress.during(
                console,
                () -> "replaying the best divisions",
                () -> result.best().parallelStream()
                        .map(each -> new Found(
                                each,
                                result.fitting() == 0 ? null : replayed(each.step(), platform),
                                platform,
                                tokens.value()))
                        .sorted(Comparator.comparingDouble(Found::step))
                        .toList());
        TrainingStep any = result.best().get(0).step();
        if (result.fitting() == 0) {
            warnings.add("No division of the GPUs fits into their memory ("
                    + Readable.bytes(any.gpu().memory()) + "); the listed ones need the least memory.");
        }
        holdsFor(PlatformValidity.of(platforms.name(), platform.validity(), any.outside(platform)));
        warnings.addAll(outside());
        warnings.addAll(new TrainingProgram(any).approximations());
        Divisions<Found> found = TrainingOutput.found(file, rows);
        Verdict verdict = TrainingOutput.verdict(
                result,
                found,
                setting(platforms.name(), platform, any, Double.NaN, rows.get(0).interval()),
                modelError.value());
        write(
                found,
                verdict,
                out -> TrainingOutput.textOfSearch(found, out),
                new TrainingOutput.Searched(result.candidates(), result.fitting(), rows, List.copyOf(warnings)),
                out -> TrainingOutput.csvOfSearch(rows, out),
                warnings);
    }

    private @Nullable TrainingTimes replayed(TrainingStep step, Platform platform) {
        StepReplay replay = replay(step, platform);
        return fold.value() == Fold.OFF
                ? replay.times(false)
                : replay.feasible().orElse(null);
    }
}
