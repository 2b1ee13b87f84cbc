package org.tailback.cli.console;

import java.io.IOException;
import java.util.Locale;

/** Failure to write the results to standard output: the pipe is closed, or the disk is full. */
public final class ResultsNotWrittenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ResultsNotWrittenException(IOException cause) {
        super("the results cannot be written: " + cause.getMessage(), cause);
    }

    /** Returns whether the reader has closed its end, as {@code head} does after its lines. */
    public boolean isClosedByReader() {
        String message = String.valueOf(getCause() == null ? "" : getCause().getMessage())
                .toLowerCase(Locale.ROOT);
        return message.contains("broken pipe")
                || message.contains("pipe is being closed")
                || message.contains("pipe closed");
    }
}
