package org.tailback.trace.prv;

import org.tailback.error.InputException;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.Numbers;

/** The current line, read number by number: they are separated by colons. */
final class PrvLine {
    private final LineReader lines;
    private int position;
    private int end;
    private int field;

    PrvLine(LineReader lines) {
        this.lines = lines;
    }

    /** Goes to the next line that is not blank; false at the end. */
    boolean next() {
        while (lines.next()) {
            position = lines.start();
            end = lines.end();
            field = 0;
            byte[] bytes = lines.bytes();
            while (end > position && (bytes[end - 1] == '\r' || bytes[end - 1] == ' ')) {
                end--;
            }
            if (position < end) {
                return true;
            }
        }
        return false;
    }

    /** The first character. */
    char first() {
        return (char) lines.bytes()[lines.start()];
    }

    boolean hasMore() {
        return position < end;
    }

    /** Passes over the first field, which is a letter. */
    void skipLetter() {
        position = Math.min(end, position + 2);
        field = 1;
    }

    /** The next number. */
    long number() {
        byte[] bytes = lines.bytes();
        int from = position;
        int to = from;
        while (to < end && bytes[to] != ':') {
            to++;
        }
        long value = Numbers.integer(bytes, from, to);
        field++;
        if (value == Numbers.MALFORMED) {
            throw malformed("an integer of up to 18 digits as field " + field + " of the line");
        }
        position = Math.min(end, to + 1);
        return value;
    }

    /** The next number, which must lie in a range. */
    int number(long least, long most, String what) {
        long value = number();
        if (value < least || value > most) {
            throw malformed(what + " of " + least + " to " + most + " as field " + field + " of the line");
        }
        return (int) value;
    }

    /** The next number, a time. */
    long time() {
        long value = number();
        if (value < 0) {
            throw malformed("a time >= 0 as field " + field + " of the line");
        }
        return value;
    }

    /** The text from a position in the line on. */
    String text() {
        return new String(
                lines.bytes(), lines.start(), end - lines.start(), java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    InputException malformed(String expected) {
        return InputException.at(
                lines.place(),
                "expected " + expected + ", found '" + Numbers.printable(lines.bytes(), lines.start(), lines.end())
                        + "'",
                "Is the file complete and undamaged?");
    }
}
