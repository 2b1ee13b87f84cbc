package org.tailback.cli.option;

import org.tailback.error.UnfinishedProgramException;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Unmatched;

/** The option for unmatched messages and receives of a trace. */
public final class UnmatchedOption extends Options {
    private final Given<Unmatched> unmatched = option(
            Unmatched.class,
            Unmatched.REFUSE,
            "--unmatched",
            "refuse|pair|drop",
            "messages and receives without a partner, as of tracers that lose records: an error (the "
                    + "default), paired first come, first served where a receive's completion was lost, or left out");

    public TraceOptions on(TraceOptions options) {
        return options.withUnmatched(unmatched.value());
    }

    /** Returns the failure with the advice to use the option, unless it is used. */
    UnfinishedProgramException hinted(UnfinishedProgramException failure) {
        return unmatched.value() == Unmatched.REFUSE
                ? failure.withHint("If the tracer lost records of this run, add --unmatched pair (or drop)")
                : failure;
    }
}
