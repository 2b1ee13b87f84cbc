package org.tailback.trace.mpi;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A recorded run as a whole, and its ranks' records. Ranks may be read by different threads. */
public interface RecordedWorld extends AutoCloseable {
    /** Returns the number of ranks, >= 1. */
    int ranks();

    /** Returns the duration of the run, seconds, >= 0; NaN if it has no times. */
    double span();

    /** Returns the resolution of the records' times, > 0. */
    double ticksPerSecond();

    /** Returns the resolution of the clock for formats that store it; NaN if the trace does not record it. */
    default double clockResolution() {
        return Double.NaN;
    }

    Collection<Communicator> communicators();

    List<String> notes();

    /**
     * Begins to read the records of a rank.
     *
     * @param counts counts of approximations, those of the reader included
     * @return null for a rank without records
     */
    @Nullable
    RecordedRank open(int rank, TranslationCounts counts);

    @Override
    default void close() {}
}
