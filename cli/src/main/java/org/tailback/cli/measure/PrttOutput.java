package org.tailback.cli.measure;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.OutputFormat;
import org.tailback.cli.render.TableColumns;
import org.tailback.fit.loggp.PrttFile;
import org.tailback.fit.loggp.PrttSeries;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.statistics.Medians;
import org.tailback.output.Inline;
import org.tailback.table.Json;
import org.tailback.units.Readable;

/** Parametrised round-trip times in each form. */
final class PrttOutput {
    /**
     * The result.
     *
     * @param measurements in their order
     */
    record Data(List<Measurement> measurements) {}

    /**
     * A repeated measurement.
     *
     * @param median of the times, seconds
     * @param repetitions how many there are
     * @param line of the file of measurements
     */
    record Measurement(
            @Inline PrttSeries.Cell cell,
            Estimate median,
            @Inline Estimate.Interval interval,
            int repetitions,
            String line) {
        static Measurement of(PrttSeries.Cell cell) {
            Estimate median = Medians.withInterval(cell.seconds());
            return new Measurement(cell, median, median.interval(), cell.seconds().length, PrttFile.line(cell));
        }
    }

    private PrttOutput() {}

    static void write(List<PrttSeries.Cell> cells, @Nullable Path output, OutputFormat format, PrintWriter out) {
        switch (format) {
            case TEXT -> {
                if (output != null) {
                    out.print(cells.size() + " measurements in " + output + "\n");
                    return;
                }
                out.print(new TableColumns<PrttSeries.Cell>()
                        .add(">bytes", PrttSeries.Cell::bytes)
                        .add(">messages", PrttSeries.Cell::messages)
                        .add(">delay", cell -> Readable.seconds(cell.delay()))
                        .add(">median", cell -> Readable.seconds(Medians.median(cell.seconds())))
                        .add(">repetitions", cell -> cell.seconds().length)
                        .table(cells));
            }
            case JSON ->
                Json.write(out, new Data(cells.stream().map(Measurement::of).toList()));
            case CSV ->
                TableColumns.of(PrttSeries.Cell.class)
                        .add("median", cell -> Medians.median(cell.seconds()))
                        .add("repetitions", cell -> cell.seconds().length)
                        .csv(out, cells);
        }
    }
}
