package org.tailback.cli.info;

import org.tailback.cli.console.Progress;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.TraceArguments;
import org.tailback.trace.ScheduleReader;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceFormat;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSummary;
import org.tailback.trace.Traces;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** Describes a trace without replaying it. */
@CommandLine.Command(
        name = "info",
        description = "Describes a trace without replaying it: ranks, operations by kind, messages, bytes.")
public final class InfoCommand extends Command {
    @Mixin
    private final TraceArguments trace = new TraceArguments();

    @Override
    public void run() {
        TraceFormat found = Traces.formatOf(trace.path(), trace.format());
        TraceSummary summary = Progress.during(console, () -> "reading " + trace.path(), () -> summary(found));
        output(
                out -> InfoOutput.text(trace.path().toString(), summary, out),
                summary,
                out -> InfoOutput.csv(summary, out));
    }

    private TraceSummary summary(TraceFormat found) {
        if (found instanceof ScheduleReader reader) {
            return TraceSummary.of(reader.totals(trace.path()), reader.name());
        }
        try (Trace opened = Traces.open(trace.path(), found.name(), trace.on(TraceOptions.defaults()))) {
            return TraceSummary.of(opened);
        }
    }
}
