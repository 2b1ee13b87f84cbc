package org.tailback.trace.mpi;

import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceReader;

/** Reads a format whose traces are records of the MPI calls of a run. */
public abstract class RecordedTraceReader extends TraceReader {
    /**
     * @param name of the format
     * @param summary one line about it
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
