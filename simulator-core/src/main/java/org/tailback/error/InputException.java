package org.tailback.error;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Error of an unusable user input: a file, an argument or a parameter. The message is complete: position, text found,
 * expectation and remedy; a command prints it unchanged and exits with status 2.
 */
public final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the error.
     *
     * @param message one or a few sentences for the user, understandable without a stack trace
     */
    public InputException(String message) {
        super(message);
    }

    /** Creates the error with the exception that caused it. */
    public InputException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Returns an error at a place in a text.
     *
     * @param place position of the problem, as {@code file:line:column} or {@code file:line}, or an argument's name
     * @param problem the text found and the expectation
     * @param remedy the necessary action, a separate sentence; may be empty
     */
    public static InputException at(String place, String problem, String remedy) {
        return new InputException(place + ": " + problem + (remedy.isEmpty() ? "" : ". " + remedy));
    }

    /** Returns a copy of this error whose message begins with a place: {@code file:line} or an argument's name. */
    public InputException at(String place) {
        return new InputException(place + ": " + getMessage(), this);
    }

    /**
     * Returns the error of a text file that could not be read; its message states whether the file is missing or a
     * folder.
     */
    public static InputException unreadable(Path file, IOException why) {
        return FileErrors.unreadable(file, why);
    }
}
