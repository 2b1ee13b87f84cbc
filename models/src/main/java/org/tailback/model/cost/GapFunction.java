package org.tailback.model.cost;

import com.google.common.base.Preconditions;
import com.google.common.primitives.Doubles;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tailback.cost.MeasuredSizes;
import org.tailback.stability.Internal;
import org.tailback.units.Domain;

/**
 * Gap g(m) of a message of m bytes, in seconds: a line through the origin, or a measured table. Instances are
 * immutable.
 *
 * <p>A table is interpolated linearly between its sizes. Below the first size, the gap is the gap of the first size (a
 * small message is not faster than the smallest measured message). Above the last size, the line through the last two
 * points is extended. If this line does not rise, or if there is only one point, the line through the origin and the
 * last point is used.
 *
 * @param sizes in bytes, ascending
 * @param gaps in seconds, by size
 * @param slopeBeyond seconds per byte above the last size
 * @param measuredSizes sizes of a table; all sizes for a line
 */
public record GapFunction(double[] sizes, double[] gaps, double slopeBeyond, MeasuredSizes measuredSizes) {
    @Internal
    public GapFunction {}

    /**
     * Returns the line g(m) = G m.
     *
     * @param gapPerByte G in seconds per byte, finite, >= 0
     */
    public static GapFunction perByte(double gapPerByte) {
        Domain.requireNotNegative(gapPerByte, "gap per byte");
        return new GapFunction(new double[] {0}, new double[] {0}, gapPerByte, MeasuredSizes.ALL);
    }

    /**
     * Returns a measured table.
     *
     * @param gapBySize at least one entry; sizes in bytes >= 0, gaps in seconds, finite, >= 0
     */
    public static GapFunction table(Map<Double, Double> gapBySize) {
        Preconditions.checkArgument(!gapBySize.isEmpty(), "a gap table needs at least one size");
        SortedMap<Double, Double> sorted = new TreeMap<>(gapBySize);
        double[] sizes = Doubles.toArray(sorted.keySet());
        double[] gaps = Doubles.toArray(sorted.values());
        int last = sizes.length - 1;
        Preconditions.checkArgument(
                sizes[0] >= 0 && Arrays.stream(gaps).allMatch(gap -> gap >= 0 && gap < Double.POSITIVE_INFINITY),
                "gap table %s",
                sorted);
        double slope = last > 0 ? (gaps[last] - gaps[last - 1]) / (sizes[last] - sizes[last - 1]) : 0;
        double fromOrigin = sizes[last] > 0 ? gaps[last] / sizes[last] : 0;
        MeasuredSizes measured = new MeasuredSizes((long) sizes[0], (long) sizes[last]);
        return new GapFunction(sizes, gaps, slope > 0 ? slope : fromOrigin, measured);
    }

    /**
     * Returns g(m) in seconds. The cost is O(log table).
     *
     * @param bytes size of the message, >= 0
     */
    public double seconds(long bytes) {
        int last = sizes.length - 1;
        if (bytes >= sizes[last]) {
            return gaps[last] + (bytes - sizes[last]) * slopeBeyond;
        }
        if (bytes <= sizes[0]) {
            return gaps[0];
        }
        int at = Arrays.binarySearch(sizes, bytes);
        int low = at >= 0 ? at : -at - 2;
        return gaps[low] + (bytes - sizes[low]) * (gaps[low + 1] - gaps[low]) / (sizes[low + 1] - sizes[low]);
    }
}
