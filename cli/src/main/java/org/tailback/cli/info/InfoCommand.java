package org.tailback.cli.info;

import java.io.PrintWriter;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.TraceArguments;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.trace.ScheduleReader;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceFormat;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSummary;
import org.tailback.trace.Traces;
import org.tailback.units.Readable;

/** Command that describes a trace without replaying it. */
public final class InfoCommand extends Command {
    private final TraceArguments trace = with(new TraceArguments());

    @Override
    public void run() {
        TraceFormat found = Traces.formatOf(trace.path(), trace.format());
        TraceSummary summary = Progress.during(console, () -> "reading " + trace.path(), () -> summary(found));
        output(out -> text(trace.name(), summary, out), summary, out -> csv(summary, out));
    }

    private TraceSummary summary(TraceFormat found) {
        if (found instanceof ScheduleReader reader) {
            return TraceSummary.of(reader.totals(trace.path()), reader.name());
        }
        try (Trace opened = Traces.open(trace.path(), found.name(), trace.on(TraceOptions.DEFAULTS))) {
            return TraceSummary.of(opened);
        }
    }

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
        if (summary.recorded() != null) {
            csv.row("recorded.beforeFirstMessage", summary.recorded().beforeFirstMessage())
                    .row("recorded.leftOut", summary.recorded().leftOut())
                    .row("recorded.leftOutShare", summary.recorded().leftOutShare())
                    .row("recorded.files", summary.recorded().files());
        }
        summary.operations().forEach((kind, count) -> csv.row("operations." + kind, count));
        summary.approximations().forEach(sentence -> csv.row("approximation", sentence));
    }
}
