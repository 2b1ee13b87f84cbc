package org.tailback.trace.goal;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.Numbers;
import org.tailback.trace.io.WordTable;

/** Scanner for the words, numbers and punctuation of a GOAL text, with error messages that contain positions. */
final class GoalScanner implements AutoCloseable {
    private static final int LONGEST_LINE = 1 << 20;

    /** Start of the word found by {@link #word}, in {@link #bytes}. */
    int wordStart;

    int wordEnd;

    private final LineReader lines;
    private final String name;
    private byte[] bytes = {};
    private int end;
    private int at;
    private int rank = -1;

    GoalScanner(InputStream input, String name) {
        lines = new LineReader(input, 1 << 16, number -> name + ":" + number);
        this.name = name;
    }

    byte[] bytes() {
        return bytes;
    }

    long line() {
        return lines.lineNumber();
    }

    /** Sets the rank for later error messages; none if negative. */
    void inRank(int number) {
        rank = number;
    }

    /**
     * Advances over line ends to the next character that is neither blank nor comment; returns false at the end of the
     * text.
     */
    boolean skipToMark() {
        while (true) {
            skipBlanks();
            if (at == end) {
                if (!nextLine()) {
                    return false;
                }
            } else if (isNext('/', 0)) {
                skipComment();
            } else {
                return true;
            }
        }
    }

    boolean isEndOfLine() {
        skipBlanks();
        return at == end;
    }

    void endOfLine() {
        if (!isEndOfLine()) {
            if (isNext('/', 0) && (isNext('/', 1) || isNext('*', 1))) {
                throw problem("a comment behind an operation", "Put the comment on a separate line");
            }
            throw expected("the end of the line");
        }
    }

    /** Skips blanks, then takes the next character if it is the given one. */
    boolean take(char character) {
        skipBlanks();
        boolean found = isNext(character, 0);
        at += found ? 1 : 0;
        return found;
    }

    /** Takes the next word after blanks (a letter, then letters, digits and _); returns false if there is none. */
    boolean word() {
        skipBlanks();
        int to = at;
        if (to < end && isLetter(bytes[to])) {
            do {
                to++;
            } while (to < end && (isLetter(bytes[to]) || isDigit(bytes[to]) || bytes[to] == '_'));
        }
        wordStart = at;
        wordEnd = to;
        at = to;
        return to > wordStart;
    }

    void backToWord() {
        at = wordStart;
    }

    boolean wordIs(String expected) {
        return WordTable.is(bytes, wordStart, wordEnd, expected);
    }

    boolean wordIsOneOf(List<String> words) {
        for (String word : words) {
            if (wordIs(word)) {
                return true;
            }
        }
        return false;
    }

    /** Returns a part of the line, in quotes. */
    String quoted(int start, int end) {
        return "'" + new String(bytes, start, end - start, StandardCharsets.ISO_8859_1) + "'";
    }

    void expectWord(String expected) {
        if (!takeWord(expected)) {
            throw expected("'" + expected + "'");
        }
    }

    boolean takeWord(String wanted) {
        if (word() && wordIs(wanted)) {
            return true;
        }
        backToWord();
        return false;
    }

    /**
     * Takes an unsigned number.
     *
     * @param name meaning of the number, for messages
     * @param most largest allowed number, unsigned
     */
    long number(String name, long most) {
        skipBlanks();
        int from = at;
        long value = 0;
        boolean tooLarge = false;
        while (at < end && isDigit(bytes[at])) {
            int digit = bytes[at] - '0';
            tooLarge |=
                    Long.compareUnsigned(value, 0x1999999999999999L) > 0 || (value == 0x1999999999999999L && digit > 5);
            value = 10 * value + digit;
            at++;
        }
        if (at == from) {
            throw expected(name + ", a whole number from 0 to " + Long.toUnsignedString(most));
        }
        if (tooLarge || Long.compareUnsigned(value, most) > 0) {
            at = from;
            throw expected(name + ", at most " + Long.toUnsignedString(most));
        }
        return value;
    }

    boolean takeMinusOne() {
        skipBlanks();
        boolean found = isNext('-', 0) && isNext('1', 1) && !(at + 2 < end && isDigit(bytes[at + 2]));
        at += found ? 2 : 0;
        return found;
    }

    InputException expected(String item) {
        return problem("expected " + item + ", found " + found(), "");
    }

    InputException problem(String problem, String remedy) {
        return problemAt(line() + ":" + (at - lines.start() + 1), problem, remedy);
    }

    /** Returns an error about a word of the line. */
    InputException problemAtWord(int start, String problem, String remedy) {
        at = start;
        return problem(problem, remedy);
    }

    InputException problemAtEnd(String problem, String remedy) {
        return problemAt(Long.toString(Math.max(1, line())), problem, remedy);
    }

    InputException problemAt(String place, String problem, String remedy) {
        return InputException.at(name + ":" + place, (rank < 0 ? "" : "rank " + rank + ": ") + problem, remedy);
    }

    private String found() {
        if (at == end) {
            return "the end of the line";
        }
        int to = at + 1;
        while (to < end && bytes[to] > ' ') {
            to++;
        }
        return "'" + Numbers.printable(bytes, at, to) + "'";
    }

    private void skipBlanks() {
        while (at < end && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r')) {
            at++;
        }
    }

    private void skipComment() {
        if (isNext('/', 1)) {
            at = end;
            return;
        }
        if (!isNext('*', 1)) {
            throw expected("a comment (// or /* */) or a word");
        }
        long begun = line();
        at += 2;
        while (!(isNext('*', 0) && isNext('/', 1))) {
            if (at < end) {
                at++;
            } else if (!nextLine()) {
                throw problemAt(Long.toString(begun), "a comment begins here and never ends", "Close it with */");
            }
        }
        at += 2;
    }

    private boolean nextLine() {
        boolean found = lines.next();
        bytes = lines.bytes();
        at = lines.start();
        end = lines.end();
        if (end - at > LONGEST_LINE) {
            throw InputException.at(
                    lines.place(),
                    "a line of more than " + LONGEST_LINE + " bytes",
                    "The file is not a GOAL text. Give a file that txt2bin accepts, or its binary form");
        }
        return found;
    }

    private boolean isNext(char character, int distance) {
        return at + distance < end && bytes[at + distance] == character;
    }

    private static boolean isLetter(byte character) {
        int lower = character | 0x20;
        return lower >= 'a' && lower <= 'z';
    }

    private static boolean isDigit(byte character) {
        return character >= '0' && character <= '9';
    }

    @Override
    public void close() {
        lines.close();
    }
}
