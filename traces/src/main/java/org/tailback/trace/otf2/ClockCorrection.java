package org.tailback.trace.otf2;

import java.util.Arrays;

/**
 * Brings the times of one location to the common clock, by straight lines between measured offsets:
 *
 * <pre>corrected = t + o0 + round((o1 - o0) / (t1 - t0) * (t - t0))</pre>
 *
 * in the first interval (t0, o0) to (t1, o1) with t <= t1; the first and last lines go on outside. Rounds half to even,
 * as the OTF2 library does. Fewer than two offsets correct nothing. Times are ticks, unsigned. Immutable.
 */
final class ClockCorrection {
    static final ClockCorrection NONE = new ClockCorrection(new long[0], new long[0]);

    private final long[] times;
    private final long[] offsets;

    private ClockCorrection(long[] times, long[] offsets) {
        this.times = times;
        this.offsets = offsets;
    }

    static ClockCorrection of(long[] times, long[] offsets, int count) {
        return count < 2 ? NONE : new ClockCorrection(Arrays.copyOf(times, count), Arrays.copyOf(offsets, count));
    }

    /** Returns the corrected time. O(log offsets). */
    long correct(long time) {
        if (times.length == 0) {
            return time;
        }
        int low = 1;
        int high = times.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(time, times[middle]) <= 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        long t0 = times[low - 1];
        long o0 = offsets[low - 1];
        double slope = (double) (offsets[low] - o0) / (double) (times[low] - t0);
        return time + o0 + (long) Math.rint(slope * (double) (time - t0));
    }
}
