package org.tailback.fit.loggp;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.statistics.LineFit;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;

/**
 * LogGP parameters of one path. Times in seconds.
 *
 * @param source where the data came from
 * @param latency L of LogGP: {@code roundTripHalf} - 2 o at the smallest size; may be negative where o and L overlap
 *     (section 3.4 of the paper)
 * @param roundTripHalf PRTT(1,0,s)/2 at the smallest size: L + 2o in LogGP terms, what the paper and Netgauge report as
 *     L
 * @param smallestBytes that size
 * @param protocols the ranges of sizes, ascending, at least one
 * @param outliers what was left out of the lines
 * @param remarks what was dropped, approximated or cannot be determined, a sentence each
 */
public record LogGpParameters(
        @NoOutput String source,
        double latency,
        double roundTripHalf,
        @NoOutput long smallestBytes,
        List<Protocol> protocols,
        List<Outlier> outliers,
        @NoOutput List<String> remarks) {
    public LogGpParameters {
        protocols = ImmutableList.copyOf(protocols);
        outliers = ImmutableList.copyOf(outliers);
        remarks = ImmutableList.copyOf(remarks);
    }

    /**
     * Checks that every G is positive, so that a cost can be made of these.
     *
     * @throws org.tailback.error.InputException if not: the fit has found no positive one
     */
    public void requirePositiveGapsPerByte() {
        PositiveGapPerByte.require(
                source,
                protocols.stream()
                        .mapToDouble(protocol -> protocol.gapPerByte().value())
                        .toArray());
    }

    /** The largest measured size, bytes. */
    public long largestBytes() {
        return protocols.get(protocols.size() - 1).toBytes();
    }

    /**
     * One protocol: a range of message sizes with its own line.
     *
     * @param fromBytes smallest measured size of the range
     * @param toBytes largest measured size of the range
     * @param overhead o(s) of the smallest size of the range whose o is known; NaN if none is
     * @param gap g, seconds: the line at s = 1; with a G of another protocol the line of that slope through the middle
     *     of the sizes
     * @param gapPerByte G, seconds per byte, > 0: the line's slope, or that of another protocol where it is not
     *     positive
     * @param line the line through (s, (PRTT(n,0,s) - PRTT(1,0,s)) / (n-1)), outliers left out
     * @param lineOfAll the same with outliers; equal if there are none
     */
    public record Protocol(
            long fromBytes,
            long toBytes,
            Estimate overhead,
            Estimate gap,
            Estimate gapPerByte,
            @NoOutput LineFit line,
            @NoOutput LineFit lineOfAll) {
        /** The standard errors of overhead, gap and gapPerByte. */
        @Output(after = "gapPerByte")
        public Map<String, Double> standardErrors() {
            return ofEach(Estimate::standardError);
        }

        /** The confidence intervals of overhead, gap and gapPerByte. */
        @Output(after = "standardErrors")
        public Map<String, Estimate.Interval> confidenceIntervals() {
            return ofEach(Estimate::interval);
        }

        private <T> Map<String, T> ofEach(Function<Estimate, T> value) {
            return ImmutableMap.of(
                    "overhead", value.apply(overhead), "gap", value.apply(gap), "gapPerByte", value.apply(gapPerByte));
        }

        /** The standard deviation of the points from their line, seconds. */
        @Output(after = "confidenceIntervals")
        public double residual() {
            return line.residual();
        }

        /** How many points the line has. */
        @Output(after = "residual")
        public int points() {
            return line.points();
        }

        /** The gap and gapPerByte of the line of all points. */
        @Output(after = "points")
        public Map<String, Double> withOutliers() {
            return ImmutableMap.of("gap", lineOfAll.at(1), "gapPerByte", lineOfAll.slope());
        }

        Protocol withGaps(Estimate otherGap, Estimate otherGapPerByte) {
            return new Protocol(fromBytes, toBytes, overhead, otherGap, otherGapPerByte, line, lineOfAll);
        }
    }

    /**
     * A point that was left out.
     *
     * @param bytes its size
     * @param quantity which quantity it is an outlier of: {@code gap} or {@code overhead}
     * @param value what it says, seconds
     * @param expected what its neighbours say, seconds
     */
    public record Outlier(long bytes, String quantity, double value, double expected) {}
}
