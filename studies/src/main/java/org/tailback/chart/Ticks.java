package org.tailback.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tailback.units.Readable;
import org.tailback.units.SizeUnits;

/**
 * Marks of an axis and their texts.
 *
 * @param quantity quantity of the axis
 * @param units units of sizes on the axis; ignored for other quantities
 */
record Ticks(Axis.Quantity quantity, SizeUnits units) {
    private static final double[] STEPS = {1, 2, 2.5, 5, 10};
    private static final String[] THOUSANDS = {"p", "n", "u", "m", "", "k", "M", "G", "T", "P"};

    private boolean binary() {
        return quantity == Axis.Quantity.BYTES && units == SizeUnits.BINARY;
    }

    /** Returns approximately {@code wanted} round values with equal steps between two finite ends. */
    List<Double> linear(double low, double high, int wanted) {
        List<Double> ticks = new ArrayList<>();
        double rough = (high - low) / Math.max(1, wanted);
        double step;
        if (binary() && rough >= 1) {
            step = Math.pow(2, Math.ceil(Math.log(rough) / Math.log(2) - 1e-9));
        } else {
            double power = Math.pow(10, Math.floor(Math.log10(rough)));
            step = 10 * power;
            for (double factor : STEPS) {
                if (factor * power >= rough * (1 - 1e-9)) {
                    step = factor * power;
                    break;
                }
            }
        }
        for (long i = (long) Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    /**
     * Returns the powers of 10 (for binary sizes, of 2) between two ends greater than 0. For fewer than two decades,
     * the multiples of these powers by 2 and 5 are included.
     */
    List<Double> logarithmic(double low, double high, int wanted) {
        List<Double> ticks = new ArrayList<>();
        double base = binary() ? 2 : 10;
        double first = Math.ceil(Math.log(low) / Math.log(base) - 1e-9);
        double last = Math.floor(Math.log(high) / Math.log(base) + 1e-9);
        int every = (int) Math.max(1, Math.ceil((last - first + 1) / Math.max(1, wanted)));
        boolean between = base == 10 && last - first < 2;
        for (double i = between ? first - 1 : first; i <= last; i += every) {
            for (double factor : between ? new double[] {1, 2, 5} : new double[] {1}) {
                double value = factor * Math.pow(base, i);
                if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) {
                    ticks.add(value);
                }
            }
        }
        return ticks;
    }

    /**
     * Returns a value in the notation of the command's text: {@code 200 ms}, {@code 64 KiB}, {@code 12 %}, {@code 1.5
     * M}.
     */
    String text(double value) {
        if (value == 0) {
            return "0";
        }
        return switch (quantity) {
            case NUMBER ->
                Math.abs(value) < 1e4 && Math.abs(value) >= 1e-3
                        ? number(value)
                        : thousands(value).trim();
            case SECONDS -> Readable.seconds(value);
            case SHARE -> number(100 * value) + " %";
            case BYTES -> units.text(value);
        };
    }

    private static String thousands(double value) {
        int group = (int) Math.floor(Math.log10(Math.abs(value)) / 3 + 1e-9);
        int index = Math.min(Math.max(group + 4, 0), THOUSANDS.length - 1);
        return number(value / Math.pow(1000, index - 4)) + " " + THOUSANDS[index];
    }

    private static String number(double value) {
        return Math.abs(value) >= 1000 ? String.format(Locale.ROOT, "%.0f", value) : Readable.number(value, 3);
    }
}
