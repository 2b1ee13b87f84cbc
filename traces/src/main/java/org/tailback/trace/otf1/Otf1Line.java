package org.tailback.trace.otf1;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.TrimmedLine;

/**
 * Current record: keys of capital letters, each followed by a value, which is a hexadecimal number, a list of such
 * numbers or a text in quotes.
 */
final class Otf1Line extends TrimmedLine {
    /** Value of a key that is missing in the record. */
    static final long NONE = -1;

    private static final Pattern FIELD = Pattern.compile("([A-Z]+)([^A-Z\"]*+(?:\"[^\"]*+\"?+[^A-Z\"]*+)*+)");
    private static final int LONGEST_KEY = 6;

    private String key = "";
    private String first = "";
    private final Map<String, String> values = new HashMap<>();

    Otf1Line(LineReader lines) {
        super(lines);
    }

    /** Moves to the next line that is neither blank nor a comment; returns false at the end. */
    boolean next() {
        while (nextNotBlank()) {
            if (firstCharacter() != '#') {
                return true;
            }
        }
        return false;
    }

    private char firstCharacter() {
        return (char) lines.bytes()[lines.start()];
    }

    /** Returns whether the line is a single number, which is a new time. */
    boolean isNumber() {
        return !isProcess() && (firstCharacter() < 'A' || firstCharacter() > 'Z');
    }

    /** Returns whether the line contains the process of the following records. */
    boolean isProcess() {
        return firstCharacter() == '*';
    }

    /** Returns the single number of the line, or its process. */
    long number() {
        return hex(text().substring(isProcess() ? 1 : 0));
    }

    /** Splits a record into its keys and values. */
    void split() {
        String text = text();
        Matcher field = FIELD.matcher(text);
        values.clear();
        int end = 0;
        while (end < text.length()) {
            if (!field.find() || field.start() != end) {
                throw malformed("a record of keys in capital letters with their values");
            }
            if (field.group(1).length() > LONGEST_KEY || field.group(2).startsWith(" ")) {
                throw malformed("the short form of OTF; the long form (words and blanks) is not supported");
            }
            if (end == 0) {
                key = field.group(1);
                first = field.group(2);
            } else {
                values.putIfAbsent(field.group(1), field.group(2));
            }
            end = field.end();
        }
    }

    /** Returns the first key. */
    String key() {
        return key;
    }

    /** Returns the number after the first key; {@link #NONE} without a number. */
    long first() {
        return first.isEmpty() ? NONE : hex(first);
    }

    /** Returns the number after another key; {@link #NONE} without this key. */
    long value(String other) {
        String value = values.get(other);
        return value == null ? NONE : hex(value);
    }

    /** Returns the text in quotes after a key; empty without such a text. */
    String quoted(String other) {
        return values.getOrDefault(other, "").replace("\"", "");
    }

    long[] list(String other) {
        return Stream.of(values.getOrDefault(other, "").split(","))
                .filter(number -> !number.isEmpty())
                .mapToLong(this::hex)
                .toArray();
    }

    /** Returns a hexadecimal number of the line. */
    long hex(String digits) {
        try {
            long value = Long.parseLong(digits, 16);
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // is reported like a negative number
        }
        throw malformed("a hexadecimal number below 2^63 instead of '" + digits + "'");
    }
}
