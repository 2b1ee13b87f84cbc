package org.tailback.cli.info;

import java.io.PrintWriter;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.trace.TraceSummary;
import org.tailback.units.Readable;

/** A trace's description in each form. */
final class InfoOutput {
    private InfoOutput() {}

    static void text(String name, TraceSummary summary, PrintWriter out) {
        out.print(name + " (" + summary.format() + "): " + Words.count(summary.ranks(), "rank") + ", "
                + Words.count(summary.messages(), "message") + " with " + Readable.bytes(summary.bytes())
                + (Double.isNaN(summary.span()) ? "" : ", recorded in " + Readable.seconds(summary.span()))
                + (summary.communicators() == 1 ? "" : ", " + summary.communicators() + " communicators") + "\n\n");
        TextTable table = TextTable.of("operation", ">count");
        summary.operations().forEach((kind, count) -> table.row(kind, Long.toString(count)));
        out.print(table);
        if (!summary.approximations().isEmpty()) {
            out.print("\nApproximations\n");
            summary.approximations().forEach(sentence -> out.print("  " + sentence + "\n"));
        }
    }

    static void csv(TraceSummary summary, PrintWriter out) {
        Csv csv = Csv.with(out, "property", "value")
                .row("format", summary.format())
                .row("ranks", summary.ranks())
                .row("messages", summary.messages())
                .row("bytes", summary.bytes())
                .row("span", summary.span())
                .row("communicators", summary.communicators());
        summary.operations().forEach((kind, count) -> csv.row("operations." + kind, count));
        summary.approximations().forEach(sentence -> csv.row("approximation", sentence));
    }
}
