package org.tailback.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import org.tailback.error.InputException;

/** Common parts of the writers of traces. */
public final class TraceWriting {
    private TraceWriting() {}

    /** Writes something. */
    @FunctionalInterface
    public interface Work {
        /** Writes it. */
        void run() throws IOException;
    }

    /**
     * Writes, and converts a failure into an error for the user.
     *
     * @throws InputException if the target cannot be written; exceptions of the work that are no input or output pass
     *     through
     */
    public static void during(Path target, Work work) {
        try {
            work.run();
        } catch (UncheckedIOException e) {
            throw failed(target, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw failed(target, e);
        }
    }

    private static InputException failed(Path target, IOException e) {
        String reason = e.getClass() == IOException.class ? e.getMessage() : e.toString();
        return new InputException(target + ": cannot be written (" + reason + ")", e);
    }
}
