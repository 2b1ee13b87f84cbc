package org.tailback.platform;

import static org.tailback.units.Domain.requireNotNegative;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.stability.Beta;

/**
 * Times of the local work of collective operations before and after messages: reductions, copies, and the first use of
 * temporary memory. Each has a time per call and a time per byte, by ranges of sizes. Immutable.
 *
 * <pre>  seconds(m) = perCall + perByte m        with the parameters of the range that contains m; 0 for m = 0</pre>
 *
 * <p>Example: a copy of 1 MB takes 100 us at 10 GB/s, and 200 us if the rate is 5 GB/s from 1 MB on.
 *
 * <p><b>Several ranks on a node</b> share its memory. All ranks of a collective operation do their local work at about
 * the same time, so {@link #sharedBy} assumes that all ranks always work together: a rank moves no more than its share
 * of the node's bandwidth.
 *
 * @param reduction times of reductions of one byte into another
 * @param copy times of copies of one byte, including the packing of data that are not contiguous
 * @param buffer times of the first use of one byte of temporary memory: page faults and registration
 * @param nodeSecondsPerByte time per byte of all ranks of a node together, finite, >= 0; 0 if ranks do not slow each
 *     other down
 */
@Beta
public record LocalWork(List<Range> reduction, List<Range> copy, List<Range> buffer, double nodeSecondsPerByte) {
    private static final String TIMES = "times of local work";

    /** Local work without cost. */
    public static final LocalWork FREE = new LocalWork(List.of(), List.of(), List.of());

    /**
     * Parameters for sizes from {@code fromBytes} to the next range.
     *
     * @param fromBytes first size, >= 0
     * @param secondsPerCall finite, >= 0
     * @param secondsPerByte finite, >= 0
     */
    public record Range(long fromBytes, double secondsPerCall, double secondsPerByte) {
        public Range {
            Preconditions.checkArgument(fromBytes >= 0, "a range must begin at a size >= 0: %s", fromBytes);
            requireNotNegative(secondsPerCall, TIMES);
            requireNotNegative(secondsPerByte, TIMES);
        }
    }

    /** Copies the ranges, which must be in ascending order of sizes. */
    public LocalWork {
        reduction = checked(reduction);
        copy = checked(copy);
        buffer = checked(buffer);
        requireNotNegative(nodeSecondsPerByte, TIMES);
    }

    /** Returns a copy with other times of reductions. */
    public LocalWork withReduction(List<Range> other) {
        return new LocalWork(other, copy, buffer, nodeSecondsPerByte);
    }

    /** Creates local work in which ranks of a node do not slow each other down. */
    public LocalWork(List<Range> reduction, List<Range> copy, List<Range> buffer) {
        this(reduction, copy, buffer, 0);
    }

    /**
     * Returns the local work of one of several ranks on a node.
     *
     * @param ranks number of ranks on the node, >= 1
     */
    public LocalWork sharedBy(int ranks) {
        double least = ranks * nodeSecondsPerByte;
        return ranks == 1 || least == 0
                ? this
                : new LocalWork(atLeast(reduction, least), atLeast(copy, least), atLeast(buffer, least), 0);
    }

    private static List<Range> atLeast(List<Range> ranges, double secondsPerByte) {
        return ranges.stream()
                .map(range -> new Range(
                        range.fromBytes(), range.secondsPerCall(), Math.max(range.secondsPerByte(), secondsPerByte)))
                .toList();
    }

    private static List<Range> checked(List<Range> ranges) {
        for (int i = 1; i < ranges.size(); i++) {
            Preconditions.checkArgument(
                    ranges.get(i).fromBytes() > ranges.get(i - 1).fromBytes(), "ranges must have ascending sizes");
        }
        return ImmutableList.copyOf(ranges);
    }

    /** Returns the time to reduce a number of bytes, in seconds. O(ranges). */
    public double reductionSeconds(long bytes) {
        return seconds(reduction, bytes);
    }

    /** Returns the time to copy a number of bytes, in seconds. O(ranges). */
    public double copySeconds(long bytes) {
        return seconds(copy, bytes);
    }

    /** Returns the time of the first use of a number of bytes of temporary memory, in seconds. O(ranges). */
    public double bufferSeconds(long bytes) {
        return seconds(buffer, bytes);
    }

    private static double seconds(List<Range> ranges, long bytes) {
        double seconds = 0;
        for (Range range : ranges) {
            if (bytes > 0 && bytes >= range.fromBytes()) {
                seconds = range.secondsPerCall() + range.secondsPerByte() * bytes;
            }
        }
        return seconds;
    }
}
