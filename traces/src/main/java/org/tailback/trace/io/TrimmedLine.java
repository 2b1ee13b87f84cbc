package org.tailback.trace.io;

import java.nio.charset.StandardCharsets;
import org.tailback.error.InputException;

/**
 * Current line of a text, without the blanks and the carriage return at its end. Reading a line allocates no memory.
 */
public abstract class TrimmedLine implements AutoCloseable {
    protected final LineReader lines;

    private int end;

    /** Creates a cursor over the lines of a reader, which is closed together with it. */
    protected TrimmedLine(LineReader lines) {
        this.lines = lines;
    }

    /** Moves to the next line that is not blank; returns false at the end. */
    protected final boolean nextNotBlank() {
        while (lines.next()) {
            byte[] bytes = lines.bytes();
            int start = lines.start();
            int last = lines.end();
            while (last > start && (bytes[last - 1] == '\r' || bytes[last - 1] == ' ')) {
                last--;
            }
            end = last;
            if (last > start) {
                return true;
            }
        }
        return false;
    }

    protected final int end() {
        return end;
    }

    public final String text() {
        return new String(lines.bytes(), lines.start(), end - lines.start(), StandardCharsets.ISO_8859_1);
    }

    /** Returns an error for a line that differs from the expected form. */
    public final InputException malformed(String expected) {
        return malformed(expected, "");
    }

    /** Returns the error of {@link #malformed(String)} with additional advice. */
    protected final InputException malformed(String expected, String advice) {
        return InputException.at(
                lines.place(),
                "expected " + expected + ", found '" + Numbers.printable(lines.bytes(), lines.start(), lines.end())
                        + "'",
                "Is the file complete and undamaged?" + advice);
    }

    @Override
    public final void close() {
        lines.close();
    }
}
