package org.tailback.trace;

import java.nio.file.Path;

/** Reads a format whose ranks have programs: operations one after the other. */
public interface TraceReader extends TraceFormat {
    /**
     * Opens a trace. Operations are read while the programs run, so that mistakes in them are found then.
     *
     * @throws org.tailback.error.InputException if there is no such trace, or parts of it are missing
     */
    Trace open(Path path, TraceOptions options);
}
