package org.tailback.fit.tree;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.tailback.error.InputException;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.platformfile.YamlSettings;
import org.tailback.settings.Settings;
import org.tailback.units.Quantity;

/**
 * A file with what was measured of a tree, YAML or JSON, one entry per height from 1:
 *
 * <pre>
 * bidirectional: true
 * heights:
 *   - {pairs: [580.2 Mbit/s], idle: [100 us, 102 us], loaded: [602 us, 604 us]}
 *   - {pairs: [580.0 Mbit/s, 580.2 Mbit/s], buffer-delay: 451 us}
 *   - {bandwidth: [2304 Mbit/s, 2301 Mbit/s], buffer-delay: 456.5 us}
 * </pre>
 *
 * b(h) is the sum of the pairs' throughputs in one direction, or the mean of {@code bandwidth}; d(h) is the difference
 * of the mean round trips with and without load, halved if {@code bidirectional}, or the mean of {@code buffer-delay},
 * or unknown.
 */
public final class TreeFile {
    private static final List<String> KEYS = List.of("pairs", "bandwidth", "idle", "loaded", "buffer-delay");

    private TreeFile() {}

    /**
     * Reads a file.
     *
     * @throws InputException with line and column of what is wrong or missing
     */
    public static TreeData read(Path file) {
        return of(YamlSettings.read(file, "file of a measured tree"), file.toString());
    }

    /** Reads a text, as {@link #read}. */
    public static TreeData parse(String text, String source) {
        return of(YamlSettings.parse(text, source, "file of a measured tree"), source);
    }

    /** As the text of a file that {@link #read} understands; numbers keep their bits. */
    public static String text(TreeData data, List<String> comments) {
        StringBuilder text = new StringBuilder();
        comments.forEach(comment -> text.append("# ").append(comment).append('\n'));
        text.append("bidirectional: ").append(data.bidirectional()).append("\nheights:\n");
        for (TreeData.Height height : data.heights()) {
            text.append("  - bandwidth: [")
                    .append(height.bandwidths().stream()
                            .map(PlatformFragment::bandwidth)
                            .collect(Collectors.joining(", ")))
                    .append("]\n");
            times(text, "idle", height.delay().idle());
            times(text, "loaded", height.delay().loaded());
            times(text, "buffer-delay", height.delay().delays());
        }
        return text.toString();
    }

    private static void times(StringBuilder text, String key, List<Double> seconds) {
        if (!seconds.isEmpty()) {
            text.append("    ")
                    .append(key)
                    .append(": [")
                    .append(seconds.stream().map(PlatformFragment::time).collect(Collectors.joining(", ")))
                    .append("]\n");
        }
    }

    private static TreeData of(Settings root, String source) {
        root.rejectUnknown(List.of("about", "bidirectional", "heights"));
        List<TreeData.Height> heights = new ArrayList<>();
        for (Settings height : root.sections("heights")) {
            height.rejectUnknown(KEYS);
            heights.add(new TreeData.Height(bandwidths(height), delay(height)));
        }
        if (heights.isEmpty()) {
            throw InputException.at(source, "no heights", "");
        }
        return new TreeData(source, root.flag("bidirectional", false), heights);
    }

    private static List<Double> bandwidths(Settings height) {
        if (height.has("bandwidth") == height.has("pairs")) {
            throw InputException.at(height.place(), "expected one of 'pairs' and 'bandwidth'", "");
        }
        if (height.has("bandwidth")) {
            return list(height, "bandwidth", Quantity.Kind.BYTES_PER_SECOND);
        }
        return List.of(list(height, "pairs", Quantity.Kind.BYTES_PER_SECOND).stream()
                .mapToDouble(Double::doubleValue)
                .sum());
    }

    private static TreeData.Delay delay(Settings height) {
        if (height.has("idle") != height.has("loaded") || (height.has("idle") && height.has("buffer-delay"))) {
            throw InputException.at(
                    height.place(), "expected both of 'idle' and 'loaded', or 'buffer-delay', or none of them", "");
        }
        if (height.has("buffer-delay")) {
            return TreeData.Delay.of(list(height, "buffer-delay", Quantity.Kind.SECONDS));
        }
        return height.has("idle")
                ? TreeData.Delay.ofRoundTrips(
                        list(height, "idle", Quantity.Kind.SECONDS), list(height, "loaded", Quantity.Kind.SECONDS))
                : TreeData.Delay.UNKNOWN;
    }

    /** Repetitions; a single one needs no list. */
    private static List<Double> list(Settings height, String key, Quantity.Kind kind) {
        Settings.Value value = height.value(key);
        if (value != null && value.scalar() != null) {
            return List.of(quantity(value, kind));
        }
        if (value == null || value.list() == null || value.list().isEmpty()) {
            throw height.problem(key, "expected a list of measurements for '" + key + "'", "");
        }
        return value.list().stream().map(item -> quantity(item, kind)).toList();
    }

    private static double quantity(Settings.Value item, Quantity.Kind kind) {
        String text = item.scalar();
        if (text == null) {
            throw InputException.at(item.place(), "expected a quantity", "");
        }
        try {
            double number = Quantity.parse(text, kind);
            if (number > 0) {
                return number;
            }
        } catch (InputException e) {
            throw InputException.at(item.place(), String.valueOf(e.getMessage()), "");
        }
        throw InputException.at(item.place(), "expected a quantity above 0, found '" + text + "'", "");
    }
}
