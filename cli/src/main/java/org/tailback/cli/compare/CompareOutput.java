package org.tailback.cli.compare;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.Json;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.units.Readable;

/** A comparison in each form, best first. */
final class CompareOutput {
    private CompareOutput() {}

    static void text(Path trace, List<CompareRow> rows, List<String> warnings, PrintWriter out) {
        CompareRow best = rows.get(0);
        CompareRow worst = rows.get(rows.size() - 1);
        out.print(trace.getFileName() + " takes " + Readable.seconds(best.makespan()) + " at best (" + best.platform()
                + ", " + best.placement() + ", " + best.model() + ")"
                + (rows.size() == 1
                        ? ""
                        : " and " + Readable.seconds(worst.makespan()) + " at worst (" + worst.platform() + ", "
                                + worst.placement() + ", " + worst.model() + ")")
                + "\n\n");
        TextTable table =
                TextTable.of(">makespan", ">relative", ">penalty", ">timeouts", "platform", "placement", "model");
        for (CompareRow row : rows) {
            table.row(
                    Readable.seconds(row.makespan()),
                    Words.ratio(row.relative()),
                    Words.ratio(row.averagePenalty()),
                    Long.toString(row.retransmissionTimeouts()),
                    row.platform(),
                    row.placement(),
                    row.model());
        }
        out.print(table);
        Words.warnings(out, warnings);
    }

    static void json(List<CompareRow> rows, List<String> warnings, PrintWriter out) {
        Json.write(
                out,
                json -> json.objects(
                                "rows",
                                rows,
                                (item, row) -> item.text("platform", row.platform())
                                        .text("placement", row.placement())
                                        .text("model", row.model())
                                        .number("makespan", row.makespan())
                                        .number("relative", row.relative())
                                        .number("retransmissionTimeouts", row.retransmissionTimeouts())
                                        .number("averagePenalty", row.averagePenalty()))
                        .texts("warnings", warnings));
    }

    static void csv(List<CompareRow> rows, PrintWriter out) {
        Csv csv = Csv.with(
                out,
                "platform",
                "placement",
                "model",
                "makespan",
                "relative",
                "retransmissionTimeouts",
                "averagePenalty");
        for (CompareRow row : rows) {
            csv.row(
                    row.platform(),
                    row.placement(),
                    row.model(),
                    row.makespan(),
                    row.relative(),
                    row.retransmissionTimeouts(),
                    row.averagePenalty());
        }
    }
}
