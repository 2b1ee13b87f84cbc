package org.tailback.trace.prv;

import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.Numbers;
import org.tailback.trace.io.TrimmedLine;

/** Current line, read number by number. Numbers are separated by colons. */
final class PrvLine extends TrimmedLine {
    private int position;
    private int field;

    PrvLine(LineReader lines) {
        super(lines);
    }

    /** Moves to the next line that is not blank; returns false at the end. */
    boolean next() {
        boolean found = nextNotBlank();
        position = lines.start();
        field = 0;
        return found;
    }

    char first() {
        return (char) lines.bytes()[lines.start()];
    }

    boolean hasMore() {
        return position < end();
    }

    /** Skips the first field, which is a letter. */
    void skipLetter() {
        position = Math.min(end(), position + 2);
        field = 1;
    }

    long number() {
        byte[] bytes = lines.bytes();
        int from = position;
        int to = from;
        while (to < end() && bytes[to] != ':') {
            to++;
        }
        long value = Numbers.integer(bytes, from, to);
        field++;
        if (value == Numbers.MALFORMED) {
            throw malformed("an integer of up to 18 digits as field " + field + " of the line");
        }
        position = Math.min(end(), to + 1);
        return value;
    }

    /** Returns the next number after checking its range. */
    int number(long least, long most, String what) {
        long value = number();
        if (value < least || value > most) {
            throw malformed(what + " of " + least + " to " + most + " as field " + field + " of the line");
        }
        return (int) value;
    }

    // ---- the header, character by character

    /** Returns the column of the next character, from 1. */
    int column() {
        return position - lines.start() + 1;
    }

    /** Moves the position after a number of characters of the line. */
    void skipTo(int characters) {
        position = lines.start() + characters;
    }

    boolean skip(char c) {
        boolean found = hasMore() && lines.bytes()[position] == c;
        position += found ? 1 : 0;
        return found;
    }

    void expect(char c) {
        if (!skip(c)) {
            throw malformed("'" + c + "' at column " + column());
        }
    }

    /** Returns the next number, of 1 to 18 digits, and moves the position after it. */
    long digits(String what) {
        int from = position;
        byte[] bytes = lines.bytes();
        while (hasMore() && bytes[position] >= '0' && bytes[position] <= '9') {
            position++;
        }
        long value = Numbers.integer(bytes, from, position);
        if (value == Numbers.MALFORMED) {
            throw malformed(what + " at column " + (from - lines.start() + 1));
        }
        return value;
    }

    // ---- lines after the header

    long time() {
        long value = number();
        if (value < 0) {
            throw malformed("a time >= 0 as field " + field + " of the line");
        }
        return value;
    }
}
