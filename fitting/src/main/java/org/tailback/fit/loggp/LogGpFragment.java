package org.tailback.fit.loggp;

import static org.tailback.fit.fragment.PlatformFragment.measured;
import static org.tailback.fit.fragment.PlatformFragment.time;

import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.fit.statistics.Estimate;
import org.tailback.units.Readable;

/**
 * LogGP parameters as the section {@code cost} of a platform file, for the cost {@code loggp}.
 *
 * <p>That cost knows no negative numbers. Where L is negative (o and L overlap), it becomes 0 and overheads are cut to
 * a quarter of the round trip, so that a lone message still takes the measured half round trip; a negative g, which
 * noise or a bent line gives, becomes 0. Comments say so. G is positive always.
 */
public final class LogGpFragment {
    private LogGpFragment() {}

    /**
     * The fragment.
     *
     * @param date when the data was measured or fitted, for the comment
     * @throws org.tailback.error.InputException if no G is positive
     */
    public static PlatformFragment of(LogGpParameters parameters, String date) {
        parameters.requirePositiveGapsPerByte();
        PlatformFragment fragment = new PlatformFragment()
                .comment("LogGP fitted to " + parameters.source() + ", " + date)
                .comment("half a round trip of " + parameters.smallestBytes() + " B (L + 2o): "
                        + Readable.seconds(parameters.roundTripHalf()) + "; L: "
                        + Readable.seconds(parameters.latency()));
        for (LogGpParameters.Protocol protocol : parameters.protocols()) {
            fragment.comment(protocol.fromBytes() + " to " + protocol.toBytes() + " B: o " + words(protocol.overhead())
                    + ", g " + words(protocol.gap()) + ", G " + words(protocol.gapPerByte())
                    + " per byte, residual " + Readable.seconds(protocol.line().residual()) + " over "
                    + protocol.line().points() + " sizes");
        }
        parameters
                .outliers()
                .forEach(outlier -> fragment.comment("left out as an outlier: " + outlier.quantity() + " of "
                        + outlier.bytes() + " B, " + Readable.seconds(outlier.value()) + " instead of "
                        + Readable.seconds(outlier.expected())));
        fragment.comments(parameters.remarks());
        boolean latencyKnown = parameters.latency() >= 0;
        double mostOverhead = latencyKnown ? Double.POSITIVE_INFINITY : parameters.roundTripHalf() / 2;
        if (!latencyKnown) {
            fragment.comment(
                    "L is negative or unknown: written as 0, with overheads of at most a quarter of a round trip");
        }
        fragment.line(0, "cost:")
                .line(1, "model: loggp")
                .line(1, "latency: " + time(latencyKnown ? parameters.latency() : 0))
                .line(1, measured(parameters.smallestBytes(), parameters.largestBytes()))
                .line(1, "protocols:");
        long from = 0;
        for (LogGpParameters.Protocol protocol : parameters.protocols()) {
            double overhead = protocol.overhead().value();
            double written = Math.min(overhead >= 0 ? overhead : 0, mostOverhead);
            if (protocol.gap().value() < 0 || !(overhead >= 0)) {
                fragment.comment("from " + protocol.fromBytes() + " B: what is negative or unknown is written as 0");
            }
            fragment.line(
                    2,
                    "- {from: " + from + ", overhead: " + time(written) + ", gap: "
                            + time(Math.max(0, protocol.gap().value())) + ", gap-per-byte: "
                            + time(protocol.gapPerByte().value()) + "}");
            from = protocol.toBytes() + 1;
        }
        return fragment;
    }

    private static String words(Estimate estimate) {
        return Double.isNaN(estimate.standardError())
                ? Readable.seconds(estimate.value())
                : Readable.seconds(estimate.value()) + " (standard error " + Readable.seconds(estimate.standardError())
                        + ")";
    }
}
