package org.tailback.trace.allprof;

/**
 * The conversion of a rank's clock to that of rank 0: {@code corrected(t) = t + d0 + (d1 - d0) (t - t0) / (t1 - t0)},
 * with the differences d0 and d1 that the tracer measured at the times t0 (MPI_Init) and t1 (MPI_Finalize).
 *
 * @param begin t0, ticks
 * @param end t1, ticks, >= t0
 * @param first d0, ticks
 * @param last d1, ticks
 */
record ClockFit(long begin, long end, double first, double last) {
    /** Returns the corrected time of one of the rank's own, ticks. */
    long corrected(long time) {
        double share = end > begin ? (double) (time - begin) / (end - begin) : 0;
        return time + Math.round(first + (last - first) * Math.min(1, Math.max(0, share)));
    }

    /** Returns the larger of the differences, ticks. */
    double largest() {
        return Math.max(Math.abs(first), Math.abs(last));
    }

    /** By how much the difference changed, ticks. */
    double drift() {
        return Math.abs(last - first);
    }
}
