package org.tailback.cli.option;

import org.tailback.error.UnfinishedProgramException;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Unmatched;
import picocli.CommandLine.Option;

/** The option for unmatched messages and receives of a trace. */
public final class UnmatchedOption {
    @Option(
            names = "--unmatched",
            paramLabel = "refuse|pair|drop",
            description = "messages and receives without a partner, as of tracers that lose records: an error (the "
                    + "default), paired first come, first served where a receive's completion was lost, or left out")
    private Unmatched unmatched = Unmatched.REFUSE;

    public TraceOptions on(TraceOptions options) {
        return options.withUnmatched(unmatched);
    }

    /** Returns the failure with the advice to use the option, unless it is used. */
    UnfinishedProgramException hinted(UnfinishedProgramException failure) {
        return unmatched == Unmatched.REFUSE
                ? failure.withHint("If the tracer lost records of this run, add --unmatched pair (or drop)")
                : failure;
    }
}
