package org.tailback.cli.sweep;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.Json;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.study.sweep.SweepRow;
import org.tailback.study.sweep.SweepSummary;
import org.tailback.units.Readable;

/** The results of a sweep in each form; the rows only if they are not in a file. */
final class SweepOutput {
    private static final List<String> TEXTS =
            List.of("workload", "platform", "model", "cost", "loss", "placement", "inputs", "problem", "checksum");

    private SweepOutput() {}

    static void text(SweepSummary summary, @Nullable Path output, PrintWriter out) {
        out.print(Words.count(summary.done(), "run") + " performed"
                + (summary.found() == 0 ? "" : ", " + summary.found() + " were there already")
                + (summary.rows().size() == summary.runs() ? "" : ", of " + summary.runs() + " in all")
                + (output == null ? "" : ": " + output) + "\n");
        if (output == null) {
            TextTable table = TextTable.of(
                    ">run",
                    ">makespan",
                    ">penalty",
                    "workload",
                    ">ranks",
                    ">bytes",
                    "platform",
                    "model",
                    "placement",
                    ">seed");
            for (SweepRow row : summary.rows()) {
                table.row(
                        row.field("run"),
                        row.hasFailed() ? "failed" : Readable.seconds(Double.parseDouble(row.field("makespan"))),
                        row.hasFailed() ? "-" : Words.ratio(Double.parseDouble(row.field("averagePenalty"))),
                        row.field("workload"),
                        row.field("ranks"),
                        row.field("bytes"),
                        row.field("platform"),
                        row.field("model"),
                        row.field("placement"),
                        row.field("seed"));
            }
            out.print("\n" + table);
        }
    }

    static void json(SweepSummary summary, @Nullable Path output, PrintWriter out) {
        Json.write(
                out,
                json -> json.number("runs", (long) summary.runs())
                        .number("found", (long) summary.found())
                        .number("done", (long) summary.done())
                        .number("failed", (long) summary.failed().size())
                        .flag("complete", summary.complete())
                        .text("output", output == null ? null : output.toString())
                        .objects("rows", output == null ? summary.rows() : List.of(), SweepOutput::row)
                        .texts("warnings", summary.warnings()));
    }

    private static void row(Json json, SweepRow row) {
        for (String column : SweepRow.COLUMNS) {
            String field = row.field(column);
            if (TEXTS.contains(column)) {
                json.text(column, field);
            } else {
                json.number(column, field.isEmpty() ? Double.NaN : Double.parseDouble(field));
            }
        }
    }

    static void csv(SweepSummary summary, @Nullable Path output, PrintWriter out) {
        if (output == null) {
            Csv csv = Csv.with(out, SweepRow.COLUMNS);
            summary.rows().forEach(row -> csv.row(row.fields().toArray()));
        }
    }
}
