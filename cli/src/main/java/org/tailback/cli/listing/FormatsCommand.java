package org.tailback.cli.listing;

import java.io.PrintWriter;
import java.util.List;
import org.tailback.cli.console.Console;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.Json;
import org.tailback.cli.render.TextTable;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceFormat;
import org.tailback.trace.Traces;
import picocli.CommandLine;

/** Lists the trace formats. */
@CommandLine.Command(
        name = "formats",
        description = "Lists the trace formats: read, written, or recognised but not supported.")
public final class FormatsCommand implements Command {
    private final CommonOptions common;
    private final Console console;

    /** A command that has not read its options. */
    public FormatsCommand(CommonOptions common, Console console) {
        this.common = common;
        this.console = console;
    }

    @Override
    public void run() {
        List<TraceFormat> formats = Traces.formats();
        PrintWriter out = console.results();
        switch (common.format()) {
            case TEXT -> text(formats, out);
            case JSON ->
                Json.write(
                        out,
                        json -> json.objects(
                                "formats",
                                formats,
                                (item, format) -> item.text("name", format.name())
                                        .text("summary", format.summary())
                                        .flag("reads", format.isRead())
                                        .flag("writes", format.isWritten())
                                        .texts("carries", carries(format))));
            case CSV -> csv(formats, out);
        }
    }

    private static void text(List<TraceFormat> formats, PrintWriter out) {
        TextTable table = TextTable.of("name", "reads", "writes", "summary", "carries");
        for (TraceFormat format : formats) {
            table.row(
                    format.name(),
                    format.isRead() ? "yes" : "no",
                    format.isWritten() ? "yes" : "no",
                    format.summary(),
                    String.join(", ", carries(format)));
        }
        out.print(table);
    }

    private static void csv(List<TraceFormat> formats, PrintWriter out) {
        Csv csv = Csv.with(out, "name", "reads", "writes", "summary", "carries");
        for (TraceFormat format : formats) {
            csv.row(
                    format.name(),
                    Boolean.toString(format.isRead()),
                    Boolean.toString(format.isWritten()),
                    format.summary(),
                    String.join(", ", carries(format)));
        }
    }

    private static List<String> carries(TraceFormat format) {
        return format.carries().stream().sorted().map(TraceContent::label).toList();
    }
}
