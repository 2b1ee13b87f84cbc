package org.tailback.fit.loggp;

import org.tailback.error.InputException;

/**
 * The gap per byte G that a platform file may hold. A line through noise or over a change of protocol may fall, and a G
 * that is not positive would make long messages arrive at any bandwidth.
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
        double[] kept = new double[fitted.length];
        double first = 0;
        double last = 0;
        for (int i = 0; i < fitted.length; i++) {
            if (isPositive(fitted[i])) {
                last = fitted[i];
                first = first > 0 ? first : last;
            }
            kept[i] = last;
        }
        for (int i = 0; i < kept.length && kept[i] == 0; i++) {
            kept[i] = first;
        }
        return first > 0 ? kept : fitted.clone();
    }

    /**
     * Checks that a cost may be written with these.
     *
     * @param source where the data comes from, for the message
     * @throws InputException if one is not positive
     */
    static void require(String source, double[] gapsPerByte) {
        for (double gapPerByte : gapsPerByte) {
            if (!isPositive(gapPerByte)) {
                throw InputException.at(
                        source,
                        "no range of sizes has a positive G (gap per byte): the time of a message does not grow with"
                                + " its size",
                        "Measure larger messages, or more repetitions");
            }
        }
    }

    private static boolean isPositive(double gapPerByte) {
        return gapPerByte > 0 && gapPerByte < Double.POSITIVE_INFINITY;
    }
}
