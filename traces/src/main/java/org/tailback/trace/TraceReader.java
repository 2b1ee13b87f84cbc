package org.tailback.trace;

import java.nio.file.Path;

/** Reader of a format whose ranks have programs, which are sequences of operations. */
public abstract class TraceReader extends TraceFormat {
    /**
     * Creates a reader.
     *
     * @param name name in listings and on the command line: lower case, words joined by hyphens
     * @param summary one line: the tools that write the format, and its form
     * @param carries the content that traces of this format carry
     */
    protected TraceReader(String name, String summary, TraceContent... carries) {
        super(name, summary, carries);
    }

    /**
     * Opens a trace. Operations are read while the programs run, so errors in them are found at that time.
     *
     * @throws org.tailback.error.InputException if there is no such trace, or parts of it are missing
     */
    public abstract Trace open(Path path, TraceOptions options);
}
