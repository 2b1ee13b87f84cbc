package org.tailback.cli.serve;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Lines of a stream, of bounded length. */
final class Lines {
    /** Length of the longest line in bytes. */
    static final int LONGEST = 1 << 20;

    private final InputStream in;
    private boolean tooLong;

    Lines(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /**
     * Returns the next line without its end, or as much of it as is allowed; null at the end of the stream. What comes
     * behind the last line feed is a line.
     */
    byte @Nullable [] next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        tooLong = false;
        int b = in.read();
        if (b < 0) {
            return null;
        }
        while (b >= 0 && b != '\n') {
            if (line.size() < LONGEST) {
                line.write(b);
            } else {
                tooLong = true;
            }
            b = in.read();
        }
        return line.toByteArray();
    }

    /** Returns whether the last line was longer than {@link #LONGEST}. */
    boolean isTooLong() {
        return tooLong;
    }
}
