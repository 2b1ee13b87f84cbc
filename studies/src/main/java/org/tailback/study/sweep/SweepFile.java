package org.tailback.study.sweep;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.collective.CollectiveProgram;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.generator.Programs;
import org.tailback.platformfile.BundledPlatforms;
import org.tailback.platformfile.PlacementText;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.ParallelProgram;
import org.tailback.settings.Settings;
import org.tailback.settings.Suggestion;
import org.tailback.simulation.Attempt;
import org.tailback.simulation.Platforms;
import org.tailback.simulation.Workload;
import org.tailback.study.input.TraceKeys;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;
import org.tailback.units.ValueList;

/**
 * Reader of a study file: YAML that lists workloads and platforms, as docs/studies/sweep.md describes it. A single
 * value is read as a list with one element.
 */
record SweepFile(Settings root, Path folder) {
    private static final List<String> KEYS = List.of(
            ("workloads platforms models costs losses placements compute-scales eager-limit seeds").split(" ", -1));
    private static final List<String> GENERATORS = List.of("ring", "halo");
    private static final String PLATFORM = "platform";

    SweepFile {
        root.rejectUnknown(KEYS);
    }

    /**
     * Workload of a study file.
     *
     * @param place position of the workload in the study file
     * @param path file or folder of the workload; null for none
     * @param bytes size of the messages; -1 for a trace, which defines its own sizes
     * @param opening function that reads the workload
     */
    record Item(String name, String place, @Nullable Path path, long bytes, Function<TraceOptions, Workload> opening) {}

    /** Platform with its name in the study file, and its file or built-in name. */
    record Named(String written, Path path, Platforms platforms) {}

    /**
     * Replacement of a setting of the platform, with its position in the study file; null keeps the platform's own
     * setting.
     */
    record Choice(@Nullable String text, String place) {}

    List<Item> workloads() {
        ImmutableList.Builder<Item> specs = ImmutableList.builder();
        for (Settings item : root.sections("workloads")) {
            List<String> sorts = Stream.of("trace", "generator", "collective")
                    .filter(item::has)
                    .toList();
            if (sorts.size() != 1) {
                throw InputException.at(
                        item.place(),
                        "a workload has exactly one of the keys trace, generator and collective, found "
                                + (sorts.isEmpty() ? String.join(", ", item.keys()) : String.join(" and ", sorts)),
                        "");
            }
            switch (sorts.get(0)) {
                case "trace" -> addTraces(item, specs);
                case "generator" -> addGenerators(item, specs);
                default -> addCollectives(item, specs);
            }
        }
        List<Item> all = specs.build();
        if (all.isEmpty()) {
            throw root.problem("workloads", "a sweep needs at least one workload", "");
        }
        return all;
    }

    private void addTraces(Settings item, ImmutableList.Builder<Item> specs) {
        item.rejectUnknown(ImmutableList.<String>builder()
                .add("trace", "name", "input-format", "collectives")
                .addAll(TraceKeys.NAMES)
                .build());
        List<Path> runs = Traces.runsIn(folder, item.text("trace"));
        for (Path path : runs) {
            String own = Traces.label(path);
            boolean isNamed = item.has("name");
            String several = isNamed ? item.text("name") + "/" + own : own;
            addTrace(item, path, runs.size() == 1 && isNamed ? item.text("name") : several, specs);
        }
    }

    private static void addTrace(Settings item, Path path, String name, ImmutableList.Builder<Item> specs) {
        TraceKeys keys = TraceKeys.of(item);
        String format = item.has("input-format") ? item.text("input-format") : null;
        for (Choice collectives : texts(item, "collectives", CollectiveSelectors.DEFAULT)) {
            String written = String.valueOf(collectives.text());
            CollectiveSelector selector = CollectiveSelectors.parseAt(collectives.place(), written);
            specs.add(new Item(
                    name + keys.suffix() + (written.equals(CollectiveSelectors.DEFAULT) ? "" : "/" + written),
                    item.placeOf("trace"),
                    path,
                    -1,
                    options -> Workload.open(path, format, selector, keys.on(options))));
        }
    }

    private void addGenerators(Settings item, ImmutableList.Builder<Item> specs) {
        item.rejectUnknown(List.of("generator", "ranks", "sizes", "iterations", "compute"));
        String generator = item.choice("generator", GENERATORS, "");
        int iterations = item.integer("iterations", 1);
        if (iterations < 1) {
            throw item.problem("iterations", "at least 1 iteration is needed, found " + iterations, "");
        }
        double seconds = item.seconds("compute", 0);
        for (int ranks : counts(item, "ranks")) {
            for (long bytes : sizes(item)) {
                specs.add(new Item(
                        generator,
                        item.place(),
                        null,
                        bytes,
                        options -> Workload.of(
                                generator,
                                generator.equals("ring")
                                        ? Programs.ring(ranks, iterations, bytes, seconds)
                                        : halo(ranks, iterations, bytes, seconds))));
            }
        }
    }

    /** Returns a halo exchange on a grid that is as square as possible. */
    private static ParallelProgram halo(int ranks, int iterations, long bytes, double seconds) {
        int rows = (int) Math.sqrt(ranks);
        while (ranks % rows != 0) {
            rows--;
        }
        return Programs.halo(ranks / rows, rows, iterations, bytes, seconds);
    }

    private void addCollectives(Settings item, ImmutableList.Builder<Item> specs) {
        item.rejectUnknown(List.of("collective", "algorithms", "ranks", "sizes"));
        Kind kind;
        try {
            kind = CollectiveAlgorithms.kind(item.text("collective").toLowerCase(Locale.ROOT));
        } catch (InputException e) {
            throw item.problem("collective", String.valueOf(e.getMessage()), "");
        }
        List<String> known = CollectiveProgram.algorithms(kind);
        for (Choice algorithm : required(item, "algorithms")) {
            String name = String.valueOf(algorithm.text());
            if (!known.contains(name)) {
                throw InputException.at(
                        algorithm.place(),
                        "unknown algorithm '" + name + "' of " + kind.label(),
                        Suggestion.of(name, known) + "Valid: " + String.join(", ", known));
            }
            for (int ranks : counts(item, "ranks")) {
                for (long bytes : sizes(item)) {
                    Supplier<Workload> workload = () -> Workload.ofCollective(kind, name, ranks, bytes);
                    specs.add(new Item(
                            kind.label() + "/" + name,
                            item.place(),
                            null,
                            bytes,
                            options -> Attempt.at(item.place(), workload)));
                }
            }
        }
    }

    List<Named> platforms() {
        List<Named> platforms = new ArrayList<>();
        for (Choice choice : required(root, "platforms")) {
            String written = String.valueOf(choice.text());
            Path path = BundledPlatforms.resolve(folder, written);
            platforms.add(new Named(written, path, Attempt.at(choice.place(), () -> Platforms.read(path))));
        }
        return platforms;
    }

    /**
     * Returns the replacements of a setting of the platforms, in the order of the file; without the key, returns one
     * choice that keeps the platform's own setting.
     */
    List<Choice> choices(String key) {
        return texts(root, key, PLATFORM).stream()
                .map(choice -> PLATFORM.equals(choice.text()) ? new Choice(null, choice.place()) : choice)
                .toList();
    }

    /** Reads placements like {@link #choices} and makes the paths of placement files relative to the working folder. */
    List<Choice> placements() {
        return choices("placements").stream()
                .map(choice -> choice.text() == null
                        ? choice
                        : new Choice(PlacementText.resolve(folder, choice.text()), choice.place()))
                .toList();
    }

    @Nullable
    String eagerLimit() {
        return root.has("eager-limit") ? root.text("eager-limit") : null;
    }

    List<Integer> seeds() {
        return root.has("seeds") ? counts(root, "seeds") : List.of(1);
    }

    private static List<Integer> counts(Settings item, String key) {
        return ValueList.counts(place(item, key), joined(item, key));
    }

    private static List<Long> sizes(Settings item) {
        return ValueList.sizes(place(item, "sizes"), joined(item, "sizes"));
    }

    private static String place(Settings item, String key) {
        return item.placeOf(key) + ": '" + key + "'";
    }

    private static String joined(Settings item, String key) {
        return String.join(
                ",",
                required(item, key).stream()
                        .map(choice -> String.valueOf(choice.text()))
                        .toList());
    }

    private static List<Choice> required(Settings item, String key) {
        if (!item.has(key)) {
            throw InputException.at(item.place(), "missing key '" + key + "' in " + item.name(), "Add it");
        }
        return texts(item, key, "");
    }

    private static List<Choice> texts(Settings item, String key, String ifMissing) {
        return item.has(key)
                ? item.scalars(key).stream()
                        .map(value -> new Choice(value.scalar(), value.place()))
                        .toList()
                : List.of(new Choice(ifMissing, item.place()));
    }
}
