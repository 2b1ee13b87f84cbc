package org.tailback.trace.clock;

/**
 * By how much a clock is ahead of another: offset + drift * t at the time t that it shows.
 *
 * @param offset seconds, finite
 * @param drift seconds per second, finite
 */
public record ClockLine(double offset, double drift) {
    /** Two clocks that agree. */
    public static final ClockLine NONE = new ClockLine(0, 0);

    /** Returns the corrected time of a clock that is ahead by this, in seconds. */
    public double correct(double time) {
        return time - (offset + drift * time);
    }

    ClockLine plus(ClockLine other) {
        return new ClockLine(offset + other.offset, drift + other.drift);
    }

    ClockLine minus(ClockLine other) {
        return new ClockLine(offset - other.offset, drift - other.drift);
    }
}
