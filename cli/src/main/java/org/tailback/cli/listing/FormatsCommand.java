package org.tailback.cli.listing;

import java.util.List;
import java.util.function.Function;
import org.tailback.cli.option.Command;
import org.tailback.cli.render.TableColumns;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceFormat;
import org.tailback.trace.Traces;
import picocli.CommandLine;

/** Lists the trace formats. */
@CommandLine.Command(
        name = "formats",
        description = "Lists the trace formats: read, written, or recognised but not supported.")
public final class FormatsCommand extends Command {
    /**
     * The result.
     *
     * @param formats of traces
     */
    record Listing(List<Format> formats) {}

    /**
     * A trace format.
     *
     * @param name for {@code --input-format}
     * @param summary who writes it, and its form
     * @param reads whether traces of it are replayed; otherwise it is recognised only
     * @param writes whether {@code convert} writes it
     * @param carries what its traces have
     */
    record Format(String name, String summary, boolean reads, boolean writes, List<String> carries) {
        Format(TraceFormat format) {
            this(
                    format.name(),
                    format.summary(),
                    format.isRead(),
                    format.isWritten(),
                    format.carries().stream().sorted().map(TraceContent::label).toList());
        }
    }

    @Override
    public void run() {
        List<Format> formats = Traces.formats().stream().map(Format::new).toList();
        output(
                out -> out.print(columns(read -> read ? "yes" : "no").table(formats)),
                new Listing(formats),
                out -> columns(read -> read).csv(out, formats));
    }

    private static TableColumns<Format> columns(Function<Boolean, Object> truth) {
        return new TableColumns<Format>()
                .add("name", Format::name)
                .add("reads", format -> truth.apply(format.reads()))
                .add("writes", format -> truth.apply(format.writes()))
                .add("summary", Format::summary)
                .add("carries", format -> String.join(", ", format.carries()));
    }
}
