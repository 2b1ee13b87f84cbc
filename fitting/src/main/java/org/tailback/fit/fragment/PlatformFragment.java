package org.tailback.fit.fragment;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An excerpt of a platform file: comments with the origin of the numbers, then YAML lines. Numbers have enough digits
 * to be read back unchanged.
 */
public final class PlatformFragment {
    private final List<String> comments = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();

    /** Creates a fragment without lines. */
    public PlatformFragment() {}

    /** Adds a comment; each line of the text becomes a comment line. */
    public PlatformFragment comment(String text) {
        text.lines().forEach(line -> comments.add(("# " + line).stripTrailing()));
        return this;
    }

    /** Adds comments. */
    public PlatformFragment comments(List<String> texts) {
        texts.forEach(this::comment);
        return this;
    }

    /** Adds a line of YAML at a depth of indentation. */
    public PlatformFragment line(int depth, String yaml) {
        lines.add("  ".repeat(depth) + yaml);
        return this;
    }

    /** Returns the text, comments first, with a line feed after every line. */
    public String text() {
        return Stream.concat(comments.stream(), lines.stream())
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    /** Returns a time in microseconds, exactly, such as {@code 903.63 us}. */
    public static String time(double seconds) {
        return plain(new BigDecimal(Double.toString(seconds)).movePointRight(6)) + " us";
    }

    /** Returns the key {@code measured} of a cost: the range of measured sizes in bytes, exactly. */
    public static String measured(long smallestBytes, long largestBytes) {
        return "measured: {from: " + smallestBytes + " B, to: " + largestBytes + " B}";
    }

    /** Returns a bandwidth in bit/s with the prefix M, exactly. */
    public static String bandwidth(double bytesPerSecond) {
        return plain(new BigDecimal(Double.toString(bytesPerSecond))
                        .multiply(BigDecimal.valueOf(8))
                        .movePointLeft(6))
                + " Mbit/s";
    }

    /** Returns a plain number, exactly. */
    public static String number(double value) {
        return plain(new BigDecimal(Double.toString(value)));
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
