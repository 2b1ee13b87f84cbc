package org.tailback.units;

import com.google.common.base.Ascii;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;

/**
 * Parser of numbers with units in common notation: {@code 20MiB}, {@code 64 kB}, {@code 580.2Mbit/s}, {@code 940 Mbps},
 * {@code 1.25GB/s}, {@code 50us}, {@code 0.2 s}, {@code 10Gf}.
 *
 * <p>K (or k), M, G, T, P are powers of 1000; Ki, Mi, Gi, Ti, Pi are powers of 1024; b or bit is a bit, B is a byte. A
 * number without a unit is in bytes, seconds, bytes per second or flop/s. The value is computed exactly and rounded
 * once: the result is the double nearest to the decimal text times its unit.
 */
public final class Quantity {
    /** Physical dimension of a quantity. */
    public enum Kind {
        /** Plain number without a unit; may be negative. */
        NUMBER("a plain number", "such as 0.75"),
        /** Whole number without a unit; may be negative. */
        WHOLE_NUMBER("a whole number", "such as 4"),
        /** Time in seconds. */
        SECONDS("a time", "such as 50us, 10.706 ms or 0.2 s"),
        /** Size in bytes: a whole number, except that numbers with a prefix, such as 1.1 MiB, are rounded. */
        BYTES("a size", "such as 64KiB, 20 MB or 1500 B"),
        /** Bandwidth in bytes per second. */
        BYTES_PER_SECOND("a bandwidth", "such as 940Mbit/s, 940 Mbps or 1.25GB/s"),
        /** Computing speed in floating-point operations per second. */
        FLOPS_PER_SECOND("a computing speed", "such as 10Gf or 10 Gflop/s");

        private final String label;
        private final String examples;

        Kind(String label, String examples) {
            this.label = label;
            this.examples = examples;
        }
    }

    private record Unit(Kind kind, BigDecimal factor) {}

    /** Length above which a text is rejected, so that exact arithmetic on malicious input remains cheap. */
    private static final int MAX_LENGTH = 100;

    /**
     * Largest accepted value: sums and quotients of larger quantities might overflow, and measured quantities are
     * smaller.
     */
    private static final double LARGEST = 1e30;

    private static final double SMALLEST = 1e-30;

    private static final Pattern FORM =
            Pattern.compile("([+-]?)((?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d{1,4})?)\\s*(\\D\\S*)?");

    private static final ImmutableMap<String, Unit> UNITS = units();

    private Quantity() {}

    /**
     * Parses a quantity.
     *
     * @param text number and unit; spaces around and between them are allowed
     * @param kind the expected kind
     * @return value in the kind's base unit: 0 or 1e-30 to 1e30; may be negative if the kind is {@link Kind#NUMBER} or
     *     {@link Kind#WHOLE_NUMBER}
     * @throws InputException if the text is not such a quantity; the message contains the text found and valid forms,
     *     but no place, because the caller adds it
     */
    public static double parse(String text, Kind kind) {
        String stripped = text.strip();
        Matcher matcher = FORM.matcher(stripped.length() > MAX_LENGTH ? "" : stripped);
        if (!matcher.matches()) {
            throw unexpected(kind, text, notANumber(stripped));
        }
        boolean negative = matcher.group(1).equals("-");
        if (negative && kind != Kind.NUMBER && kind != Kind.WHOLE_NUMBER) {
            throw unexpected(kind, text, " which is negative");
        }
        BigDecimal factor = factor(matcher.group(3), kind, text);
        double value = new BigDecimal(matcher.group(2)).multiply(factor).doubleValue();
        if (value > LARGEST) {
            throw unexpected(kind, text, " which is too large: above 1e30");
        }
        if (value > 0 && value < SMALLEST) {
            throw unexpected(kind, text, " which is too small: below 1e-30, and not 0");
        }
        if (kind == Kind.BYTES && value != Math.rint(value) && (factor.compareTo(BigDecimal.ONE) <= 0 || value < 1)) {
            throw unexpected(kind, text, " which is not a whole number of bytes");
        }
        if (kind == Kind.WHOLE_NUMBER && value != Math.rint(value)) {
            throw unexpected(kind, text, "");
        }
        return negative ? -value : value;
    }

    /**
     * Parses a quantity as {@link #parse} does, with a place at the beginning of the message.
     *
     * @param place position of the text, such as the name of an option
     * @throws InputException if the text is not such a quantity
     */
    public static double parseAt(String place, String text, Kind kind) {
        try {
            return parse(text, kind);
        } catch (InputException e) {
            throw e.at(place);
        }
    }

    private static BigDecimal factor(@Nullable String unitText, Kind kind, String text) {
        if (unitText == null) {
            return BigDecimal.ONE;
        }
        Unit unit = UNITS.get(unitText);
        if (unit == null) {
            throw unexpected(kind, text, " whose unit '" + unitText + "' is unknown" + remark(unitText));
        }
        if (unit.kind() != kind) {
            throw unexpected(kind, text, " which is " + unit.kind().label);
        }
        return unit.factor();
    }

    private static String remark(String unit) {
        if (unit.matches("[kKMGTP]i?")) {
            return ": add b for bits or B for bytes, as in " + unit + "B";
        }
        for (String known : UNITS.keySet()) {
            if (known.equalsIgnoreCase(unit)) {
                return ": units are case-sensitive, as in " + known;
            }
        }
        return unit.startsWith(",") ? ": the decimal separator is a point" : "";
    }

    private static String notANumber(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "" -> " which is empty";
            case "nan", ".nan", "inf", ".inf", "-inf", "-.inf", "infinity", "-infinity" -> " which is not finite";
            default -> text.length() > MAX_LENGTH ? " which is too long" : "";
        };
    }

    private static InputException unexpected(Kind kind, String text, String why) {
        String shown = text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) + "…" : text;
        String comma = why.isEmpty() ? "" : ",";
        return new InputException(
                "expected " + kind.label + " " + kind.examples + ", found '" + shown + "'" + comma + why);
    }

    private static ImmutableMap<String, Unit> units() {
        ImmutableMap.Builder<String, Unit> units = ImmutableMap.builder();
        ImmutableMap<String, String> times = ImmutableMap.of(
                "ns", "1e-9", "us", "1e-6", "\u00b5s", "1e-6", "\u03bcs", "1e-6", "ms", "1e-3", "s", "1", "min", "60",
                "h", "3600");
        times.forEach((name, seconds) -> units.put(name, new Unit(Kind.SECONDS, new BigDecimal(seconds))));

        for (String prefix : Splitter.on(' ').split(" k K Ki M Mi G Gi T Ti P Pi")) {
            int power = prefix.isEmpty() ? 0 : "KMGTP".indexOf(Ascii.toUpperCase(prefix.charAt(0))) + 1;
            BigDecimal factor =
                    BigDecimal.valueOf(prefix.endsWith("i") ? 1024 : 1000).pow(power);
            addData(units, prefix, factor.multiply(new BigDecimal("0.125")), "b", "bit", "bits");
            addData(units, prefix, factor, "B", "byte", "bytes", "Byte", "Bytes");
            for (String name : new String[] {"f", "flop/s", "flops", "Flop/s", "Flops", "FLOP/s", "FLOPS"}) {
                units.put(prefix + name, new Unit(Kind.FLOPS_PER_SECOND, factor));
            }
        }
        return units.buildOrThrow();
    }

    private static void addData(
            ImmutableMap.Builder<String, Unit> units, String prefix, BigDecimal bytes, String... names) {
        for (String name : names) {
            units.put(prefix + name, new Unit(Kind.BYTES, bytes));
            units.put(prefix + name + "/s", new Unit(Kind.BYTES_PER_SECOND, bytes));
            if (!name.endsWith("s")) {
                units.put(prefix + name + "ps", new Unit(Kind.BYTES_PER_SECOND, bytes));
            }
        }
    }
}
