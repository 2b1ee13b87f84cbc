package org.tailback.replay;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The simulated instant that a replay has reached: written by the thread that simulates, read by any other. Readers may see it a moment late: a
 * volatile write at every event would make the processor wait until all its earlier writes are done.
 */
final class ReachedInstant {
    private final AtomicLong bits = new AtomicLong();

    void set(double seconds) {
        bits.lazySet(Double.doubleToRawLongBits(seconds));
    }

    /** Seconds. */
    double get() {
        return Double.longBitsToDouble(bits.get());
    }
}
