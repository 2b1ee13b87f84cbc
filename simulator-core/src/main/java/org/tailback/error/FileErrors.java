package org.tailback.error;

import com.google.common.base.Ascii;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.zip.ZipException;
import org.tailback.stability.Internal;

/** Descriptions of file failures, without the names of Java's exceptions. */
@Internal
public final class FileErrors {
    private static final String FOLDER = "expected a file, found a folder";
    private static final String MISSING = "there is no such file";
    private static final String LOOP = "too many levels of symbolic links";
    private static final String DENIED = "access is denied";

    private FileErrors() {}

    /** Returns the error for a file, or its name, that cannot be read. */
    public static InputException unreadable(Object file, IOException why) {
        boolean damaged = why instanceof EOFException || why instanceof ZipException;
        return new InputException(
                file + ": " + problem("cannot be read", why) + (damaged ? ". Is the file complete and undamaged?" : ""),
                why);
    }

    /** Returns the error for a file, or its name, that cannot be written. */
    public static InputException unwritable(Object file, IOException why) {
        return new InputException(file + ": " + problem("cannot be written", why), why);
    }

    private static String problem(String what, IOException why) {
        String reason = reason(why);
        return reason.equals(FOLDER) || reason.equals(MISSING) ? reason : what + " (" + reason + ")";
    }

    /** Returns the reason of a failure as text, such as "access is denied" or "too many levels of symbolic links". */
    public static String reason(IOException why) {
        if (why instanceof NoSuchFileException) {
            return MISSING;
        } else if (why instanceof AccessDeniedException) {
            return DENIED;
        } else if (why instanceof FileSystemLoopException) {
            return LOOP;
        } else if (why instanceof NotDirectoryException) {
            return "it is not a folder";
        } else if (why instanceof FileSystemException file && file.getReason() != null) {
            return ofSystem(file.getReason());
        } else if (why instanceof EOFException) {
            return "it is truncated";
        }
        String message = why.getMessage();
        if (message == null || message.isBlank()) {
            return "input or output failed";
        }
        int begin = message.lastIndexOf('(');
        boolean inBrackets = why instanceof FileNotFoundException && begin >= 0 && message.endsWith(")");
        return ofSystem(inBrackets ? message.substring(begin + 1, message.length() - 1) : message);
    }

    private static String ofSystem(String reason) {
        if (reason.startsWith("Too many levels of symbolic links")) {
            return LOOP;
        }
        return switch (reason) {
            case "Is a directory" -> FOLDER;
            case "No such file or directory" -> MISSING;
            case "Permission denied", "Operation not permitted" -> DENIED;
            default ->
                reason.matches("\\p{Lu}(\\P{Lu}.*)?")
                        ? Ascii.toLowerCase(reason.charAt(0)) + reason.substring(1)
                        : reason;
        };
    }
}
