package org.tailback.fit.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.fit.statistics.Estimate;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.units.Readable;

/**
 * The measured tree of PlogPT.
 *
 * @param source name of the data
 * @param bidirectional true if both directions were in use
 * @param heights one entry per height, from 1
 * @param tolerance eps_S that separates switches from noise
 * @param timingTolerance eps_T: largest distance of simultaneous starts, seconds; NaN if unknown
 * @param remarks undetermined and suspicious values, one sentence each
 */
public record TreeParameters(
        @NoOutput String source,
        boolean bidirectional,
        List<Height> heights,
        @Output(name = "switchTolerance") SwitchTolerance tolerance,
        @NoOutput double timingTolerance,
        @Output(name = "warnings") List<String> remarks) {
    /** eps_T of the paper, 36 us with its L of 50 us. */
    private static final double USUAL_TIMING_TOLERANCE = 36e-6;

    /**
     * Parameters of one height.
     *
     * @param bandwidth b(h) of the whole edge in one direction, bytes per second
     * @param bufferDelay d(h) in seconds; NaN if it cannot be determined
     */
    public record Height(Estimate bandwidth, Estimate bufferDelay) {
        /** Returns the left side of equation (5) for this height and the height a number of levels above it. */
        double difference(Height above, int levels, boolean withDelays) {
            double b = Math.log(Math.scalb(bandwidth.value(), levels) / above.bandwidth.value());
            double d = withDelays ? Math.log(bufferDelay.value() / above.bufferDelay.value()) : 0;
            return b * b + d * d;
        }
    }

    /**
     * Returns the parameters that follow from measurements: means with their errors, and eps_S by {@link
     * SwitchTolerance}. The cost is O(heights squared).
     */
    public static TreeParameters of(TreeData data) {
        List<Height> heights = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        double largestError = 0;
        for (TreeData.Height measured : data.heights()) {
            Estimate bandwidth = TreeData.mean(measured.bandwidths());
            Estimate delay = measured.delay(data.bidirectional());
            if (!(delay.value() > 0)) {
                remarks.add("d(" + (heights.size() + 1) + ") cannot be determined: "
                        + (Double.isNaN(delay.value()) ? "too few measurements" : "found " + delay.value() + " s"));
            }
            largestError = Math.max(largestError, Math.max(relativeError(bandwidth), relativeError(delay)));
            heights.add(new Height(bandwidth, delay.value() > 0 ? delay : Estimate.withoutError(Double.NaN)));
        }
        SwitchTolerance tolerance = SwitchTolerance.of(heights, largestError * largestError);
        // eps_T must be below L, and L is at most half an idle round trip; half of this bound is likely below L
        double timing = Math.min(USUAL_TIMING_TOLERANCE, data.shortestIdle() / 4);
        return new TreeParameters(data.source(), data.bidirectional(), heights, tolerance, timing, remarks);
    }

    private static double relativeError(Estimate estimate) {
        double error = estimate.standardError() / Math.abs(estimate.value());
        return Double.isFinite(error) ? error : 0;
    }

    static boolean knowsDelays(List<Height> heights) {
        return heights.stream().allMatch(height -> height.bufferDelay().value() >= 0);
    }

    /**
     * Returns the sections {@code cluster} and {@code network} of a platform file, and {@code loss} where the delays
     * are known.
     *
     * @param date date of the measurement, for the comment
     */
    public PlatformFragment fragment(String date) {
        PlatformFragment fragment = new PlatformFragment()
                .comment(
                        "tree of PlogPT measured " + (bidirectional ? "in both directions at once" : "in one direction")
                                + " on " + source + ", " + date)
                .comment("eps_S: any value from " + tolerance.low() + " to " + tolerance.high()
                        + " separates the same switches")
                .comment("P_S (5), switches between heights: " + switches())
                .comments(remarks)
                .line(0, "cluster: {nodes: " + (1 << heights.size()) + "}")
                .line(0, "network:")
                .line(1, "model: fair-tree")
                .line(1, "tree:");
        for (Height height : heights) {
            String delay = knowsDelays(heights)
                    ? ", buffer-delay: "
                            + PlatformFragment.time(height.bufferDelay().value())
                    : "";
            fragment.line(
                    2,
                    "- {bandwidth: "
                            + PlatformFragment.bandwidth(height.bandwidth().value()) + delay + "}" + errors(height));
        }
        if (knowsDelays(heights)) {
            fragment.line(
                    0,
                    "loss: {model: tail-drop, switch-tolerance: " + PlatformFragment.number(tolerance.suggestion())
                            + (timingTolerance < USUAL_TIMING_TOLERANCE
                                    ? ", timing-tolerance: " + PlatformFragment.time(timingTolerance)
                                    : "")
                            + "}");
        }
        return fragment;
    }

    /** Returns the neighbouring heights between which there is a switch by equation (5). */
    private String switches() {
        StringJoiner pairs = new StringJoiner(", ").setEmptyValue("none");
        for (int h = 1; h < heights.size(); h++) {
            double difference = heights.get(h - 1).difference(heights.get(h), 1, knowsDelays(heights));
            if (difference > tolerance.suggestion()) {
                pairs.add(h + " and " + (h + 1));
            }
        }
        return pairs.toString();
    }

    private static String errors(Height height) {
        StringJoiner errors = new StringJoiner(", ", "   # standard errors: ", "").setEmptyValue("");
        if (height.bandwidth().standardError() > 0) {
            errors.add(Readable.rate(height.bandwidth().standardError()));
        }
        if (height.bufferDelay().standardError() > 0) {
            errors.add(Readable.seconds(height.bufferDelay().standardError()));
        }
        return errors.toString();
    }
}
