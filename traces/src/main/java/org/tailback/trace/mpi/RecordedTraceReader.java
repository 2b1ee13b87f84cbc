package org.tailback.trace.mpi;

import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceReader;

/** Reader of a format whose traces are records of the MPI calls of a run. */
public abstract class RecordedTraceReader extends TraceReader {
    /**
     * Creates a reader.
     *
     * @param name name of the format
     * @param summary description of the format in one line
     */
    protected RecordedTraceReader(String name, String summary) {
        super(
                name,
                summary,
                TraceContent.MESSAGES,
                TraceContent.COLLECTIVES,
                TraceContent.COMPUTE_SECONDS,
                TraceContent.TIMES,
                TraceContent.COMMUNICATORS);
    }
}
