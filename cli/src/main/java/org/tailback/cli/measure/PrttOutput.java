package org.tailback.cli.measure;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.OutputFormat;
import org.tailback.cli.render.Columns;
import org.tailback.fit.loggp.PrttFile;
import org.tailback.fit.loggp.PrttSeries;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.statistics.Medians;
import org.tailback.table.Json;
import org.tailback.units.Readable;

/** Parametrised round-trip times in each form. */
final class PrttOutput {
    private static final Columns<PrttSeries.Cell> CELL = new Columns<PrttSeries.Cell>()
            .add("bytes", PrttSeries.Cell::bytes)
            .add("messages", PrttSeries.Cell::messages)
            .add("delay", PrttSeries.Cell::delay);

    private PrttOutput() {}

    static void write(List<PrttSeries.Cell> cells, @Nullable Path output, OutputFormat format, PrintWriter out) {
        switch (format) {
            case TEXT -> {
                if (output != null) {
                    out.print(cells.size() + " measurements in " + output + "\n");
                    return;
                }
                out.print(new Columns<PrttSeries.Cell>()
                        .add(">bytes", PrttSeries.Cell::bytes)
                        .add(">messages", PrttSeries.Cell::messages)
                        .add(">delay", cell -> Readable.seconds(cell.delay()))
                        .add(">median", cell -> Readable.seconds(Medians.median(cell.seconds())))
                        .add(">repetitions", cell -> cell.seconds().length)
                        .table(cells));
            }
            case JSON -> Json.write(out, json -> json.objects("measurements", cells, PrttOutput::cell));
            case CSV ->
                new Columns<PrttSeries.Cell>()
                        .addAll(CELL, cell -> cell)
                        .add("median", cell -> Medians.median(cell.seconds()))
                        .add("repetitions", cell -> cell.seconds().length)
                        .csv(out, cells);
        }
    }

    private static void cell(Json json, PrttSeries.Cell cell) {
        Estimate median = Medians.withInterval(cell.seconds());
        CELL.json(json, cell);
        json.number("median", median.value())
                .number("low", median.low())
                .number("high", median.high())
                .number("repetitions", cell.seconds().length)
                .text("line", PrttFile.line(cell));
    }
}
