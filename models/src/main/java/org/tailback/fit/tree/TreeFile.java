package org.tailback.fit.tree;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.fit.statistics.Estimate;
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
 *   - {bandwidth: 2304 Mbit/s, buffer-delay: 456.5 us}
 * </pre>
 *
 * b(h) is the sum of the pairs' throughputs in one direction, or {@code bandwidth}; d(h) is the difference of the mean round trips
 * with and without load, halved if {@code bidirectional}, or {@code buffer-delay}, or unknown.
 */
public final class TreeFile {
    private static final List<String> KEYS = List.of("pairs", "bandwidth", "idle", "loaded", "buffer-delay");

    private TreeFile() {}

    /**
     * Reads a file.
     *
     * @throws InputException with line and column of what is wrong or missing
     */
    public static TreeParameters read(Path file) {
        return of(YamlSettings.read(file, "file of a measured tree"), file.toString());
    }

    /** Reads a text, as {@link #read}. */
    public static TreeParameters parse(String text, String source) {
        return of(YamlSettings.parse(text, source, "file of a measured tree"), source);
    }

    private static TreeParameters of(Settings root, String source) {
        root.rejectUnknown(List.of("about", "bidirectional", "heights"));
        boolean bidirectional = root.flag("bidirectional", false);
        List<TreeParameters.Height> heights = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        double variance = 0;
        for (Settings height : root.sections("heights")) {
            height.rejectUnknown(KEYS);
            double bandwidth = bandwidth(height);
            Estimate delay = delay(height, bidirectional);
            double error = delay.standardError() / Math.abs(delay.value());
            error = Double.isFinite(error) ? error : 0;
            variance = Math.max(variance, error * error);
            if (!(delay.value() > 0)) {
                remarks.add("d(" + (heights.size() + 1) + ") cannot be told: found " + delay.value() + " s");
            }
            heights.add(new TreeParameters.Height(bandwidth, 0, delay.value() > 0 ? delay.value() : Double.NaN, error));
        }
        if (heights.isEmpty()) {
            throw InputException.at(source, "no heights", "");
        }
        double[] delays =
                heights.stream().mapToDouble(TreeParameters.Height::bufferDelay).toArray();
        SwitchTolerance tolerance = SwitchTolerance.of(
                heights.stream().mapToDouble(TreeParameters.Height::bandwidth).toArray(),
                remarks.isEmpty() ? delays : new double[0],
                variance);
        return new TreeParameters(source, bidirectional, heights, tolerance, remarks);
    }

    private static double bandwidth(Settings height) {
        if (height.has("bandwidth") == height.has("pairs")) {
            throw InputException.at(height.place(), "expected one of 'pairs' and 'bandwidth'", "");
        }
        if (height.has("bandwidth")) {
            return height.bytesPerSecond("bandwidth");
        }
        double sum = 0;
        for (double pair : list(height, "pairs", Quantity.Kind.BYTES_PER_SECOND)) {
            sum += pair;
        }
        return sum;
    }

    private static Estimate delay(Settings height, boolean bidirectional) {
        if (height.has("buffer-delay")) {
            return Estimate.mean(new double[] {height.seconds("buffer-delay")});
        }
        if (!height.has("idle") || !height.has("loaded")) {
            return Estimate.mean(new double[] {Double.NaN});
        }
        Estimate idle = Estimate.mean(list(height, "idle", Quantity.Kind.SECONDS));
        Estimate loaded = Estimate.mean(list(height, "loaded", Quantity.Kind.SECONDS));
        double factor = bidirectional ? 0.5 : 1;
        double error = factor * Math.hypot(idle.standardError(), loaded.standardError());
        return new Estimate(factor * (loaded.value() - idle.value()), error, Double.NaN, Double.NaN);
    }

    private static double[] list(Settings height, String key, Quantity.Kind kind) {
        Settings.Value value = height.value(key);
        if (value == null || value.list() == null || value.list().isEmpty()) {
            throw height.problem(key, "expected a list of measurements for '" + key + "'", "");
        }
        return value.list().stream().mapToDouble(item -> quantity(item, kind)).toArray();
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
