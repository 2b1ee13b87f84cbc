package org.tailback.trace;

import java.nio.file.Path;
import java.util.Set;

/**
 * Reads one trace format. Implementations are found by {@link java.util.ServiceLoader}, have a public constructor without
 * parameters and keep no state.
 */
public interface TraceReader {
    /** The format's name in listings and on the command line: lower case, words joined by hyphens. */
    String name();

    /** One line: who writes it, what it looks like. */
    String summary();

    /** What traces of this format carry. */
    Set<TraceContent> carries();

    /**
     * Whether this seems to be a trace of this format, judged by content and layout rather than by file names where
     * possible. Does not complain of damage: a damaged trace that can be recognised should be.
     */
    boolean recognises(TraceSample sample);

    /**
     * Opens a trace. Operations are read while the programs run, so that mistakes in them are found then.
     *
     * @throws org.tailback.error.InputException if there is no such trace, or parts of it are missing
     */
    Trace open(Path path, TraceOptions options);
}
