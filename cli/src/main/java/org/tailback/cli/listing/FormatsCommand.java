package org.tailback.cli.listing;

import java.util.List;
import org.tailback.cli.option.Command;
import org.tailback.cli.render.TableColumns;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceFormat;
import org.tailback.trace.Traces;

/** Command that lists the trace formats. */
public final class FormatsCommand extends Command {
    /**
     * Contents of the listing.
     *
     * @param formats formats of traces
     */
    record Listing(List<Format> formats) {}

    /**
     * A trace format.
     *
     * @param name name for {@code --input-format}
     * @param summary origin and structure of the format
     * @param reads whether traces of this format are replayed; otherwise the format is only recognised
     * @param writes whether {@code convert} writes it
     * @param carries contents of its traces
     */
    record Format(String name, String summary, boolean reads, boolean writes, List<String> carries) {
        Format(TraceFormat format) {
            this(
                    format.name(),
                    format.summary(),
                    format.isRead(),
                    Traces.writers().stream().anyMatch(writer -> writer.format().equals(format.name())),
                    format.carries().stream().sorted().map(TraceContent::label).toList());
        }
    }

    @Override
    public void run() {
        List<Format> formats = Traces.formats().stream().map(Format::new).toList();
        output(
                out -> out.print(new TableColumns<Format>()
                        .add("name", Format::name)
                        .add("reads", format -> format.reads() ? "yes" : "no")
                        .add("writes", format -> format.writes() ? "yes" : "no")
                        .add("summary; content", format -> format.summary() + "; " + carried(format))
                        .table(formats)),
                new Listing(formats),
                out -> TableColumns.of(Format.class)
                        .without("summary")
                        .add("summary", Format::summary)
                        .add("carries", FormatsCommand::carried)
                        .csv(out, formats));
    }

    private static String carried(Format format) {
        return String.join(", ", format.carries());
    }
}
