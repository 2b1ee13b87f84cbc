package org.tailback.cli.console;

import java.io.BufferedWriter;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The output of one run of the command: results to one stream, messages to the other, both UTF-8 with line feeds. */
public final class Console {
    private static final int BUFFER = 1 << 16;
    private static final String PREFIX = "tailback: ";

    private final PrintWriter results;
    private final PrintWriter messages;
    private final @Nullable ProgressListener listener;
    private boolean verbose;

    /**
     * The console of a process that runs one command.
     *
     * @param out receives results
     * @param err receives messages
     */
    public Console(OutputStream out, OutputStream err) {
        this(out, err, null);
    }

    /**
     * The console of one of several commands in a process, where {@code -v} does not change what libraries log.
     *
     * @param out receives results
     * @param err receives messages
     * @param listener receives progress; null for the console of the whole process
     */
    public Console(OutputStream out, OutputStream err, @Nullable ProgressListener listener) {
        this.listener = listener;
        results = new PrintWriter(
                new BufferedWriter(new OutputStreamWriter(new ResultStream(out), StandardCharsets.UTF_8), BUFFER));
        messages = new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8), true);
    }

    /** For results; throws {@link ResultsNotWrittenException} when they cannot be written. */
    public PrintWriter results() {
        return results;
    }

    /** For messages; failures to write them are ignored. */
    public PrintWriter messages() {
        return messages;
    }

    /** Prints the message of an error that ends the command. */
    public void error(String message) {
        line(PREFIX + message);
    }

    /** Prints a warning; the command continues. */
    public void warning(String message) {
        line(PREFIX + "warning: " + message);
    }

    /** Prints a message if {@code -v} is set. */
    public void detail(String message) {
        if (verbose) {
            line(PREFIX + message);
        }
    }

    /** Prints the stack trace of an exception. */
    public void stackTrace(Throwable e) {
        e.printStackTrace(messages);
        messages.flush();
    }

    /** True after {@code -v}. */
    public boolean isVerbose() {
        return verbose;
    }

    /** Returns the receiver of progress; null for one on standard error. */
    @Nullable
    ProgressListener listener() {
        return listener;
    }

    /** Sets whether details are printed, including those that the libraries log. */
    public void setVerbose(boolean wanted) {
        verbose = wanted;
        if (wanted && listener == null) {
            CommandLogging.verbose();
        }
    }

    /** Writes all buffered results. */
    public void flush() {
        results.flush();
    }

    private void line(String text) {
        messages.print(Printable.of(text) + "\n");
        messages.flush();
    }
}
