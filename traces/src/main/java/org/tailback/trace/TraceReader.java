package org.tailback.trace;

import java.nio.file.Path;

/** Reader of a format that describes ranks by programs, which are sequences of operations. */
public abstract class TraceReader extends TraceFormat {
    /**
     * Creates a reader.
     *
     * @param name name in listings and on the command line: lower case, words joined by hyphens
     * @param summary summary in one line: the tools that write the format, and its form
     * @param carries the content that traces of this format carry
     */
    protected TraceReader(String name, String summary, TraceContent... carries) {
        super(name, summary, carries);
    }

    /**
     * Opens a trace. Operations are read while the programs run, so errors in operations are reported at that time.
     *
     * @throws org.tailback.error.InputException if there is no trace at the path, or parts of the trace are missing
     */
    public abstract Trace open(Path path, TraceOptions options);
}
