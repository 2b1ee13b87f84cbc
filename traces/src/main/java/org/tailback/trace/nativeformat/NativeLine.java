package org.tailback.trace.nativeformat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.program.OperationSink;
import org.tailback.settings.Suggestion;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.LineWords;
import org.tailback.trace.io.Numbers;

/**
 * One line of a native text as a cursor over its words. Every getter takes the next word and checks it; errors contain
 * file, line and column. One object serves all lines of a program.
 */
final class NativeLine extends LineWords {
    private boolean atLine;
    private @Nullable Word word;
    private int[] integers = new int[16];

    NativeLine(LineReader reader) {
        super(reader);
    }

    /** Advances to the next line that is neither blank nor a comment; returns false at the end. */
    boolean next() {
        atLine = false;
        while (!atLine && nextLine()) {
            atLine = firstWord();
        }
        return atLine;
    }

    /** Advances like {@link #next}, but skips most lines that begin neither with 'end' nor with 'rank'. */
    boolean nextEndOrRank() {
        atLine = false;
        while (!atLine && nextLine()) {
            byte first = bytes[wordEnd];
            boolean passed =
                    first >= 'a' && first <= 'z' && first != 'e' && (first != 'r' || bytes[wordEnd + 1] != 'a');
            atLine = !passed && firstWord();
        }
        return atLine;
    }

    /** Returns whether there is a current line: false before the first line and at the end. */
    boolean isAtLine() {
        return atLine;
    }

    private boolean firstWord() {
        word = null;
        return takeWord() && bytes[wordStart] != '#';
    }

    /** Returns the number of the line in the reader's input, from 1. */
    long lineNumber() {
        return reader.lineNumber();
    }

    /** Returns the position of the next line in the reader's input, in bytes. */
    long nextOffset() {
        return reader.nextOffset();
    }

    private @Nullable Word peekWord() {
        return Word.TABLE.find(letters, bytes, wordStart, wordEnd);
    }

    /** Returns the meaning of the line's first word, or null for a word that is not in the format. */
    Word.@Nullable Meaning meaning() {
        Word found = peekWord();
        return found == null ? null : found.meaning();
    }

    /** Returns the line's first word. */
    Word word() {
        Word found = peekWord();
        if (found == null) {
            throw problem(
                    "expected an operation, found " + found(),
                    Suggestion.of(Numbers.printable(bytes, wordStart, wordEnd), Word.operations()) + "Operations: "
                            + String.join(", ", Word.operations()));
        }
        word = found;
        return found;
    }

    boolean isFirst(String expected) {
        return is(expected);
    }

    /** Returns the names of lines in messages, by the number of the line in the reader's input. */
    LongFunction<String> places() {
        return reader::place;
    }

    byte[] bytes() {
        return Arrays.copyOfRange(bytes, reader.start(), lineEnd());
    }

    boolean skip(String expected) {
        int before = wordEnd;
        if (takeWord() && is(expected)) {
            return true;
        }
        wordEnd = before;
        return false;
    }

    String name() {
        require("a name");
        return Numbers.printable(bytes, wordStart, wordEnd);
    }

    void finish() {
        if (takeWord()) {
            throw problem("expected the end of the line, found " + found(), form());
        }
    }

    String rest() {
        return Utf8.text(bytes, wordEnd, lineEnd(), position -> place(position)).strip();
    }

    private void require(String name) {
        if (!takeWord()) {
            throw problem("expected " + name + ", found the end of the line", form());
        }
    }

    private String form() {
        return word == null ? "" : "Expected: " + word.meaning().form();
    }

    long integer(String name, long least, long most) {
        int before = wordEnd;
        long value = takeDigits();
        if (value >= 0 && value >= least && value <= most) {
            return value;
        }
        wordEnd = before;
        require(name);
        return checked(name, least, most);
    }

    private long checked(String name, long least, long most) {
        long value = Numbers.integer(bytes, wordStart, wordEnd);
        if (value == Numbers.MALFORMED) {
            value = largeInteger();
        }
        if (value == Numbers.MALFORMED || value < least || value > most) {
            throw problem(
                    "expected " + name + ", a whole number from " + least + " to "
                            + (most == Long.MAX_VALUE ? "2^63 - 1" : Long.toString(most)) + ", found " + found(),
                    form());
        }
        return value;
    }

    private long largeInteger() {
        if (wordEnd - wordStart > 20) {
            return Numbers.MALFORMED;
        }
        try {
            return Long.parseLong(new String(bytes, wordStart, wordEnd - wordStart, StandardCharsets.ISO_8859_1));
        } catch (NumberFormatException e) {
            return Numbers.MALFORMED;
        }
    }

    long size() {
        return integer("a number of bytes", 0, Long.MAX_VALUE);
    }

    int rank(int ranks) {
        return (int) integer("a rank", 0, ranks - 1L);
    }

    int source(int ranks) {
        return skip("any") ? OperationSink.ANY_SOURCE : rank(ranks);
    }

    int tag(boolean orAny) {
        return orAny && skip("any")
                ? OperationSink.ANY_TAG
                : (int) integer("a tag", Integer.MIN_VALUE + 1, Integer.MAX_VALUE);
    }

    int communicator() {
        return (int) integer("the number of a communicator", Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    double number(String name, double least) {
        require(name);
        double value = Numbers.decimal(bytes, wordStart, wordEnd);
        if (!(value >= least && value < Double.POSITIVE_INFINITY)) {
            throw problem(
                    "expected " + name + " as a finite number"
                            + (least == 0
                                    ? ", 0 or more"
                                    : least == Double.MIN_VALUE
                                            ? " above 0"
                                            : least > -Double.MAX_VALUE ? " of " + least + " or more" : "")
                            + ", found " + found(),
                    form());
        }
        return value;
    }

    /** Takes all following integers, up to the first word that is not an integer. */
    int[] integers(String name, long least, long most) {
        int count = 0;
        while (nextNumber()) {
            integers = Columns.fit(integers, count);
            integers[count++] = (int) checked(name, least, most);
        }
        return Arrays.copyOf(integers, count);
    }

    /** Takes all following sizes in bytes, like {@link #integers}. */
    long[] sizes() {
        long[] sizes = new long[16];
        int count = 0;
        while (nextNumber()) {
            sizes = Columns.fit(sizes, count);
            sizes[count++] = checked("a number of bytes", 0, Long.MAX_VALUE);
        }
        return Arrays.copyOf(sizes, count);
    }

    private boolean nextNumber() {
        int before = wordEnd;
        if (takeWord() && (bytes[wordStart] == '-' || bytes[wordStart] >= '0' && bytes[wordStart] <= '9')) {
            return true;
        }
        wordEnd = before;
        return false;
    }

    int oneOf(String... words) {
        require("one of " + String.join(", ", words));
        for (int i = 0; i < words.length; i++) {
            if (is(words[i])) {
                return i;
            }
        }
        throw problem("expected one of " + String.join(", ", words) + ", found " + found(), form());
    }

    private String place(int position) {
        return reader.place() + ":" + (position - reader.start() + 1);
    }

    InputException problem(String problem, String remedy) {
        return InputException.at(place(wordStart), problem, remedy);
    }

    InputException atEnd(String problem, String remedy) {
        return InputException.at(reader.place(), problem, remedy);
    }
}
