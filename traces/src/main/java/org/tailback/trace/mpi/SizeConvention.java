package org.tailback.trace.mpi;

/**
 * The convention by which a tracer counts the sizes of collective operations; {@link CollectiveCalls} describes them.
 */
public enum SizeConvention {
    /** The arguments of the call ({@link CollectiveRecord#of}). */
    ARGUMENTS,
    /** Total bytes that a rank sent and received: its buffer times the number of ranks in most kinds. Score-P. */
    TOTALS,
    /** Total bytes as in {@link #TOTALS}, where the root may not be recorded. MPE. */
    TOTALS_PERHAPS_WITHOUT_ROOT,
    /** One buffer, the same on every rank, also where only the root has more. EZTrace. */
    BUFFERS,
    /** One buffer, of the data sent to or received from one rank; a total otherwise. Extrae. */
    EXTRAE,
    /** One buffer of sent, or only received, data; totals of all-to-all operations. VampirTrace. */
    VAMPIR_TRACE,
    /** Unknown; taken as {@link #TOTALS}, which is counted. */
    ASSUMED_TOTALS;

    boolean isOfOneBuffer() {
        return this == BUFFERS;
    }
}
