package org.tailback.replication;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * Number of runs with an event, and the 95 % confidence interval of the event's probability by Wilson's score (Wilson
 * 1927). The interval is also valid if the event occurred in no run or in all runs.
 *
 * @param hits number of runs with the event, 0 to {@code runs}
 * @param runs number of all runs, >= 1
 * @param certain true if nothing is random, and all runs are therefore equal
 */
public record Share(int hits, int runs, boolean certain) {
    /** 97.5 % quantile of the normal distribution. */
    private static final double Z = 1.959963984540054;

    public Share {
        checkArgument(runs >= 1 && hits >= 0 && hits <= runs, "%s of %s runs", hits, runs);
    }

    /** Returns the share, 0 to 1. */
    public double value() {
        return (double) hits / runs;
    }

    /** Returns the lower end of the interval, 0 to 1. */
    public double low() {
        return certain ? value() : hits == 0 ? 0 : centre() - radius();
    }

    /** Returns the upper end of the interval, 0 to 1. */
    public double high() {
        return certain ? value() : hits == runs ? 1 : centre() + radius();
    }

    private double centre() {
        return (value() + Z * Z / (2 * runs)) / (1 + Z * Z / runs);
    }

    private double radius() {
        return Z / (1 + Z * Z / runs) * Math.sqrt(value() * (1 - value()) / runs + Z * Z / (4.0 * runs * runs));
    }
}
