package org.tailback.trace.mpi;

/** How a tracer counts the sizes of collective operations; {@link CollectiveCalls} has both ways in full. */
public enum SizeConvention {
    /** What a rank sent and received in all: its buffer times the number of ranks in most kinds. Score-P. */
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
