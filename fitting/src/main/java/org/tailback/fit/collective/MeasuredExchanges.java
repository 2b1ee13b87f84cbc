package org.tailback.fit.collective;

import java.nio.file.Path;
import java.util.List;
import org.tailback.csv.CsvRow;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;

/**
 * Tables of DeepEP's kernels in AIConfigurator's form: one row per configuration, with the times of normal kernels
 * ({@code dispatch_transmit_us} and {@code dispatch_notify_us}) or of low-latency kernels ({@code dispatch_avg_t_us}).
 * The columns for combine have analogous names.
 */
public final class MeasuredExchanges {
    private static final double MICROSECONDS = 1e-6;

    private MeasuredExchanges() {}

    /**
     * Reads a table.
     *
     * @throws InputException if the file cannot be read, has no rows, or a row lacks a number
     */
    public static List<MeasuredExchange> read(Path file) {
        List<CsvRow> rows = CsvRow.read(Utf8.read(file, "file of measured dispatches"), file.toString());
        if (rows.isEmpty()) {
            throw InputException.at(file.toString(), "no rows of measured dispatches", "Give a header and rows");
        }
        return rows.stream().map(MeasuredExchanges::of).toList();
    }

    private static MeasuredExchange of(CsvRow row) {
        boolean isEachAlone = row.has("dispatch_avg_t_us");
        int machines = whole(row, "node_num");
        int experts = whole(row, "num_experts");
        int visited = whole(row, "num_topk");
        if (experts % (machines * MeasuredExchange.GPUS) != 0 || visited > experts) {
            throw InputException.at(
                    row.place(),
                    visited + " of " + experts + " experts do not fit " + machines + " nodes of "
                            + MeasuredExchange.GPUS + " GPUs",
                    "'num_experts' must be a multiple of the GPUs and at least 'num_topk'");
        }
        return new MeasuredExchange(
                machines,
                whole(row, "hidden_size"),
                whole(row, "num_token"),
                visited,
                experts,
                isEachAlone,
                seconds(row, "dispatch", isEachAlone),
                seconds(row, "combine", isEachAlone));
    }

    private static double seconds(CsvRow row, String direction, boolean isEachAlone) {
        double sum = isEachAlone
                ? number(row, direction + "_avg_t_us")
                : number(row, direction + "_transmit_us") + number(row, direction + "_notify_us");
        if (!(sum > 0)) {
            throw InputException.at(row.place(), "the time of " + direction + " must be above 0, found " + sum, "");
        }
        return sum * MICROSECONDS;
    }

    private static int whole(CsvRow row, String column) {
        double value = number(row, column);
        if (value < 1 || value > Integer.MAX_VALUE || value != Math.rint(value)) {
            throw InputException.at(row.place(), "'" + column + "' must be a whole number above 0, found " + value, "");
        }
        return (int) value;
    }

    private static double number(CsvRow row, String column) {
        if (row.text(column).isEmpty()) {
            throw InputException.at(
                    row.place(),
                    "the column '" + column + "' is missing or empty",
                    "Columns are node_num, hidden_size, num_token, num_topk, num_experts, and for dispatch and combine"
                            + " *_transmit_us and *_notify_us, or *_avg_t_us");
        }
        return row.number(column);
    }
}
