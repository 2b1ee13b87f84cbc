package org.tailback.trace.goal;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.tailback.error.InputException;

/** A text line by line in one buffer, without allocation per line. */
final class GoalLines implements Closeable {
    private static final int CAPACITY = 1 << 16;
    private static final int LONGEST_LINE = 1 << 20;

    /** The buffer that holds the current line; may change with each line. */
    byte[] bytes = new byte[CAPACITY];
    /** Where the current line begins in the buffer. */
    int start;
    /** Where it ends: behind its last byte, before line feed and carriage return. */
    int end;
    /** Number of the current line, from 1. */
    long number;

    private final InputStream input;
    private final String name;
    private int nextStart;
    private int filled;
    private boolean ended;
    private long bufferOffset;

    /**
     * @param name of the file, for messages
     * @param offset where in the file the input begins
     * @param linesBefore how many lines there are before it
     */
    GoalLines(InputStream input, String name, long offset, long linesBefore) {
        this.input = input;
        this.name = name;
        bufferOffset = offset;
        number = linesBefore;
    }

    /** Goes to the next line; false if there is none. */
    boolean next() {
        int scan = nextStart;
        while (true) {
            while (scan < filled) {
                if (bytes[scan] == '\n') {
                    begin(scan, scan + 1);
                    return true;
                }
                scan++;
            }
            if (ended) {
                if (nextStart == filled) {
                    start = filled;
                    end = filled;
                    return false;
                }
                begin(filled, filled);
                return true;
            }
            scan -= nextStart;
            fill();
        }
    }

    /** Returns where in the file a byte of the buffer stands. */
    long offsetOf(int position) {
        return bufferOffset + position;
    }

    private void begin(int behindLine, int behindLineFeed) {
        number++;
        start = nextStart;
        end = behindLine > start && bytes[behindLine - 1] == '\r' ? behindLine - 1 : behindLine;
        nextStart = behindLineFeed;
    }

    /** Moves what is left to the front of the buffer and reads more behind it. */
    private void fill() {
        int left = filled - nextStart;
        if (left > LONGEST_LINE) {
            throw InputException.at(
                    name + ":" + (number + 1),
                    "a line of more than " + LONGEST_LINE + " bytes",
                    "This is no GOAL text: give a file that txt2bin accepts, or a binary one made by it");
        }
        byte[] target = left > bytes.length / 2 ? new byte[2 * bytes.length] : bytes;
        System.arraycopy(bytes, nextStart, target, 0, left);
        bytes = target;
        bufferOffset += nextStart;
        nextStart = 0;
        filled = left;
        try {
            int read = input.read(bytes, filled, bytes.length - filled);
            ended = read < 0;
            filled += Math.max(read, 0);
        } catch (IOException e) {
            throw new InputException(name + ": cannot be read beyond line " + number + " (" + e + ")", e);
        }
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
