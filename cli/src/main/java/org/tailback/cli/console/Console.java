package org.tailback.cli.console;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.render.TextLines;
import org.tailback.table.Printable;

/** Output of one run of the command: a stream for results and a stream for messages, both UTF-8 with line feeds. */
public final class Console {
    private static final int BUFFER = 1 << 16;
    private static final String PREFIX = "tailback: ";

    private final PrintWriter results;
    private final PrintWriter messages;
    private final @Nullable Consumer<Supplier<String>> listener;
    private final Terminal resultTerminal;
    private final Terminal messageTerminal;
    private boolean verbose;

    /** Creates the console of a command whose streams are not terminals. */
    public Console(OutputStream out, OutputStream err) {
        this(out, err, null);
    }

    /** Returns the console of this process: its standard output and standard error. */
    public static Console ofProcess() {
        return new Console(
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                null,
                Terminal.ofStream(1),
                Terminal.ofStream(2));
    }

    /**
     * Creates the console of one of several commands in a process, where {@code -v} does not change the logging of
     * libraries.
     *
     * @param listener listener called at the beginning of each long step with a supplier of the step's progress as a
     *     short text; another thread may call the supplier; null for the console of the whole process
     */
    public Console(OutputStream out, OutputStream err, @Nullable Consumer<Supplier<String>> listener) {
        this(out, err, listener, Terminal.NONE, Terminal.NONE);
    }

    private Console(
            OutputStream out,
            OutputStream err,
            @Nullable Consumer<Supplier<String>> listener,
            Terminal resultTerminal,
            Terminal messageTerminal) {
        this.listener = listener;
        this.resultTerminal = resultTerminal;
        this.messageTerminal = messageTerminal;
        results = new PrintWriter(
                new BufferedWriter(new OutputStreamWriter(new ResultStream(out), StandardCharsets.UTF_8), BUFFER));
        messages = new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8), true);
    }

    /**
     * Returns the stream for results. The stream throws {@link ResultsNotWrittenException} if they cannot be written.
     */
    public PrintWriter results() {
        return results;
    }

    /** Returns the stream for messages; failures to write them are ignored. */
    public PrintWriter messages() {
        return messages;
    }

    /** Returns the terminal behind the results. */
    public Terminal terminal() {
        return resultTerminal;
    }

    /** Returns the terminal behind the messages. */
    Terminal messageTerminal() {
        return messageTerminal;
    }

    public void error(String message) {
        message(PREFIX, messageTerminal::error, message);
    }

    public void warning(String message) {
        message(PREFIX + "warning: ", messageTerminal::warning, message);
    }

    /** Prints the assumptions of a run: as one block on a terminal, otherwise one per line. */
    public void assumed(List<String> sentences) {
        String prefix = PREFIX + "assumed: ";
        if (messageTerminal.isPresent() && sentences.size() > 1) {
            message(prefix.strip(), UnaryOperator.identity(), "\n  " + String.join("\n  ", sentences));
        } else {
            sentences.forEach(sentence -> message(prefix, UnaryOperator.identity(), sentence));
        }
    }

    public void detail(String message) {
        if (verbose) {
            message(PREFIX, UnaryOperator.identity(), message);
        }
    }

    public void stackTrace(Throwable e) {
        e.printStackTrace(messages);
        messages.flush();
    }

    public boolean isVerbose() {
        return verbose;
    }

    /** Returns the receiver of progress; null if progress is printed on standard error. */
    @Nullable
    Consumer<Supplier<String>> listener() {
        return listener;
    }

    /** Sets whether details are printed, including log messages of libraries. */
    public void setVerbose(boolean wanted) {
        verbose = wanted;
        if (wanted && listener == null) {
            CommandLogging.verbose();
        }
    }

    public void flush() {
        results.flush();
    }

    /** Prints a message, wrapped on a terminal, otherwise on one line for files and other programs. */
    private void message(String prefix, UnaryOperator<String> colour, String text) {
        String printed = Printable.of(prefix + text);
        String lines = messageTerminal.isPresent() ? TextLines.hanging(printed, messageTerminal.width()) : printed;
        messages.print(colour.apply(prefix) + lines.substring(prefix.length()) + "\n");
        messages.flush();
    }

    /**
     * Stream that writes without buffering, and converts failures of the underlying stream to {@link
     * ResultsNotWrittenException}, which no writer catches.
     */
    static final class ResultStream extends OutputStream {
        private final OutputStream out;

        ResultStream(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            try {
                out.write(bytes, offset, length);
                out.flush();
            } catch (IOException e) {
                throw new ResultsNotWrittenException(e);
            }
        }
    }
}
