package org.tailback.fit.loggp;

import java.util.List;
import org.tailback.error.InputException;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.statistics.LineFit;
import org.tailback.units.Readable;

/**
 * Rule that each gap per byte G of a platform file is positive. A line through noise, or across a change of protocol,
 * may have a negative slope. If G were not positive, long messages would not take more time than short messages.
 */
final class PositiveGapPerByte {
    private PositiveGapPerByte() {}

    /**
     * Replaces each G that is not positive with the positive G of the nearest protocol for smaller sizes, or for larger
     * sizes if there is none. g is then the value at 1 B of the line with this slope through the mean of the points. If
     * no G is positive, nothing changes.
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
                    + " per byte, which is not positive; used instead: " + Readable.seconds(kept)
                    + " per byte, the G of the nearest protocol with a positive G");
            double gap = line.at(line.meanX()) - kept * (line.meanX() - 1);
            protocols.set(i, protocol.withGaps(Estimate.withoutError(gap), Estimate.withoutError(kept)));
        }
    }

    /**
     * Checks that every G of the protocols is positive, as a cost requires.
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
                    "Measure larger messages, or repeat more often");
        }
    }

    private static boolean isPositive(LogGpParameters.Protocol protocol) {
        double gapPerByte = protocol.gapPerByte().value();
        return gapPerByte > 0 && gapPerByte < Double.POSITIVE_INFINITY;
    }
}
