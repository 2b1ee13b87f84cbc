package org.tailback.trace.clock;

/**
 * Bounds on the difference of two ranks' clocks, a < b, from the messages between them. If b's clock is ahead of a's by
 * e(t), a message from a to b seems to take its time plus e, one from b to a its time minus e. No message takes less
 * than nothing, so e lies below all delays in one direction, and above all negative delays in the other direction.
 */
final class PairBounds {
    /** No real clock drifts by more: 1 ms per second. */
    static final double LARGEST_DRIFT = 1e-3;

    final int low;
    final int high;
    /** Delays from low to high, and back. */
    private final LowerHull forth = new LowerHull();

    private final LowerHull back = new LowerHull();

    PairBounds(int low, int high) {
        this.low = low;
        this.high = high;
    }

    void add(int sender, double sent, double delay) {
        (sender == low ? forth : back).add(sent, delay);
    }

    boolean goesBothWays() {
        return !forth.isEmpty() && !back.isEmpty();
    }

    /**
     * Returns the distance of the bounds of e, both delays together, at the line of {@link #estimate}; infinite in
     * one direction only.
     */
    double width() {
        return goesBothWays() ? width(estimate().drift()) : Double.POSITIVE_INFINITY;
    }

    private double width(double drift) {
        return forth.minimum(drift) + back.minimum(-drift);
    }

    /** Returns the least upper bound of e, if it is constant; may be infinite. */
    double upperBound() {
        return forth.minimum(0);
    }

    /** Returns the greatest lower bound, likewise. */
    double lowerBound() {
        return -back.minimum(0);
    }

    /**
     * Returns a line for e: half way between the bounds. It is constant if any constant is within them; otherwise it
     * has the drift that leaves the bounds furthest apart. With messages in one direction only, the least correction
     * that is within the bound.
     */
    ClockLine estimate() {
        if (!goesBothWays()) {
            double offset = forth.isEmpty() ? Math.max(0, -back.minimum(0)) : Math.min(0, forth.minimum(0));
            return new ClockLine(offset, 0);
        }
        double best = 0;
        if (width(0) < 0) {
            // the width is concave and piecewise linear in the drift: it is largest where a lowest point changes
            for (double slope : forth.slopes()) {
                best = better(best, slope);
            }
            for (double slope : back.slopes()) {
                best = better(best, -slope);
            }
            best = better(better(best, LARGEST_DRIFT), -LARGEST_DRIFT);
        }
        return new ClockLine((forth.minimum(best) - back.minimum(-best)) / 2, best);
    }

    private double better(double best, double drift) {
        return Math.abs(drift) <= LARGEST_DRIFT && width(drift) > width(best) ? drift : best;
    }

    /**
     * Returns the least delay of messages from a rank to the other if the high one's clock is ahead by this; seconds.
     */
    double leastDelay(int sender, ClockLine ahead) {
        return sender == low
                ? forth.minimum(ahead.drift()) - ahead.offset()
                : back.minimum(-ahead.drift()) + ahead.offset();
    }
}
