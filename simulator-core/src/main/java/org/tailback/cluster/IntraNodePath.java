package org.tailback.cluster;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.tailback.units.Domain;

/**
 * Path between ranks on one node: through memory, never through the network. The range that contains the message's size
 * defines latency, overhead and bandwidth, because libraries choose their route through memory by size.
 *
 * <p><b>Several ranks</b> share the memory of their node. In a collective operation all ranks send at about the same
 * time, so {@link #sharedBy} assumes that they always send together: a message moves no faster than the node's
 * bandwidth divided by the number of its ranks.
 *
 * <p><b>Worked example</b> ({@code IntraNodePathTest}). A message moves at 8 GB/s, or at 4 GB/s from 64 KiB on; all
 * messages of a node together move at 40 GB/s. An uncontended message of 1 MB takes 250 us plus the latency. With 20
 * ranks on the node its rate is 2 GB/s, so it takes 500 us.
 *
 * @param ranges ranges in ascending order of sizes, at least one; the first range begins at 0 or 1
 * @param shared true if the messages inside a node share the first range's bandwidth equally, false if they do not
 *     disturb each other
 */
public record IntraNodePath(List<Range> ranges, boolean shared) {
    /** A path on which messages inside a node cost nothing. */
    public static final IntraNodePath FREE = new IntraNodePath(0, Double.POSITIVE_INFINITY, false);

    /**
     * Range of message sizes, up to the first size of the next range.
     *
     * @param fromBytes first size, >= 0
     * @param latency seconds, finite, >= 0
     * @param bytesPerSecond rate of one message, > 0; infinite if messages take the latency only
     * @param overhead overhead of a message at its sender and at its receiver, in seconds, finite, >= 0; not a number
     *     if the message cost defines it
     * @param nodeBytesPerSecond rate of all ranks of a node together, > 0; infinite if they do not slow each other
     *     down
     */
    public record Range(
            long fromBytes, double latency, double bytesPerSecond, double overhead, double nodeBytesPerSecond) {
        public Range {
            Preconditions.checkArgument(
                    nodeBytesPerSecond > 0, "intra-node node-bandwidth must be above 0: %s", nodeBytesPerSecond);
            Domain.requireNotNegative(latency, "intra-node latency");
            Preconditions.checkArgument(bytesPerSecond > 0, "intra-node bandwidth must be above 0: %s", bytesPerSecond);
            Domain.requireNotNegative(Double.isNaN(overhead) ? 0 : overhead, "intra-node overhead");
        }

        /** Returns a copy of the range with another latency. */
        public Range withLatency(double seconds) {
            return new Range(fromBytes, seconds, bytesPerSecond, overhead, nodeBytesPerSecond);
        }

        /** Returns a copy of the range with another bandwidth. */
        public Range withBytesPerSecond(double bytesPerSecond) {
            return new Range(fromBytes, latency, bytesPerSecond, overhead, nodeBytesPerSecond);
        }
    }

    public IntraNodePath {
        ranges = ImmutableList.copyOf(ranges);
        Preconditions.checkArgument(
                !ranges.isEmpty() && ranges.get(0).fromBytes() <= 1, "intra-node ranges must begin at 0 or 1");
        for (int i = 1; i < ranges.size(); i++) {
            Preconditions.checkArgument(
                    ranges.get(i).fromBytes() > ranges.get(i - 1).fromBytes(),
                    "intra-node ranges must have ascending sizes");
        }
        Preconditions.checkArgument(!shared || ranges.size() == 1, "shared paths need one bandwidth for all sizes");
    }

    /** Creates a path with one range for all sizes. */
    public IntraNodePath(double latency, double bytesPerSecond, boolean shared, double overhead) {
        this(List.of(new Range(0, latency, bytesPerSecond, overhead, Double.POSITIVE_INFINITY)), shared);
    }

    /** Creates a path whose messages have the overheads defined by the message cost. */
    public IntraNodePath(double latency, double bytesPerSecond, boolean shared) {
        this(latency, bytesPerSecond, shared, Double.NaN);
    }

    /** Returns whether the ranks of a node slow each other down. */
    public boolean isLimited() {
        return ranges.stream().anyMatch(range -> !Double.isInfinite(range.nodeBytesPerSecond()));
    }

    /** Returns the path of one of several ranks on a node. */
    public IntraNodePath sharedBy(int ranks) {
        return ranges.stream().allMatch(range -> range.bytesPerSecond() <= range.nodeBytesPerSecond() / ranks)
                ? this
                : with(range ->
                        range.withBytesPerSecond(Math.min(range.bytesPerSecond(), range.nodeBytesPerSecond() / ranks)));
    }

    /** Returns a copy of the path with changed ranges. */
    public IntraNodePath with(UnaryOperator<Range> change) {
        return new IntraNodePath(ranges.stream().map(change).toList(), shared);
    }

    /** Returns a copy of the path on which messages do not slow each other down. */
    public IntraNodePath unshared() {
        return new IntraNodePath(ranges, false);
    }

    /** Returns the latency of a message, in seconds, >= 0. */
    public double latency(long bytes) {
        return range(bytes).latency();
    }

    /** Returns the uncontended rate of a message, bytes per second, > 0; may be infinite. */
    public double bytesPerSecond(long bytes) {
        return range(bytes).bytesPerSecond();
    }

    /**
     * Returns the overhead of a message at its sender and at its receiver, in seconds; not a number where the message
     * cost defines it.
     */
    public double overhead(long bytes) {
        return range(bytes).overhead();
    }

    private Range range(long bytes) {
        int last = ranges.size() - 1;
        while (last > 0 && ranges.get(last).fromBytes() > bytes) {
            last--;
        }
        return ranges.get(last);
    }
}
