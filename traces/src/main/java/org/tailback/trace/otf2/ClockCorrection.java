package org.tailback.trace.otf2;

import com.google.common.primitives.ImmutableLongArray;

/**
 * Conversion of the times of one location to the common clock, by linear interpolation between measured offsets:
 *
 * <pre>corrected = t + o0 + round((o1 - o0) / (t1 - t0) * (t - t0))</pre>
 *
 * in the first interval (t0, o0) to (t1, o1) with t <= t1; outside, the line of the first or last interval is
 * extrapolated. The result is rounded half to even, as in the OTF2 library. With fewer than two offsets, times are
 * unchanged. Times are ticks, unsigned.
 */
record ClockCorrection(ImmutableLongArray times, ImmutableLongArray offsets) {
    static final ClockCorrection NONE = new ClockCorrection(ImmutableLongArray.of(), ImmutableLongArray.of());

    /** Returns the corrected time. O(log offsets). */
    long correct(long time) {
        if (times.length() < 2) {
            return time;
        }
        int low = 1;
        int high = times.length() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(time, times.get(middle)) <= 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        long t0 = times.get(low - 1);
        long o0 = offsets.get(low - 1);
        double slope = (double) (offsets.get(low) - o0) / (double) (times.get(low) - t0);
        return time + o0 + (long) Math.rint(slope * (double) (time - t0));
    }
}
