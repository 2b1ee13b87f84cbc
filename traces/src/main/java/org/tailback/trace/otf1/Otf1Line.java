package org.tailback.trace.otf1;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.TrimmedLine;

/**
 * The current record: keys of capital letters, each with a value after it, which is a hexadecimal number, a list of
 * them or a text in quotes. Nothing is allocated per line except texts and lists.
 */
final class Otf1Line extends TrimmedLine {
    /** The value of a key that the record does not have. */
    static final long NONE = -1;

    private static final int MOST_KEYS = 24;
    private static final int LONGEST_KEY = 6;

    private final int[] keyBegins = new int[MOST_KEYS];
    private final int[] keyEnds = new int[MOST_KEYS];
    private final int[] valueEnds = new int[MOST_KEYS];
    private int keys;

    Otf1Line(LineReader lines) {
        super(lines);
    }

    /** Moves to the next line that is neither blank nor a comment; returns false at the end. */
    boolean next() {
        while (nextNotBlank()) {
            if (lines.bytes()[lines.start()] != '#') {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the line is a number alone: a new time. */
    boolean isNumber() {
        return !isCapital(lines.bytes()[lines.start()]) && lines.bytes()[lines.start()] != '*';
    }

    /** Returns whether the line names the process of the following records. */
    boolean isProcess() {
        return lines.bytes()[lines.start()] == '*';
    }

    /** Returns the number alone, or the process. */
    long number() {
        int from = lines.start() + (isProcess() ? 1 : 0);
        return hex(from, end());
    }

    private static boolean isCapital(byte b) {
        return b >= 'A' && b <= 'Z';
    }

    void split() {
        byte[] bytes = lines.bytes();
        int end = end();
        keys = 0;
        int i = lines.start();
        while (i < end) {
            if (keys == MOST_KEYS || !isCapital(bytes[i])) {
                throw malformed("a record of at most " + MOST_KEYS + " keys in capital letters with their values");
            }
            keyBegins[keys] = i;
            while (i < end && isCapital(bytes[i])) {
                i++;
            }
            keyEnds[keys] = i;
            if (i - keyBegins[keys] > LONGEST_KEY || i < end && bytes[i] == ' ') {
                throw malformed("the short form of OTF; the long form (words and blanks) is not supported");
            }
            boolean quoted = false;
            while (i < end && (quoted || !isCapital(bytes[i]))) {
                quoted ^= bytes[i] == '"';
                i++;
            }
            valueEnds[keys++] = i;
        }
    }

    private int find(String key, int from) {
        byte[] bytes = lines.bytes();
        for (int i = from; i < keys; i++) {
            boolean equal = keyEnds[i] - keyBegins[i] == key.length();
            for (int j = 0; equal && j < key.length(); j++) {
                equal = bytes[keyBegins[i] + j] == key.charAt(j);
            }
            if (equal) {
                return i;
            }
        }
        return -1;
    }

    boolean is(String key) {
        return keys > 0 && find(key, 0) == 0;
    }

    /** Returns the number after the first key; {@link #NONE} if there is none. */
    long first() {
        return keyEnds[0] == valueEnds[0] ? NONE : hex(keyEnds[0], valueEnds[0]);
    }

    /** Returns the number after another key; {@link #NONE} if there is no such key. */
    long value(String key) {
        int index = find(key, 1);
        return index < 0 ? NONE : hex(keyEnds[index], valueEnds[index]);
    }

    /** Returns the text in quotes after a key; empty if there is none. */
    String quoted(String key) {
        int index = find(key, 1);
        if (index < 0 || valueEnds[index] - keyEnds[index] < 2) {
            return "";
        }
        return new String(lines.bytes(), keyEnds[index], valueEnds[index] - keyEnds[index], StandardCharsets.ISO_8859_1)
                .replace("\"", "");
    }

    long[] list(String key) {
        int index = find(key, 1);
        if (index < 0) {
            return new long[0];
        }
        byte[] bytes = lines.bytes();
        long[] list = new long[(valueEnds[index] - keyEnds[index] + 1) / 2];
        int size = 0;
        int from = keyEnds[index];
        for (int i = from; i <= valueEnds[index]; i++) {
            if (i == valueEnds[index] || bytes[i] == ',') {
                if (i > from) {
                    list[size++] = hex(from, i);
                }
                from = i + 1;
            }
        }
        return Arrays.copyOf(list, size);
    }

    private long hex(int from, int to) {
        byte[] bytes = lines.bytes();
        long value = 0;
        boolean good = from < to && to - from <= 16;
        for (int i = from; good && i < to; i++) {
            int digit = Character.digit(bytes[i], 16);
            good = digit >= 0;
            value = value << 4 | digit;
        }
        if (!good || value < 0) {
            throw malformed("a hexadecimal number below 2^63 at column " + (from - lines.start() + 1));
        }
        return value;
    }
}
