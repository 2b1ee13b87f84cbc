package org.tailback.fit.loggp;

import java.util.List;
import org.tailback.error.InputException;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.statistics.LineFit;
import org.tailback.units.Readable;

/**
 * Rule that each gap per byte G of a platform file is positive. A line through noise, or across a change of protocol,
 * may fall. With a G that is not positive, long messages would take no more time than short ones.
 */
final class PositiveGapPerByte {
    private PositiveGapPerByte() {}

    /**
     * Replaces each G that is not positive by that of the nearest smaller protocol with a positive one, or of the
     * nearest larger one; g is then the value at 1 B of the line with that slope through the middle of the sizes.
     * Nothing changes if no G is positive.
     *
     * @param protocols ascending by size
     * @param remarks receives a sentence about each replaced G
     */
    static void keep(List<LogGpParameters.Protocol> protocols, List<String> remarks) {
        double kept = protocols.stream()
                .filter(PositiveGapPerByte::isPositive)
                .mapToDouble(protocol -> protocol.gapPerByte().value())
                .findFirst()
                .orElse(Double.NaN);
        for (int i = 0; i < protocols.size() && kept > 0; i++) {
            LogGpParameters.Protocol protocol = protocols.get(i);
            if (isPositive(protocol)) {
                kept = protocol.gapPerByte().value();
                continue;
            }
            LineFit line = protocol.line();
            remarks.add("G of the protocol from " + protocol.fromBytes() + " to " + protocol.toBytes()
                    + " B is fitted as "
                    + Readable.seconds(protocol.gapPerByte().value())
                    + " per byte, which is not positive: G " + Readable.seconds(kept)
                    + " of the nearest protocol with a positive G is used instead");
            double gap = line.at(line.meanX()) - kept * (line.meanX() - 1);
            protocols.set(i, protocol.withGaps(Estimate.withoutError(gap), Estimate.withoutError(kept)));
        }
    }

    /**
     * Checks that every G of the protocols is positive, so that they may be written as a cost.
     *
     * @param source name of the data, for the message
     * @throws InputException if a G is not positive
     */
    static void require(String source, List<LogGpParameters.Protocol> protocols) {
        if (!protocols.stream().allMatch(PositiveGapPerByte::isPositive)) {
            throw InputException.at(
                    source,
                    "no range of sizes has a positive G (gap per byte): the time of a message does not grow with its"
                            + " size",
                    "Measure larger messages, or more repetitions");
        }
    }

    private static boolean isPositive(LogGpParameters.Protocol protocol) {
        double gapPerByte = protocol.gapPerByte().value();
        return gapPerByte > 0 && gapPerByte < Double.POSITIVE_INFINITY;
    }
}
