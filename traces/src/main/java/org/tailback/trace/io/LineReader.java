package org.tailback.trace.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongFunction;
import org.tailback.columns.Columns;
import org.tailback.error.FileErrors;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;

/**
 * Reader that splits bytes into lines without an allocation per line. The current line is a range of one buffer. The
 * buffer is replaced by a larger buffer only for a line that does not fit. The last line may lack its newline. Not
 * thread-safe.
 */
public final class LineReader implements AutoCloseable {
    /**
     * Longest line, in bytes. An alltoallv line contains two counts per rank, of at most ten digits each: this length
     * suffices for 700 000 ranks. Longer lines do not occur in a text trace.
     */
    public static final int LONGEST_LINE = 1 << 24;

    private static final int UNKNOWN = -1;

    private final InputStream input;
    private final LongFunction<String> place;
    private byte[] buffer;
    private int lineStart;
    /** Position of the end of the current line; {@link #UNKNOWN} before it is searched. */
    private int lineEnd;

    private int next;
    private int filled;
    /** Position up to which the buffer contains complete lines. */
    private int complete;

    private boolean inputEnded;
    /** True if a newline was added because the last line had none. */
    private boolean newlineAdded;

    private long lineNumber;
    /** Number of bytes of the input before the content of the buffer. */
    private long discarded;

    /**
     * Creates a reader before the first line.
     *
     * @param input source of the lines; closed together with the reader
     * @param bufferSize initial size of the buffer, bytes, >= 1
     * @param place function from the number of a line, from 1, to its name in messages, such as {@code file:line}
     */
    public LineReader(InputStream input, int bufferSize, LongFunction<String> place) {
        this.input = input;
        this.buffer = new byte[bufferSize];
        this.place = place;
    }

    /**
     * Opens a file, with decompression for gzip. The name of a line in messages is {@code file:line}.
     *
     * @param bufferSize initial size of the buffer, bytes, >= 1
     * @throws InputException if the file cannot be read
     */
    public static LineReader open(Path file, int bufferSize) {
        try {
            return new LineReader(
                    SourceStream.decompressed(new FileSource(file)), bufferSize, number -> file + ":" + number);
        } catch (IOException e) {
            throw FileErrors.unreadable(file, e);
        }
    }

    /**
     * Moves to the next line.
     *
     * @return false at the end
     * @throws InputException if the input cannot be read or decompressed, or the line is too long
     */
    public boolean next() {
        if (!advance()) {
            return false;
        }
        findEnd();
        return true;
    }

    /**
     * Moves to the next line like {@link #next}, without searching for its newline. The caller finds the newline, which
     * is in {@link #bytes} at or after {@link #start}, and passes it to {@link #endAt}. This saves one pass over the
     * bytes.
     *
     * @return false at the end
     * @throws InputException under the conditions of {@link #next}
     */
    public boolean advance() {
        if (lineEnd == UNKNOWN) {
            findEnd();
        }
        lineStart = next;
        if (next >= complete && !completeLine()) {
            return false;
        }
        lineNumber++;
        lineEnd = UNKNOWN;
        return true;
    }

    /**
     * Sets the end of the current line.
     *
     * @param newline index of the line's newline in {@link #bytes}
     */
    public void endAt(int newline) {
        lineEnd = newline;
        next = newline + 1;
    }

    private void findEnd() {
        byte[] bytes = buffer;
        int i = lineStart;
        while (bytes[i] != '\n') {
            i++;
        }
        endAt(i);
    }

    /** Reads until the buffer contains a complete line at the line's start; returns false at the end of the input. */
    private boolean completeLine() {
        while (!inputEnded) {
            int before = fill();
            for (int i = filled - 1; i >= before; i--) {
                if (buffer[i] == '\n') {
                    complete = i + 1;
                    return true;
                }
            }
        }
        if (lineStart == filled) {
            lineEnd = lineStart;
            return false;
        }
        buffer = Columns.fit(buffer, filled);
        buffer[filled++] = '\n';
        newlineAdded = true;
        complete = filled;
        return true;
    }

    /**
     * Moves the incomplete line to the front of the buffer, enlarges the buffer if it is full, and reads once.
     *
     * @return position of the first new byte
     */
    private int fill() {
        if (lineStart > 0) {
            System.arraycopy(buffer, lineStart, buffer, 0, filled - lineStart);
            filled -= lineStart;
            discarded += lineStart;
            lineStart = 0;
            next = 0;
            complete = 0;
        }
        if (filled == buffer.length) {
            if (filled >= LONGEST_LINE) {
                lineNumber++;
                throw InputException.at(
                        place(), "the line is longer than " + LONGEST_LINE + " bytes", "Is the file a text trace?");
            }
            buffer = Arrays.copyOf(buffer, Math.min(LONGEST_LINE, 2 * buffer.length));
        }
        int before = filled;
        try {
            int count = input.read(buffer, filled, buffer.length - filled);
            if (count < 0) {
                inputEnded = true;
            } else {
                filled += count;
            }
        } catch (IOException e) {
            lineNumber++;
            String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new InputException(
                    place() + ": cannot be read further (" + reason + "). Is the file complete and undamaged?", e);
        }
        return before;
    }

    /** Returns the array that contains the current line; valid up to the next call of {@link #next}. */
    public byte[] bytes() {
        return buffer;
    }

    /** Returns the index of the current line's start in {@link #bytes}. */
    public int start() {
        return lineStart;
    }

    /** Returns the index of the current line's end, newline excluded. */
    public int end() {
        if (lineEnd == UNKNOWN) {
            findEnd();
        }
        return lineEnd;
    }

    public String text(Charset charset) {
        return new String(buffer, lineStart, end() - lineStart, charset);
    }

    /**
     * Returns the current line as text.
     *
     * @throws InputException with the column in bytes, if the line is not valid UTF-8
     */
    public String utf8() {
        return Utf8.text(buffer, lineStart, end(), position -> place() + ":" + (position - lineStart + 1));
    }

    /** Returns the position of the next line in the input, in bytes. */
    public long nextOffset() {
        end();
        return discarded + next - (newlineAdded && next == filled ? 1 : 0);
    }

    /** Returns the number of the current line, from 1. */
    public long lineNumber() {
        return lineNumber;
    }

    /** Returns the name of the current line in messages. */
    public String place() {
        return place.apply(lineNumber);
    }

    /** Returns the name of a line in messages, by its number from 1. */
    public String place(long number) {
        return place.apply(number);
    }

    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            // the input holds only memory, and no more data are needed
            inputEnded = true;
        }
    }
}
