package org.tailback.trace.mpi;

/**
 * The convention by which a tracer counts the sizes of collective operations; {@link CollectiveCalls} describes both.
 */
public enum SizeConvention {
    /** Total bytes that a rank sent and received: its buffer times the number of ranks in most kinds. Score-P. */
    TOTALS,
    /** The same where the root may not be recorded. MPE, VampirTrace. */
    TOTALS_PERHAPS_WITHOUT_ROOT,
    /** One buffer, the same on every rank, also where only the root has more. EZTrace. */
    BUFFERS,
    /** Unknown; taken as {@link #TOTALS}, which is counted. */
    ASSUMED_TOTALS;

    /** Returns whether sizes are read as those of one buffer. */
    boolean isOfOneBuffer() {
        return this == BUFFERS;
    }
}
