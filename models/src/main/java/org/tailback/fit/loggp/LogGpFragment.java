package org.tailback.fit.loggp;

import static org.tailback.fit.fragment.PlatformFragment.time;

import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.fit.statistics.Estimate;
import org.tailback.units.Readable;

/**
 * LogGP parameters as the section {@code cost} of a platform file.
 *
 * <p>The cost {@code plogp} with a table says the same as LogGP with protocols, between the sizes measured: g(s) = g + (s-1) G
 * through two points per protocol. Its latency makes a lone message of the smallest size take half the measured round trip,
 * L + 2o: half - g(smallest); the overheads, which it does not know, stand in comments.
 */
public final class LogGpFragment {
    private LogGpFragment() {}

    /**
     * The fragment.
     *
     * @param date when the data was measured or fitted, for the comment
     */
    public static PlatformFragment of(LogGpParameters parameters, String date) {
        PlatformFragment fragment = new PlatformFragment()
                .comment("LogGP fitted to " + parameters.source() + ", " + date)
                .comment("half a round trip of " + parameters.smallestBytes() + " B (L + 2o): "
                        + Readable.seconds(parameters.roundTripHalf()) + "; L: "
                        + Readable.seconds(parameters.latency()));
        Map<Long, Double> table = new TreeMap<>();
        for (LogGpParameters.Protocol protocol : parameters.protocols()) {
            fragment.comment(protocol.fromBytes() + " to " + protocol.toBytes() + " B: o " + words(protocol.overhead())
                    + ", g " + words(protocol.gap()) + ", G " + words(protocol.gapPerByte())
                    + " per byte, residual " + Readable.seconds(protocol.line().residual()) + " over "
                    + protocol.line().points() + " sizes");
            table.put(protocol.fromBytes(), Math.max(0, protocol.gapOf(protocol.fromBytes())));
            table.put(protocol.toBytes(), Math.max(0, protocol.gapOf(protocol.toBytes())));
        }
        parameters
                .outliers()
                .forEach(outlier -> fragment.comment("left out as an outlier: " + outlier.quantity() + " of "
                        + outlier.bytes() + " B, " + Readable.seconds(outlier.value()) + " instead of "
                        + Readable.seconds(outlier.expected())));
        fragment.comments(parameters.remarks());
        double latency = parameters.roundTripHalf()
                - parameters.protocolOf(parameters.smallestBytes()).gapOf(parameters.smallestBytes());
        if (latency < 0) {
            fragment.comment("the gap of the smallest message exceeds half its round trip: latency set to 0");
        }
        StringJoiner gaps = new StringJoiner(", ", "gap: {", "}");
        table.forEach((bytes, seconds) -> gaps.add(bytes + ": " + time(seconds)));
        return fragment.line(0, "cost:")
                .line(1, "model: plogp")
                .line(1, "latency: " + time(Math.max(0, latency)))
                .line(1, gaps.toString());
    }

    private static String words(Estimate estimate) {
        return Double.isNaN(estimate.standardError())
                ? Readable.seconds(estimate.value())
                : Readable.seconds(estimate.value()) + " (standard error " + Readable.seconds(estimate.standardError())
                        + ")";
    }
}
