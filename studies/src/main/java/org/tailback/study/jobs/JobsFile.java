package org.tailback.study.jobs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.platformfile.BundledPlatforms;
import org.tailback.platformfile.YamlSettings;
import org.tailback.settings.Labels;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;
import org.tailback.simulation.jitter.Variate;
import org.tailback.study.input.TraceKeys;
import org.tailback.study.jobs.JobSpec.Background;
import org.tailback.study.jobs.JobSpec.Program;
import org.tailback.study.jobs.JobSpec.Start;
import org.tailback.trace.Traces;
import org.tailback.units.Quantity;

/**
 * Jobs file: a YAML list of programs and background traffic in one network (docs/studies/jobs.md).
 *
 * <p>Immutable. Background traffic continues until all jobs have ended.
 */
final class JobsFile {
    private static final List<String> JOB_KEYS = List.of(
            "name", "trace", "input-format", "collectives", "nodes", "ranks-per-node", "start", "after", "repeat");
    private static final List<String> BACKGROUND_KEYS =
            List.of("name", "pattern", "nodes", "bytes", "on", "off", "start", "after");
    private static final String UNTIL_OTHERS_END = "until-others-end";

    private final Settings root;
    private final Path folder;
    private final List<JobSpec> specs = new ArrayList<>();
    private final List<JobPlacement> placements;

    private JobsFile(Settings root, Path folder) {
        this.root = root;
        this.folder = folder;
        root.rejectUnknown(List.of("platform", "jobs", "background", "placements"));
        for (Settings job : root.sections("jobs")) {
            specs.add(job(job));
        }
        root.require(
                specs.stream().anyMatch(JobSpec::endsByItself),
                "jobs",
                "a jobs file needs at least one job that ends",
                "Give at least one job a number of runs");
        if (root.has("background")) {
            for (Settings background : root.sections("background")) {
                specs.add(background(background));
            }
        }
        checkNames();
        placements = root.has("placements")
                ? JobPlacement.parseAll(words(root, "placements"), root.placeOf("placements"))
                : List.of();
    }

    /** Reads a file. */
    static JobsFile read(Path file) {
        return new JobsFile(
                YamlSettings.read(file, "jobs file"), Objects.requireNonNullElse(file.getParent(), Path.of("")));
    }

    /** Returns the programs and background traffic in the order of the file. */
    List<JobSpec> specs() {
        return List.copyOf(specs);
    }

    /** Returns the platform file or the name of the bundled platform in the jobs file; null if it names no platform. */
    @Nullable
    Path platform() {
        return root.has("platform") ? BundledPlatforms.resolve(folder, root.text("platform")) : null;
    }

    /** Returns the placements of a sweep; empty if the file has none. */
    List<JobPlacement> placements() {
        return placements;
    }

    private Program job(Settings item) {
        item.rejectUnknown(
                Stream.of(JOB_KEYS, TraceKeys.NAMES).flatMap(List::stream).toList());
        int repeat = item.text("repeat", "1").equals(UNTIL_OTHERS_END)
                ? Program.UNTIL_OTHERS_END
                : atLeastOne(item, "repeat", 1);
        return new Program(
                item.text("name"),
                item.place(),
                trace(item),
                item.has("input-format") ? item.text("input-format") : null,
                CollectiveSelectors.parseAt(
                        item.placeOf("collectives"), item.text("collectives", CollectiveSelectors.DEFAULT)),
                TraceKeys.of(item),
                nodes(item),
                atLeastOne(item, "ranks-per-node", 0),
                start(item),
                repeat);
    }

    private Path trace(Settings item) {
        String text = item.text("trace");
        try {
            return Traces.pathIn(folder, text);
        } catch (InputException e) {
            throw item.problem("trace", String.valueOf(e.getMessage()), "");
        }
    }

    private Background background(Settings item) {
        item.rejectUnknown(BACKGROUND_KEYS);
        BackgroundTraffic.Pattern pattern = item.choice("pattern", BackgroundTraffic.Pattern.class);
        double bytes = item.bytes("bytes");
        item.require(
                bytes >= 1 && bytes <= 1L << 50,
                "bytes",
                "'bytes' must be 1 B to 1 PiB, found '" + item.text("bytes") + "'",
                "");
        double on = item.seconds("on", Double.POSITIVE_INFINITY);
        double off = item.seconds("off", 0);
        item.require(
                on > 0 && (item.has("on") || !item.has("off")),
                "on",
                "bursts need 'on', a time above 0",
                "Give 'on' above 0, or neither 'on' nor 'off'");
        return new Background(
                item.text("name"), item.place(), pattern, nodes(item), (long) bytes, on, off, start(item));
    }

    private static int atLeastOne(Settings item, String key, int ifMissing) {
        int value = item.integer(key, ifMissing);
        item.require(
                !item.has(key) || value >= 1 && value < Integer.MAX_VALUE,
                key,
                "'" + key + "' must be at least 1, found " + value,
                "");
        return value;
    }

    private static JobNodeChoice nodes(Settings item) {
        return item.has("nodes")
                ? JobNodeChoice.parse(words(item, "nodes"), item.placeOf("nodes"))
                : JobNodeChoice.parse(List.of(Labels.of(JobNodeChoice.Policy.CONTIGUOUS)), item.place());
    }

    private static List<String> words(Settings item, String key) {
        return item.scalars(key).stream().map(Value::scalar).toList();
    }

    private static Start start(Settings item) {
        String text = item.text("start", "0 s");
        String place = item.placeOf(item.has("after") ? "after" : "start");
        try {
            Variate time = Variate.parse(text.contains(":") ? text : "constant:" + text, Quantity.Kind.SECONDS);
            return new Start(time, item.has("after") ? item.text("after") : null, place);
        } catch (InputException e) {
            throw item.problem("start", String.valueOf(e.getMessage()), "Write a time, or uniform:0s:10s");
        }
    }

    private void checkNames() {
        Set<String> names = new LinkedHashSet<>();
        for (JobSpec spec : specs) {
            String name = spec.name();
            if (name.isBlank() || !names.add(name)) {
                throw InputException.at(
                        spec.place(),
                        name.isBlank()
                                ? "the name of the job is empty"
                                : "there are two jobs with the name '" + name + "'",
                        "Give it another name");
            }
        }
        for (JobSpec spec : specs) {
            requireEnding(spec, new LinkedHashSet<>());
        }
    }

    /**
     * Rejects a job that starts after a missing job or a job that never ends by itself, and jobs that start after each
     * other in a cycle.
     */
    private void requireEnding(JobSpec spec, Set<String> waiting) {
        String after = spec.start().after();
        if (after == null) {
            return;
        }
        if (!waiting.add(spec.name())) {
            throw InputException.at(
                    spec.start().place(), "jobs start after each other in a cycle: " + String.join(", ", waiting), "");
        }
        JobSpec before = specs.stream()
                .filter(other -> other.endsByItself() && other.name().equals(after))
                .findFirst()
                .orElseThrow(() -> InputException.at(
                        spec.start().place(),
                        "'" + after + "' is not the name of a job that ends by itself",
                        "Jobs that repeat until others end, and background traffic, end last"));
        requireEnding(before, waiting);
    }
}
