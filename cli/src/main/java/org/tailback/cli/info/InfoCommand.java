package org.tailback.cli.info;

import org.tailback.cli.console.Console;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.CommonOptions;
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
public final class InfoCommand implements Command {
    private final CommonOptions common;
    private final Console console;

    @Mixin
    private final TraceArguments trace = new TraceArguments();

    /** A command that has not read its options. */
    public InfoCommand(CommonOptions common, Console console) {
        this.common = common;
        this.console = console;
    }

    @Override
    public void run() {
        TraceFormat found = Traces.formatOf(trace.path(), trace.format());
        TraceSummary summary = Progress.during(console, () -> "reading " + trace.path(), () -> summary(found));
        switch (common.format()) {
            case TEXT -> InfoOutput.text(trace.path().toString(), summary, console.results());
            case JSON -> InfoOutput.json(summary, console.results());
            case CSV -> InfoOutput.csv(summary, console.results());
        }
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
