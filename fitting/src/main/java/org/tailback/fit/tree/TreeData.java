package org.tailback.fit.tree;

import com.google.common.primitives.Doubles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import org.hipparchus.stat.descriptive.rank.Median;
import org.tailback.error.InputException;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.fit.statistics.Estimate;
import org.tailback.platformfile.YamlSettings;
import org.tailback.settings.Settings;
import org.tailback.units.Quantity;

/**
 * The measurements of a tree, from which {@link TreeParameters#of} derives its parameters. The file is YAML or JSON,
 * with one entry per height from 1:
 *
 * <pre>
 * bidirectional: true
 * heights:
 *   - {pairs: [580.2 Mbit/s], idle: [100 us, 102 us], loaded: [602 us, 604 us]}
 *   - {pairs: [580.0 Mbit/s, 580.2 Mbit/s], buffer-delay: 451 us}
 *   - {bandwidth: [2304 Mbit/s, 2301 Mbit/s], buffer-delay: 456.5 us}
 * </pre>
 *
 * b(h) is the sum of the pairs' throughputs in one direction, or the mean of {@code bandwidth}. d(h) is the difference
 * of the mean round trips with and without load, halved if {@code bidirectional}. Alternatively, it is the mean of
 * {@code buffer-delay}, or unknown.
 *
 * @param source name of the file
 * @param bidirectional true if both directions were in use
 * @param heights one entry per height, from 1; at least one
 */
public record TreeData(String source, boolean bidirectional, List<Height> heights) {
    private static final List<String> KEYS = List.of("pairs", "bandwidth", "idle", "loaded", "buffer-delay");

    /**
     * Measurements of one height: throughputs in bytes per second, times in seconds; unmeasured values are empty.
     *
     * @param bandwidths b(h) of every repetition: the sum of the throughputs of all pairs in one direction, > 0; at
     *     least one
     * @param idle round trips without load
     * @param loaded round trips while all pairs send; empty if {@code idle} is empty
     * @param delays d(h) from another method; empty unless {@code idle} is empty
     */
    public record Height(List<Double> bandwidths, List<Double> idle, List<Double> loaded, List<Double> delays) {
        /** Returns d(h) with its standard error; NaN if it was not measured. */
        Estimate delay(boolean bidirectional) {
            if (idle.isEmpty()) {
                return mean(delays);
            }
            Estimate without = mean(idle);
            Estimate with = mean(loaded);
            double factor = bidirectional ? 0.5 : 1;
            double error = factor * Math.hypot(without.standardError(), with.standardError());
            return new Estimate(factor * (with.value() - without.value()), error, Double.NaN, Double.NaN);
        }
    }

    /**
     * Returns the measurements as the text of a file.
     *
     * @param date date of the measurement
     */
    public String text(String date) {
        StringBuilder text = new StringBuilder(
                "# " + source + "\n# date: " + date + "\nbidirectional: " + bidirectional + "\nheights:\n");
        for (Height height : heights) {
            text.append("  - bandwidth: ").append(list(height.bandwidths(), PlatformFragment::bandwidth));
            append(text, "idle", height.idle());
            append(text, "loaded", height.loaded());
            append(text, "buffer-delay", height.delays());
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String key, List<Double> seconds) {
        if (!seconds.isEmpty()) {
            text.append("    ").append(key).append(": ").append(list(seconds, PlatformFragment::time));
        }
    }

    private static String list(List<Double> values, DoubleFunction<String> quantity) {
        return values.stream().map(quantity::apply).collect(Collectors.joining(", ", "[", "]\n"));
    }

    /** Returns the shortest median round trip without load; NaN if no round trip was measured. */
    double shortestIdle() {
        return heights.stream()
                .filter(height -> !height.idle().isEmpty())
                .mapToDouble(height -> new Median().evaluate(Doubles.toArray(height.idle())))
                .min()
                .orElse(Double.NaN);
    }

    static Estimate mean(List<Double> values) {
        return values.isEmpty() ? Estimate.withoutError(Double.NaN) : Estimate.mean(Doubles.toArray(values));
    }

    /**
     * Reads a file.
     *
     * @throws InputException with line and column of the wrong or missing entry
     */
    public static TreeData read(Path file) {
        return of(YamlSettings.read(file, "file of a measured tree"), file.toString());
    }

    /** Reads a text, as {@link #read}. */
    public static TreeData parse(String text, String source) {
        return of(YamlSettings.parse(text, source, "file of a measured tree"), source);
    }

    private static TreeData of(Settings root, String source) {
        root.rejectUnknown(List.of("about", "bidirectional", "heights"));
        List<Height> heights = new ArrayList<>();
        for (Settings height : root.sections("heights")) {
            height.rejectUnknown(KEYS);
            heights.add(height(height));
        }
        if (heights.isEmpty()) {
            throw InputException.at(source, "no heights", "");
        }
        return new TreeData(source, root.flag("bidirectional", false), heights);
    }

    private static Height height(Settings height) {
        if (height.has("bandwidth") == height.has("pairs")) {
            throw InputException.at(height.place(), "expected one of 'pairs' and 'bandwidth'", "");
        }
        if (height.has("idle") != height.has("loaded") || (height.has("idle") && height.has("buffer-delay"))) {
            throw InputException.at(
                    height.place(), "expected both of 'idle' and 'loaded', or 'buffer-delay', or none of these", "");
        }
        List<Double> pairs = list(height, "pairs", Quantity.Kind.BYTES_PER_SECOND);
        return new Height(
                pairs.isEmpty()
                        ? list(height, "bandwidth", Quantity.Kind.BYTES_PER_SECOND)
                        : List.of(pairs.stream().mapToDouble(each -> each).sum()),
                list(height, "idle", Quantity.Kind.SECONDS),
                list(height, "loaded", Quantity.Kind.SECONDS),
                list(height, "buffer-delay", Quantity.Kind.SECONDS));
    }

    /** Returns the quantities of a key; an empty list without the key. */
    private static List<Double> list(Settings height, String key, Quantity.Kind kind) {
        Settings.Value value = height.value(key);
        if (value == null) {
            return List.of();
        }
        List<Settings.Value> items = value.scalar() == null ? value.list() : List.of(value);
        if (items == null || items.isEmpty()) {
            throw height.problem(key, "expected a list of measurements for '" + key + "'", "");
        }
        return items.stream().map(item -> quantity(item, kind)).toList();
    }

    private static double quantity(Settings.Value item, Quantity.Kind kind) {
        String text = String.valueOf(item.scalar());
        double number = Quantity.parseAt(item.place(), text, kind);
        if (number > 0) {
            return number;
        }
        throw InputException.at(item.place(), "expected a quantity above 0, found '" + text + "'", "");
    }
}
