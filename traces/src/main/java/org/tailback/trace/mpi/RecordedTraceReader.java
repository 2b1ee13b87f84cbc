package org.tailback.trace.mpi;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceReader;

/** Reads a format whose traces are records of the MPI calls of a run. */
public abstract class RecordedTraceReader implements TraceReader {
    private final String name;
    private final String summary;

    /**
     * @param name of the format
     * @param summary one line about it
     */
    protected RecordedTraceReader(String name, String summary) {
        this.name = name;
        this.summary = summary;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String summary() {
        return summary;
    }

    @Override
    public final Set<TraceContent> carries() {
        return ImmutableSet.of(
                TraceContent.MESSAGES,
                TraceContent.COLLECTIVES,
                TraceContent.COMPUTE_SECONDS,
                TraceContent.TIMES,
                TraceContent.COMMUNICATORS);
    }
}
