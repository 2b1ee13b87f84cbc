package org.tailback.fit.loggp;

import java.util.Arrays;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.statistics.LineFit;
import org.tailback.units.Readable;

/**
 * The gap per byte G that a platform file may hold. A line through noise or over a change of protocol may fall; with a
 * G that is not positive, long messages would arrive at any bandwidth.
 */
final class PositiveGapPerByte {
    private PositiveGapPerByte() {}

    /**
     * Returns the G to use for every protocol: the fitted one where it is positive, otherwise that of the nearest
     * smaller protocol with a positive one, or of the nearest larger one; the fitted ones where none is positive.
     *
     * @param fitted G of every protocol, ascending by size; any unit, may be negative or NaN
     */
    static double[] of(double[] fitted) {
        double previous = Arrays.stream(fitted)
                .filter(PositiveGapPerByte::isPositive)
                .findFirst()
                .orElse(Double.NaN);
        double[] kept = fitted.clone();
        for (int i = 0; i < kept.length && previous > 0; i++) {
            previous = isPositive(fitted[i]) ? fitted[i] : previous;
            kept[i] = previous;
        }
        return kept;
    }

    /**
     * Replaces each G that is not positive by that of another protocol; g is then the value at 1 B of the line with
     * that slope through the middle of the sizes.
     *
     * @param remarks takes a sentence about each
     */
    static void keep(List<LogGpParameters.Protocol> protocols, List<String> remarks) {
        double[] fitted = values(protocols);
        double[] kept = of(fitted);
        for (int i = 0; i < kept.length; i++) {
            if (kept[i] != fitted[i]) {
                LogGpParameters.Protocol protocol = protocols.get(i);
                LineFit line = protocol.line();
                remarks.add("G of the protocol from " + protocol.fromBytes() + " to " + protocol.toBytes()
                        + " B is fitted as " + Readable.seconds(fitted[i]) + " per byte, which is not positive: G "
                        + Readable.seconds(kept[i]) + " of the nearest protocol with a positive G is kept instead");
                double gap = line.at(line.meanX()) - kept[i] * (line.meanX() - 1);
                protocols.set(i, protocol.withGaps(Estimate.withoutError(gap), Estimate.withoutError(kept[i])));
            }
        }
    }

    /**
     * Checks that protocols may be written as a cost.
     *
     * @param source where the data comes from, for the message
     * @throws InputException if a G is not positive
     */
    static void require(String source, List<LogGpParameters.Protocol> protocols) {
        if (!Arrays.stream(values(protocols)).allMatch(PositiveGapPerByte::isPositive)) {
            throw InputException.at(
                    source,
                    "no range of sizes has a positive G (gap per byte): the time of a message does not grow with its"
                            + " size",
                    "Measure larger messages, or more repetitions");
        }
    }

    private static double[] values(List<LogGpParameters.Protocol> protocols) {
        return protocols.stream()
                .mapToDouble(protocol -> protocol.gapPerByte().value())
                .toArray();
    }

    private static boolean isPositive(double gapPerByte) {
        return gapPerByte > 0 && gapPerByte < Double.POSITIVE_INFINITY;
    }
}
