package org.tailback.units;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.tailback.error.InputException;

/**
 * Parser of lists of whole numbers in options: single values and ranges, separated by commas. {@code a:b:xN} is a, a N,
 * a N^2, … up to b; {@code a:b:+N} is a, a + N, a + 2 N, … up to b. Sizes have units: {@code 1KiB:1MiB:x2}.
 */
public final class ValueList {
    /** Largest number of values in a list, so that a mistyped step does not cause a run of several days. */
    static final int LIMIT = 100_000;

    private final String option;
    private final Quantity.Kind kind;
    private final long maximum;

    private ValueList(String option, Quantity.Kind kind, long maximum) {
        this.option = option;
        this.kind = kind;
        this.maximum = maximum;
    }

    /**
     * Parses sizes.
     *
     * @param option name of the option, for messages
     * @return the values in bytes, in the order of the text, without duplicates
     * @throws InputException if the text is not such a list
     */
    public static List<Long> sizes(String option, String text) {
        return new ValueList(option, Quantity.Kind.BYTES, 1L << 53).read(text);
    }

    /** Parses counts without units, 1 to the largest int, as {@link #sizes} does. */
    public static List<Integer> counts(String option, String text) {
        List<Integer> counts = new ArrayList<>();
        for (long value : new ValueList(option, Quantity.Kind.NUMBER, Integer.MAX_VALUE).read(text)) {
            if (value < 1) {
                throw InputException.at(option, "expected whole numbers from 1, found " + value, "");
            }
            counts.add((int) value);
        }
        return counts;
    }

    private List<Long> read(String text) {
        Set<Long> values = new LinkedHashSet<>();
        for (String part : text.split(",", -1)) {
            String[] ends = part.strip().split(":", -1);
            if (ends.length == 1) {
                values.add(value(ends[0]));
            } else if (ends.length == 3) {
                addRange(part.strip(), value(ends[0]), value(ends[1]), ends[2].strip(), values);
            } else {
                throw malformed(part.strip(), "");
            }
            if (values.size() > LIMIT) {
                throw InputException.at(
                        option, "'" + text + "' has more than " + LIMIT + " values", "Make steps larger");
            }
        }
        return List.copyOf(values);
    }

    private void addRange(String range, long from, long to, String step, Set<Long> values) {
        if (from > to) {
            throw malformed(range, "it begins above its end");
        }
        boolean multiplies = step.startsWith("x");
        if (!multiplies && !step.startsWith("+")) {
            throw malformed(range, "its step is neither xN nor +N");
        }
        double by = multiplies ? factor(range, step) : value(step.substring(1));
        if (multiplies ? !(by > 1) || from == 0 : by == 0) {
            throw malformed(range, "it never reaches its end");
        }
        double value = from;
        for (int i = 1; value <= to && values.size() <= LIMIT; i++) {
            values.add((long) value);
            value = multiplies ? Math.rint(from * Math.pow(by, i)) : from + i * by;
        }
    }

    private double factor(String range, String step) {
        return Quantity.parseAt(
                String.valueOf(malformed(range, "").getMessage()), step.substring(1), Quantity.Kind.NUMBER);
    }

    private long value(String text) {
        double value = Quantity.parseAt(option, text, kind);
        if (value != Math.rint(value) || value < 0 || value > maximum) {
            throw InputException.at(
                    option,
                    "expected whole numbers "
                            + (kind == Quantity.Kind.NUMBER ? "from 1" : "from 0 to " + maximum)
                            + ", found " + (kind == Quantity.Kind.NUMBER ? text.strip() : "'" + text.strip() + "'"),
                    "");
        }
        return (long) value;
    }

    private InputException malformed(String part, String why) {
        return InputException.at(
                option,
                "expected values and ranges a:b:xN or a:b:+N separated by commas, found '" + part + "'"
                        + (why.isEmpty() ? "" : ": " + why),
                "");
    }
}
