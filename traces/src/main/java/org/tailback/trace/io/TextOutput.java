package org.tailback.trace.io;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Writer of words and numbers as text, usually without an allocation. The output stream need not be buffered. Not
 * thread-safe.
 */
public final class TextOutput implements Closeable {
    private static final int CAPACITY = 1 << 16;
    private static final int LONGEST_NUMBER = 32;

    private final OutputStream output;
    private final byte[] buffer = new byte[CAPACITY];
    private int filled;

    /**
     * Creates an output.
     *
     * @param output destination of the text, closed by {@link #close}
     */
    public TextOutput(OutputStream output) {
        this.output = output;
    }

    public TextOutput text(String text) {
        int length = text.length();
        room(length);
        if (length <= CAPACITY) {
            int at = filled;
            for (int i = 0; i < length; i++) {
                char c = text.charAt(i);
                if (c >= 0x80) {
                    return bytes(text.getBytes(StandardCharsets.UTF_8));
                }
                buffer[at++] = (byte) c;
            }
            filled = at;
            return this;
        }
        return bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private TextOutput bytes(byte[] bytes) {
        try {
            flush();
            output.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Appends one ASCII character. */
    public TextOutput character(char ascii) {
        room(1);
        buffer[filled++] = (byte) ascii;
        return this;
    }

    /** Appends a blank and a whole number. */
    public TextOutput number(long value) {
        return character(' ').digits(value);
    }

    public TextOutput digits(long value) {
        if (value == Long.MIN_VALUE) {
            return text(Long.toString(value));
        }
        room(LONGEST_NUMBER);
        long rest = value;
        if (rest < 0) {
            buffer[filled++] = '-';
            rest = -rest;
        }
        int digits = 1;
        for (long above = rest; above >= 10; above /= 10) {
            digits++;
        }
        for (int at = filled + digits - 1; at >= filled; at--) {
            buffer[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        filled += digits;
        return this;
    }

    /** Appends a blank and a finite number that reads back to the same bits; see {@link Decimals}. */
    public TextOutput decimal(double value) {
        return character(' ').text(Decimals.shortest(value));
    }

    private void room(int bytes) {
        if (filled + bytes > CAPACITY) {
            try {
                flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void flush() throws IOException {
        output.write(buffer, 0, filled);
        filled = 0;
    }

    @Override
    public void close() throws IOException {
        try (output) {
            flush();
        }
    }
}
