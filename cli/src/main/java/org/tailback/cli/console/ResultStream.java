package org.tailback.cli.console;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Stream that turns failures of the stream behind it into {@link ResultsNotWrittenException}, which no writer swallows.
 */
final class ResultStream extends OutputStream {
    private final OutputStream out;

    ResultStream(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int b) {
        try {
            out.write(b);
        } catch (IOException e) {
            throw new ResultsNotWrittenException(e);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            throw new ResultsNotWrittenException(e);
        }
    }

    @Override
    public void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new ResultsNotWrittenException(e);
        }
    }
}
