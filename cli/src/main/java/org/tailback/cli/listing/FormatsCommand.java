package org.tailback.cli.listing;

import java.util.List;
import java.util.function.Function;
import org.tailback.cli.option.Command;
import org.tailback.cli.render.Columns;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceFormat;
import org.tailback.trace.Traces;
import picocli.CommandLine;

/** Lists the trace formats. */
@CommandLine.Command(
        name = "formats",
        description = "Lists the trace formats: read, written, or recognised but not supported.")
public final class FormatsCommand extends Command {
    @Override
    public void run() {
        Columns<TraceFormat> text = columns(read -> read ? "yes" : "no");
        Columns<TraceFormat> csv = columns(read -> read);
        output(
                out -> out.print(text.table(Traces.formats())),
                json -> json.objects(
                        "formats",
                        Traces.formats(),
                        (item, format) -> item.text("name", format.name())
                                .text("summary", format.summary())
                                .flag("reads", format.isRead())
                                .flag("writes", format.isWritten())
                                .texts("carries", carries(format))),
                out -> csv.csv(out, Traces.formats()));
    }

    private static Columns<TraceFormat> columns(Function<Boolean, Object> truth) {
        return new Columns<TraceFormat>()
                .add("name", TraceFormat::name)
                .add("reads", format -> truth.apply(format.isRead()))
                .add("writes", format -> truth.apply(format.isWritten()))
                .add("summary", TraceFormat::summary)
                .add("carries", format -> String.join(", ", carries(format)));
    }

    private static List<String> carries(TraceFormat format) {
        return format.carries().stream().sorted().map(TraceContent::label).toList();
    }
}
