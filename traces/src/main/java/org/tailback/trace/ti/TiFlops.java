package org.tailback.trace.ti;

import org.tailback.trace.TraceOptions;

/** Amounts of computation from seconds, at the speed that a reader assumes. */
final class TiFlops {
    private static final double SPEED = TraceOptions.ASSUMED_COMPUTE_SPEED;

    private TiFlops() {}

    /**
     * Returns an amount that takes exactly these seconds, the one of few digits if there is one; NaN if there is none.
     */
    static double of(double seconds) {
        double flops = seconds * SPEED;
        if (seconds == 0 || flops == Double.POSITIVE_INFINITY) {
            return seconds == 0 && Double.doubleToRawLongBits(seconds) == 0 ? 0 : Double.NaN;
        }
        for (int digits = 6; digits <= 15; digits += 3) {
            double rounded = rounded(flops, digits);
            if (rounded / SPEED == seconds) {
                return rounded;
            }
        }
        for (double candidate : new double[] {flops, Math.nextUp(flops), Math.nextDown(flops)}) {
            if (candidate / SPEED == seconds) {
                return candidate;
            }
        }
        return Double.NaN;
    }

    static double nearest(double seconds) {
        double exact = of(seconds);
        return Double.isNaN(exact) ? seconds * SPEED : exact;
    }

    private static double rounded(double value, int digits) {
        int places = digits - 1 - (int) Math.floor(Math.log10(value));
        if (places < -15 || places > 22) {
            return value;
        }
        double power = Math.pow(10, Math.abs(places));
        return places >= 0 ? Math.rint(value * power) / power : Math.rint(value / power) * power;
    }
}
