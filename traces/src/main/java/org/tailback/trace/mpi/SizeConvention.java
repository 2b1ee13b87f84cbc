package org.tailback.trace.mpi;

/** Convention by which a tracer counts the sizes of collective operations, as described by {@link CollectiveCalls}. */
public enum SizeConvention {
    /** Sizes of the arguments of the call ({@link CollectiveRecord#of}). */
    ARGUMENTS,
    /**
     * Total bytes that a rank sent and received: its buffer times the number of ranks for most kinds. Used by Score-P.
     */
    TOTALS,
    /** Total bytes as in {@link #TOTALS}, possibly without a recorded root. Used by MPE. */
    TOTALS_PERHAPS_WITHOUT_ROOT,
    /** Size of one buffer, the same on every rank, even where the root has several buffers. Used by EZTrace. */
    BUFFERS,
    /**
     * Size of one buffer in one direction, with the data for or from one rank; a total in the other direction. Used by
     * Extrae.
     */
    EXTRAE,
    /**
     * Size of one buffer of sent data, or of received data if a rank only receives; totals for all-to-all operations.
     * Used by VampirTrace.
     */
    VAMPIR_TRACE,
    /** Unknown convention, treated as {@link #TOTALS} and counted. */
    ASSUMED_TOTALS
}
