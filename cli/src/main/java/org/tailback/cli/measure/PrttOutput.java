package org.tailback.cli.measure;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.OutputFormat;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.Json;
import org.tailback.cli.render.TextTable;
import org.tailback.fit.loggp.PrttFile;
import org.tailback.fit.loggp.PrttSeries;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.statistics.Medians;
import org.tailback.units.Readable;

/** Parametrised round-trip times in each form. */
final class PrttOutput {
    private PrttOutput() {}

    static void write(List<PrttSeries.Cell> cells, @Nullable Path output, OutputFormat format, PrintWriter out) {
        switch (format) {
            case TEXT -> {
                if (output != null) {
                    out.print(cells.size() + " measurements in " + output + "\n");
                    return;
                }
                TextTable table = TextTable.of(">bytes", ">messages", ">delay", ">median", ">repetitions");
                for (PrttSeries.Cell cell : cells) {
                    table.row(
                            Long.toString(cell.bytes()),
                            Integer.toString(cell.messages()),
                            Readable.seconds(cell.delay()),
                            Readable.seconds(Medians.median(cell.seconds())),
                            Integer.toString(cell.seconds().length));
                }
                out.print(table);
            }
            case JSON -> Json.write(out, json -> json.objects("measurements", cells, PrttOutput::cell));
            case CSV -> {
                Csv csv = Csv.with(out, "bytes", "messages", "delay", "median", "repetitions");
                cells.forEach(cell -> csv.row(
                        cell.bytes(),
                        cell.messages(),
                        cell.delay(),
                        Medians.median(cell.seconds()),
                        cell.seconds().length));
            }
        }
    }

    private static void cell(Json json, PrttSeries.Cell cell) {
        Estimate median = Medians.withInterval(cell.seconds());
        json.number("bytes", cell.bytes())
                .number("messages", cell.messages())
                .number("delay", cell.delay())
                .number("median", median.value())
                .number("low", median.low())
                .number("high", median.high())
                .number("repetitions", cell.seconds().length)
                .text("line", PrttFile.line(cell));
    }
}
