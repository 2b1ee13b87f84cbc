package org.tailback.cli.option;

import org.tailback.error.UnfinishedProgramException;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Unmatched;

/** Options for operations without a partner and for those that a replay cannot perform. */
public final class UnmatchedOption extends Options {
    private final Given<Unmatched> unmatched =
            choice(Unmatched.class, Unmatched.REFUSE, "--unmatched", "refuse|pair|drop");

    private final Given<LeftOut> leftOut = choice(LeftOut.class, LeftOut.KEEP, "--left-out", "keep|drop");

    /** The treatment of recorded time in file input and output. */
    public enum LeftOut {
        KEEP,
        DROP
    }

    public TraceOptions on(TraceOptions options) {
        TraceOptions matched = options.withUnmatched(unmatched.value());
        return leftOut.value() == LeftOut.DROP ? matched.withoutFiles() : matched;
    }

    /** Returns the failure with the advice to use the option, unless it is used. */
    UnfinishedProgramException hinted(UnfinishedProgramException failure) {
        return unmatched.value() == Unmatched.REFUSE
                ? failure.withHint("If the tracer lost records of this run, add --unmatched pair (or drop)")
                : failure;
    }
}
