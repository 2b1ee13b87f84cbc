package org.tailback.study.training;

import com.google.common.collect.Maps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.tailback.csv.CsvRow;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.settings.Settings;
import org.tailback.units.Quantity;
import org.tailback.units.Quantity.Kind;

/**
 * Measured training steps, one per row of a CSV file. Columns: {@code file} (a training file, relative to the CSV), any
 * key of a training file by its path ({@code model.hidden}, {@code batch}), {@code platform}, {@code nodes}, {@code
 * series} (rows of one machine and model at several sizes) and {@code seconds}. The header of vTrain is also accepted.
 *
 * @param rows measured runs in the order of the file
 * @param warnings assumptions about settings that the file lacks
 */
public record MeasuredSteps(List<Row> rows, List<String> warnings) {
    private static final String VTRAIN_TIME = "iteration time (ms)";
    private static final Map<String, String> VTRAIN = Map.of(
            "global batch", "batch",
            "micro batch", "micro-batch",
            "hidden size", "model.hidden",
            "attention heads", "model.heads",
            "# layers", "model.layers",
            "sequence length", "model.sequence",
            "tensor parallelism", "parallelism.tensor",
            "data parallelism", "parallelism.data",
            "pipeline parallelism", "parallelism.pipeline",
            "# GPUs", "gpus");
    private static final Map<String, String> VTRAIN_IMPLIED = Map.of(
            "model.vocabulary", "50257",
            "model.tied-embeddings", "true",
            "recompute", "full",
            "flash", "false",
            "bytes-per-gradient", "4",
            "sharding", "none",
            "scatter-gather", "true",
            "overlap.data", "false",
            "overlap.pipeline", "false");
    private static final String VTRAIN_WARNING = "The vTrain format lacks some settings of its runs. Assumed: full"
            + " recomputation, 1F1B without interleaving, no flash attention, a vocabulary of 50,257 tied between input"
            + " and output, gradients of 4 bytes reduced at the end without buckets, no sharding, no"
            + " overlap, and messages between stages divided within tensor groups.";

    /**
     * Measured run.
     *
     * @param number of the run, from 1
     * @param settings of the run's training file, with a GPU only if the file names a GPU
     * @param platform platform named in the row, or null
     * @param series name of the series, or the empty text
     * @param gpus number of GPUs stated in the row, or 0
     * @param nodes number of nodes stated in the row, or 0
     * @param seconds measured step time, seconds
     */
    public record Row(
            int number,
            Settings settings,
            @Nullable String platform,
            String series,
            int gpus,
            int nodes,
            double seconds) {}

    /**
     * Reads a CSV file of measured steps.
     *
     * @throws InputException if the file cannot be read, has no rows, or has a row without a time
     */
    public static MeasuredSteps read(Path file) {
        String text = Utf8.read(file, "file of measured steps");
        List<Row> rows = new ArrayList<>();
        Set<String> columns = new TreeSet<>();
        for (CsvRow fields : CsvRow.read(text, file.toString())) {
            Map<String, String> values = new LinkedHashMap<>();
            Maps.filterValues(fields.values(), value -> !value.isBlank())
                    .forEach((key, value) -> values.put(key.strip(), value.strip()));
            columns.addAll(values.keySet());
            boolean isVtrain = fields.has(VTRAIN_TIME);
            rows.add(row(file, rows.size() + 1, fields.place(), isVtrain ? translated(values) : values));
        }
        if (rows.isEmpty()) {
            throw InputException.at(
                    file.toString(), "no rows of measured steps", "Give a header and a row for each run");
        }
        if (!columns.remove(VTRAIN_TIME)) {
            return new MeasuredSteps(rows, List.of());
        }
        columns.removeAll(VTRAIN.keySet());
        String unused = columns.isEmpty() ? "" : "Unused columns: " + String.join(", ", columns) + ".";
        return new MeasuredSteps(rows, unused.isEmpty() ? List.of(VTRAIN_WARNING) : List.of(VTRAIN_WARNING, unused));
    }

    private static Map<String, String> translated(Map<String, String> values) {
        Map<String, String> found = new LinkedHashMap<>(VTRAIN_IMPLIED);
        Maps.filterKeys(values, VTRAIN::containsKey)
                .forEach((key, value) -> found.put(VTRAIN.getOrDefault(key, key), value));
        found.put("seconds", values.containsKey(VTRAIN_TIME) ? values.get(VTRAIN_TIME) + " ms" : "");
        return found;
    }

    private static Row row(Path file, int number, String place, Map<String, String> values) {
        String seconds = taken(values, "seconds", "");
        if (seconds.isEmpty()) {
            throw InputException.at(place, "no time: the column 'seconds' is empty or missing", "Give it");
        }
        double time = Quantity.parseAt(place, seconds, Kind.SECONDS);
        if (!(time > 0)) {
            throw InputException.at(place, "'seconds' must be above 0, found " + seconds, "");
        }
        String start = taken(values, "file", "");
        String platform = taken(values, "platform", "");
        String series = taken(values, "series", "");
        int gpus = whole(place, taken(values, "gpus", "0"));
        int nodes = whole(place, taken(values, "nodes", "0"));
        Settings settings = TrainingSettings.withConfig(TrainingSettings.ofPaths(place, values), file);
        if (!start.isEmpty()) {
            Path training = file.toAbsolutePath().resolveSibling(start);
            settings = TrainingSettings.merged(TrainingSettings.read(training, Map.of()), settings);
        }
        return new Row(number, settings, platform.isEmpty() ? null : platform, series, gpus, nodes, time);
    }

    private static String taken(Map<String, String> values, String key, String otherwise) {
        return Objects.requireNonNullElse(values.remove(key), otherwise);
    }

    private static int whole(String place, String text) {
        return (int) Quantity.parseAt(place, text, Kind.WHOLE_NUMBER);
    }
}
