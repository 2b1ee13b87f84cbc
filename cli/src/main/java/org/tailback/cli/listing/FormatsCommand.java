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
import org.tailback.trace.TraceReader;
import org.tailback.trace.Traces;
import picocli.CommandLine;

/** Lists the trace formats. */
@CommandLine.Command(name = "formats", description = "Lists the trace formats that can be read.")
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
        List<TraceReader> readers = Traces.readers();
        PrintWriter out = console.results();
        switch (common.format()) {
            case TEXT -> text(readers, out);
            case JSON ->
                Json.write(
                        out,
                        json -> json.objects(
                                "formats",
                                readers,
                                (item, reader) -> item.text("name", reader.name())
                                        .text("summary", reader.summary())
                                        .flag("reads", true)
                                        .flag("writes", false)
                                        .texts("carries", carries(reader))));
            case CSV -> csv(readers, out);
        }
    }

    private static void text(List<TraceReader> readers, PrintWriter out) {
        TextTable table = TextTable.of("name", "reads", "writes", "summary", "carries");
        for (TraceReader reader : readers) {
            table.row(reader.name(), "yes", "no", reader.summary(), String.join(", ", carries(reader)));
        }
        out.print(table);
    }

    private static void csv(List<TraceReader> readers, PrintWriter out) {
        Csv csv = Csv.with(out, "name", "reads", "writes", "summary", "carries");
        for (TraceReader reader : readers) {
            csv.row(reader.name(), "true", "false", reader.summary(), String.join(", ", carries(reader)));
        }
    }

    private static List<String> carries(TraceReader reader) {
        return reader.carries().stream().sorted().map(TraceContent::label).toList();
    }
}
