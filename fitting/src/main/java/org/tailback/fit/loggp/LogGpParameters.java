package org.tailback.fit.loggp;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.statistics.LineFit;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.units.Readable;

/**
 * LogGP parameters of one path. Times are in seconds.
 *
 * @param source name of the data
 * @param latency L of LogGP: {@code roundTripHalf} - 2 o of the smallest size; may be negative where o and L overlap
 *     (section 3.4 of the paper)
 * @param roundTripHalf PRTT(1,0,1)/2, by equation (1) from the smallest size: L + 2o in LogGP terms; the paper and
 *     Netgauge report it as L
 * @param smallestBytes the smallest measured size, bytes
 * @param protocols the ranges of sizes, ascending, at least one
 * @param outliers points that were omitted from the lines
 * @param remarks dropped or approximated data and undetermined values, one sentence each
 */
public record LogGpParameters(
        @NoOutput String source,
        double latency,
        double roundTripHalf,
        @NoOutput long smallestBytes,
        List<Protocol> protocols,
        List<Outlier> outliers,
        @NoOutput List<String> remarks) {
    /** Returns the largest measured size, bytes. */
    public long largestBytes() {
        return protocols.get(protocols.size() - 1).toBytes();
    }

    /**
     * Returns the parameters as the section {@code cost} of a platform file, for the cost {@code loggp}, which does not
     * allow negative numbers. A negative L (o and L overlap) becomes 0. Overheads are then limited to a quarter of the
     * round trip, so that an uncontended message still takes the measured half round trip. A negative or unknown g or
     * o, caused by noise or by a gap that is not linear in the size, becomes 0, with a comment. G is always positive.
     *
     * @param date date of the measurement or the fit, for the comment
     * @throws org.tailback.error.InputException if no G is positive
     */
    public PlatformFragment fragment(String date) {
        PositiveGapPerByte.require(source, protocols);
        PlatformFragment fragment = new PlatformFragment()
                .comment("LogGP fitted to " + source + ", " + date)
                .comment("half a round trip of 1 B (L + 2o): "
                        + Readable.seconds(roundTripHalf) + "; L: "
                        + Readable.seconds(latency));
        for (Protocol protocol : protocols) {
            fragment.comment(protocol.fromBytes() + " to " + protocol.toBytes() + " B: o " + words(protocol.overhead())
                    + ", g " + words(protocol.gap()) + ", G " + words(protocol.gapPerByte())
                    + " per byte, "
                    + (exact(protocol.line().residual(), protocol.line().at(protocol.toBytes()))
                            ? ""
                            : "residual " + Readable.seconds(protocol.line().residual()) + " ")
                    + "over " + protocol.line().points() + " sizes");
        }
        outliers.forEach(outlier -> fragment.comment("left out as an outlier: " + outlier.quantity() + " of "
                + outlier.bytes() + " B, " + Readable.seconds(outlier.value()) + " instead of "
                + Readable.seconds(outlier.expected())));
        fragment.comments(remarks);
        boolean latencyKnown = latency >= 0;
        double mostOverhead = latencyKnown ? Double.POSITIVE_INFINITY : roundTripHalf / 2;
        if (!latencyKnown) {
            fragment.comment(
                    "L is negative or unknown: written as 0, with overheads of at most a quarter of a round trip");
        }
        fragment.line(0, "cost:")
                .line(1, "model: loggp")
                .line(1, "latency: " + PlatformFragment.time(positive(latency)))
                .line(1, PlatformFragment.measured(smallestBytes, largestBytes()))
                .line(1, "protocols:");
        long from = 0;
        for (Protocol protocol : protocols) {
            double overhead = protocol.overhead().value();
            double written = Math.min(positive(overhead), mostOverhead);
            if (!(protocol.gap().value() >= 0 && overhead >= 0)) {
                fragment.comment("from " + protocol.fromBytes() + " B: a negative or unknown g or o is written as 0");
            }
            fragment.line(
                    2,
                    "- {from: " + from + ", overhead: " + PlatformFragment.time(written) + ", gap: "
                            + PlatformFragment.time(positive(protocol.gap().value())) + ", gap-per-byte: "
                            + PlatformFragment.time(protocol.gapPerByte().value()) + "}");
            from = protocol.toBytes() + 1;
        }
        return fragment;
    }

    private static double positive(double number) {
        return number > 0 && number < Double.POSITIVE_INFINITY ? number : 0;
    }

    /** Returns whether an error is within the rounding of data without noise. */
    private static boolean exact(double error, double value) {
        return error <= 1e-9 * Math.abs(value);
    }

    private static String words(Estimate estimate) {
        return Double.isNaN(estimate.standardError()) || exact(estimate.standardError(), estimate.value())
                ? Readable.seconds(estimate.value())
                : Readable.seconds(estimate.value()) + " (standard error " + Readable.seconds(estimate.standardError())
                        + ")";
    }

    /**
     * A protocol: a range of message sizes with one line.
     *
     * @param fromBytes smallest measured size of the range
     * @param toBytes largest measured size of the range
     * @param overhead o(s) of the smallest size of the range with a known o; NaN if no o is known
     * @param gap g, seconds: the value of the line at s = 1. If G is taken from another protocol, the line has this
     *     slope and passes through the mean of the points
     * @param gapPerByte G, seconds per byte, > 0: the line's slope, or the slope of another protocol if the line's
     *     slope is not positive
     * @param line the line through (s, (PRTT(n,0,s) - PRTT(1,0,s)) / (n-1)), without outliers
     * @param lineOfAll the line with outliers; equal to {@code line} if there are none
     */
    public record Protocol(
            long fromBytes,
            long toBytes,
            Estimate overhead,
            Estimate gap,
            Estimate gapPerByte,
            @NoOutput LineFit line,
            @NoOutput LineFit lineOfAll) {
        /** Returns the standard errors of overhead, gap and gapPerByte. */
        @Output(after = "gapPerByte")
        public Map<String, Double> standardErrors() {
            return ofEach(Estimate::standardError);
        }

        /** Returns the confidence intervals of overhead, gap and gapPerByte. */
        @Output(after = "standardErrors")
        public Map<String, Estimate.Interval> confidenceIntervals() {
            return ofEach(Estimate::interval);
        }

        private <T> Map<String, T> ofEach(Function<Estimate, T> value) {
            return ImmutableMap.of(
                    "overhead", value.apply(overhead), "gap", value.apply(gap), "gapPerByte", value.apply(gapPerByte));
        }

        /** Returns the standard deviation of the points from their line, seconds. */
        @Output(after = "confidenceIntervals")
        public double residual() {
            return line.residual();
        }

        /** Returns the number of points of the line. */
        @Output(after = "residual")
        public int points() {
            return line.points();
        }

        /** Returns the gap and gapPerByte of the line of all points. */
        @Output(after = "points")
        public Map<String, Double> withOutliers() {
            return ImmutableMap.of("gap", lineOfAll.at(1), "gapPerByte", lineOfAll.slope());
        }

        Protocol withGaps(Estimate otherGap, Estimate otherGapPerByte) {
            return new Protocol(fromBytes, toBytes, overhead, otherGap, otherGapPerByte, line, lineOfAll);
        }
    }

    /**
     * A point that was omitted from a line.
     *
     * @param bytes message size
     * @param quantity quantity of which the point is an outlier: {@code gap} or {@code overhead}
     * @param value measured value, seconds
     * @param expected value expected from the neighbours of the point, seconds
     */
    public record Outlier(long bytes, String quantity, double value, double expected) {}
}
