package org.tailback.fit.collective;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.units.Quantity;

/**
 * Tables of DeepEP's kernels in AIConfigurator's form: one row per configuration, of normal kernels ({@code
 * dispatch_transmit_us} and {@code dispatch_notify_us}, combine alike) or of low-latency ones ({@code
 * dispatch_avg_t_us}).
 */
public final class MeasuredExchanges {
    private static final double MICROSECONDS = 1e-6;

    private MeasuredExchanges() {}

    /** @throws InputException if the file cannot be read, has no rows, or a row lacks a number */
    public static List<MeasuredExchange> read(Path file) {
        List<MeasuredExchange> rows = new ArrayList<>();
        try (CsvReader<NamedCsvRecord> csv =
                CsvReader.builder().ofNamedCsvRecord(Utf8.read(file, "file of measured dispatches"))) {
            for (NamedCsvRecord fields : csv) {
                rows.add(row(file + ", line " + fields.getStartingLineNumber(), fields.getFieldsAsMap()));
            }
        } catch (IOException e) {
            throw new InputException(file + ": cannot be read as CSV: " + e.getMessage(), e);
        }
        if (rows.isEmpty()) {
            throw InputException.at(file.toString(), "no rows of measured dispatches", "Give a header and rows");
        }
        return rows;
    }

    private static MeasuredExchange row(String place, Map<String, String> values) {
        boolean isEachAlone = values.containsKey("dispatch_avg_t_us");
        int machines = whole(place, values, "node_num");
        int experts = whole(place, values, "num_experts");
        int visited = whole(place, values, "num_topk");
        if (experts % (machines * MeasuredExchange.GPUS) != 0 || visited > experts) {
            throw InputException.at(
                    place,
                    visited + " of " + experts + " experts do not fit " + machines + " nodes of "
                            + MeasuredExchange.GPUS + " GPUs",
                    "'num_experts' must be a multiple of the GPUs and at least 'num_topk'");
        }
        return new MeasuredExchange(
                machines,
                whole(place, values, "hidden_size"),
                whole(place, values, "num_token"),
                visited,
                experts,
                isEachAlone,
                seconds(place, values, "dispatch", isEachAlone),
                seconds(place, values, "combine", isEachAlone));
    }

    private static double seconds(String place, Map<String, String> values, String direction, boolean isEachAlone) {
        double sum = isEachAlone
                ? number(place, values, direction + "_avg_t_us")
                : number(place, values, direction + "_transmit_us") + number(place, values, direction + "_notify_us");
        if (!(sum > 0)) {
            throw InputException.at(place, "the time of " + direction + " must be above 0, found " + sum, "");
        }
        return sum * MICROSECONDS;
    }

    private static int whole(String place, Map<String, String> values, String column) {
        double value = number(place, values, column);
        if (value < 1 || value > Integer.MAX_VALUE || value != Math.rint(value)) {
            throw InputException.at(place, "'" + column + "' must be a whole number above 0, found " + value, "");
        }
        return (int) value;
    }

    private static double number(String place, Map<String, String> values, String column) {
        String text = values.get(column);
        if (text == null || text.isBlank()) {
            throw InputException.at(
                    place,
                    "the column '" + column + "' is missing or empty",
                    "Columns are node_num, hidden_size, num_token, num_topk, num_experts, and for dispatch and combine"
                            + " *_transmit_us and *_notify_us, or *_avg_t_us");
        }
        return Quantity.parseAt(place, text.strip(), Quantity.Kind.NUMBER);
    }
}
