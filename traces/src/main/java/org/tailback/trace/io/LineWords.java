package org.tailback.trace.io;

/**
 * Cursor over the words of lines, one after the other, without an allocation: the base class of cursors over lines of
 * text. Words end at blanks, as defined by C's isspace, and at the newline. Not thread-safe; one object serves all
 * lines of a reader, which is closed together with it.
 *
 * <p>The class has fields instead of getters and no methods to override, because every method is in the loop over
 * lines.
 */
public abstract class LineWords implements AutoCloseable {
    /** Reader of the lines, whose line ends are set by this cursor. */
    protected final LineReader reader;

    /** Buffer that contains the line. */
    protected byte[] bytes = new byte[0];

    /** Index of the last word taken. */
    protected int wordStart;

    /** Index of the end of the last word taken. The line's newline is at or after it. */
    protected int wordEnd;

    /** Last eight letters of the word taken by {@link #takeWord}, the last one in the lowest byte. */
    protected long letters;

    private boolean begun;

    /** Creates a cursor before the first line of a reader. */
    protected LineWords(LineReader reader) {
        this.reader = reader;
    }

    /** Advances to the beginning of the next line; returns false at the end. */
    protected final boolean nextLine() {
        if (begun) {
            reader.endAt(lineEnd());
        }
        begun = reader.advance();
        if (begun) {
            bytes = reader.bytes();
            wordEnd = reader.start();
        }
        return begun;
    }

    /** Returns the index of the line's newline. O(rest of the line). */
    protected final int lineEnd() {
        byte[] line = bytes;
        int i = wordEnd;
        while (line[i] != '\n') {
            i++;
        }
        return i;
    }

    public final boolean hasMore() {
        return bytes[wordEnd] != '\n' && bytes[skipBlanks()] != '\n';
    }

    /** Takes a word; returns false at the end of the line. */
    protected final boolean takeWord() {
        byte[] line = bytes;
        int first = line[wordEnd] == ' ' && line[wordEnd + 1] > ' ' ? wordEnd + 1 : skipBlanks();
        int i = first;
        long last = 0;
        for (byte b = line[i]; b > ' ' || !endsWord(b); b = line[++i]) {
            last = last << 8 | b & 0xff;
        }
        letters = last;
        wordStart = first;
        wordEnd = i;
        return i > first;
    }

    /** Takes a word of 1 to 18 digits; returns -1 without taking the next word if it has another form. */
    protected final long takeDigits() {
        byte[] line = bytes;
        int first = line[wordEnd] == ' ' && line[wordEnd + 1] > ' ' ? wordEnd + 1 : skipBlanks();
        int i = first;
        long value = 0;
        byte b = line[i];
        while (b >= '0' && b <= '9') {
            value = 10 * value + (b - '0');
            b = line[++i];
        }
        if (b != ' ' && !endsWord(b) || i == first || i - first > 18) {
            return -1;
        }
        wordStart = first;
        wordEnd = i;
        return value;
    }

    /** Returns the index of the next word, or of the newline. */
    protected final int skipBlanks() {
        byte[] line = bytes;
        int i = wordEnd;
        byte b = line[i];
        while (b <= ' ' && b != '\n' && endsWord(b)) {
            b = line[++i];
        }
        return i;
    }

    private static boolean endsWord(byte b) {
        return b <= ' ' && (b == ' ' || b >= '\t' && b <= '\r');
    }

    /** Returns the last word taken, in quotes, for messages. */
    protected final String found() {
        return "'" + Numbers.printable(bytes, wordStart, wordEnd) + "'";
    }

    /** Returns whether the last word taken is a given word. */
    protected final boolean is(String word) {
        return WordTable.is(bytes, wordStart, wordEnd, word);
    }

    @Override
    public final void close() {
        reader.close();
    }
}
