package org.tailback.study.sweep;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.collective.CollectiveProgram;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.platformfile.BundledPlatforms;
import org.tailback.platformfile.PlacementText;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.settings.Settings;
import org.tailback.settings.Suggestion;
import org.tailback.study.input.TraceKeys;
import org.tailback.trace.Traces;
import org.tailback.units.ValueList;

/**
 * Reader of a study file: YAML that lists workloads and platforms, as docs/studies/sweep.md describes it. A single
 * value is a list of one.
 */
final class SweepFile {
    private static final List<String> KEYS = List.of(
            ("workloads platforms models costs losses placements compute-scales eager-limit seeds").split(" ", -1));
    private static final List<String> GENERATORS = List.of("ring", "halo");
    private static final String PLATFORM = "platform";

    private final Settings root;
    private final Path folder;

    SweepFile(Settings root, Path folder) {
        root.rejectUnknown(KEYS);
        this.root = root;
        this.folder = folder;
    }

    /** A platform file or the name of a built-in platform, and the position of its name. */
    record PlatformPath(String written, Path path, String place) {}

    /** A text that replaces a part of the platform, null for the platform's own, and its position. */
    record Choice(@Nullable String text, String place) {}

    List<WorkloadSpec> workloads() {
        ImmutableList.Builder<WorkloadSpec> specs = ImmutableList.builder();
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
        List<WorkloadSpec> all = specs.build();
        if (all.isEmpty()) {
            throw root.problem("workloads", "a sweep needs at least one workload", "");
        }
        return all;
    }

    private void addTraces(Settings item, ImmutableList.Builder<WorkloadSpec> specs) {
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

    private static void addTrace(Settings item, Path path, String name, ImmutableList.Builder<WorkloadSpec> specs) {
        TraceKeys keys = TraceKeys.of(item);
        for (Choice collectives : texts(item, "collectives", CollectiveSelectors.DEFAULT)) {
            String selector = String.valueOf(collectives.text());
            specs.add(new WorkloadSpec.OfTrace(
                    name + keys.suffix() + (selector.equals(CollectiveSelectors.DEFAULT) ? "" : "/" + selector),
                    item.placeOf("trace"),
                    path,
                    item.has("input-format") ? item.text("input-format") : null,
                    CollectiveSelectors.parseAt(collectives.place(), selector),
                    keys));
        }
    }

    private void addGenerators(Settings item, ImmutableList.Builder<WorkloadSpec> specs) {
        item.rejectUnknown(List.of("generator", "ranks", "sizes", "iterations", "compute"));
        String generator = item.choice("generator", GENERATORS, "");
        int iterations = item.integer("iterations", 1);
        if (iterations < 1) {
            throw item.problem("iterations", "at least 1 iteration is needed, found " + iterations, "");
        }
        for (int ranks : counts(item, "ranks")) {
            for (long bytes : sizes(item)) {
                specs.add(new WorkloadSpec.OfGenerator(
                        generator, item.place(), ranks, bytes, iterations, item.seconds("compute", 0)));
            }
        }
    }

    private void addCollectives(Settings item, ImmutableList.Builder<WorkloadSpec> specs) {
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
                    specs.add(new WorkloadSpec.OfCollective(kind, name, item.place(), ranks, bytes));
                }
            }
        }
    }

    List<PlatformPath> platforms() {
        return required(root, "platforms").stream()
                .map(choice -> new PlatformPath(
                        String.valueOf(choice.text()),
                        BundledPlatforms.resolve(folder, String.valueOf(choice.text())),
                        choice.place()))
                .toList();
    }

    /**
     * Returns the replacements of a part of the platforms, in the order of the file; the platform's own if there is no
     * such key.
     */
    List<Choice> choices(String key) {
        return texts(root, key, PLATFORM).stream()
                .map(choice -> PLATFORM.equals(choice.text()) ? new Choice(null, choice.place()) : choice)
                .toList();
    }

    /** Reads placements as {@link #choices}; the paths of placement files are made relative to the working folder. */
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
