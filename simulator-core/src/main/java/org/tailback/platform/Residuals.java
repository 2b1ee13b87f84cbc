package org.tailback.platform;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.stability.Beta;

/**
 * Distances between measured times and predictions from a platform's numbers that were not fitted to these times:
 * factors of the predicted time, by operation and size.
 *
 * <p><b>Programs.</b> Let T be the time of a program, and C the part of T that is computation of its last rank. The
 * errors of one platform are assumed to be fully correlated: all messages are as slow as the interval allows, or all as
 * fast. With the factors f of an operation that was not measured, T lies between {@code C + (T - C) f_low} and {@code C
 * + (T - C) f_high}. Computation is assumed to be exact. If the mean message is smaller than the sizes of all rows,
 * small or large messages may dominate the time. The widest factors then apply.
 *
 * <p><b>Distance.</b> Each doubling of the number of nodes above the measured range, or halving below it, widens both
 * factors by {@link #perDoubling}. {@link Validity#doublings} defines the limit beyond which there is no interval.
 *
 * <p><b>Worked example</b> ({@code ResidualsTest}). Times of unmeasured operations lie between 0.8 and 1.25 times the
 * prediction, with a factor of 1.1 per doubling. A program of 10 s, of which 6 s are computation, runs on twice the
 * measured number of nodes: the factors are 0.727 and 1.375, so it takes 8.91 to 11.5 s.
 *
 * @param coverage probability of the intervals, 0 to 1
 * @param perDoubling factor, >= 1
 * @param covered doublings of the number of nodes that do not widen intervals, >= 0: up to this distance, intervals
 *     covered measured times that were left out of the fit
 * @param rows factors by operation and size
 * @param programs factors of programs that were measured as a whole, by their keys
 */
@Beta
public record Residuals(double coverage, double perDoubling, double covered, List<Row> rows, KeyedResiduals programs) {
    /** Name of the operation in rows without an operation. */
    public static final String OTHER = "other";

    /** Residuals without rows. */
    public static final Residuals NONE = new Residuals(0.9, 1, 0, ImmutableList.of(), KeyedResiduals.NONE);

    public Residuals {
        rows = ImmutableList.copyOf(rows);
    }

    /**
     * Residuals of an operation in a range of sizes, which ends where the next range begins.
     *
     * @param operation null for all operations that were not measured, including messages between two ranks
     * @param from smallest size of the largest buffer of a rank, bytes
     * @param low factor of the predicted time below which a measured time lies with probability (1 - coverage) / 2, 0
     *     to 1
     * @param high factor of the predicted time above which a measured time lies with the same probability, >= 1
     * @param ratio upper bound, with the covered probability, of the factor between the predicted and the measured
     *     ratio of the times of two algorithms, >= 1; NaN if unknown
     */
    public record Row(@Nullable Kind operation, long from, double low, double high, double ratio) {}

    /**
     * Returns the factors of an operation; null if they are unknown.
     *
     * @param operation operation; null for an operation that was not measured
     * @param bytes size of the largest buffer of a rank, bytes
     * @param doublings distance from the measured domain, >= 0; NaN if the distance is too large
     */
    public @Nullable Interval factors(@Nullable Kind operation, long bytes, double doublings) {
        Row row = row(operation, bytes);
        row = row == null ? row(null, bytes) : row;
        return row == null ? null : factors(row.low, row.high, doublings);
    }

    /**
     * Returns the factors of a program's time in messages; null if they are unknown.
     *
     * @param meanBytes mean size of its messages, bytes
     * @param doublings distance from the measured domain, >= 0; NaN if the distance is too large
     */
    @Nullable
    Interval factorsOfMessages(double meanBytes, double doublings) {
        List<Row> others = rows.stream().filter(row -> row.operation == null).toList();
        if (others.stream().allMatch(row -> row.from <= meanBytes)) {
            return factors(null, (long) meanBytes, doublings);
        }
        return factors(
                others.stream().mapToDouble(Row::low).min().orElse(1),
                others.stream().mapToDouble(Row::high).max().orElse(1),
                doublings);
    }

    /**
     * Returns the factor that the ratio of the predicted times of two algorithms must exceed for a verdict; NaN if
     * unknown.
     */
    public double ratio(long bytes) {
        Row row = row(null, bytes);
        return row == null ? Double.NaN : row.ratio;
    }

    /**
     * Returns {@link #ratio} outside the measured domain, widened in proportion to the factors of the operation at the
     * run's distance.
     */
    public double ratioBeyond(@Nullable Kind operation, long bytes, Interval there) {
        Interval measured = factors(operation, bytes, 0);
        return measured == null ? Double.NaN : ratio(bytes) * there.high() / measured.high();
    }

    private @Nullable Interval factors(double low, double high, double doublings) {
        double wider = Math.pow(perDoubling, doublings);
        return Double.isNaN(doublings) ? null : new Interval(low / wider, high * wider, coverage);
    }

    private @Nullable Row row(@Nullable Kind operation, long bytes) {
        return rows.stream()
                .filter(row -> row.operation == operation && row.from <= bytes)
                .max(Comparator.comparingLong(Row::from))
                .orElse(null);
    }
}
