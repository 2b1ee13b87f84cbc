package org.tailback.trace.io;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import org.tailback.error.FileErrors;
import org.tailback.error.InputException;
import org.tailback.stability.Internal;

/**
 * Messages for errors of a JSON parser. For violations of its limits (length of a name or number, nesting), the parser
 * provides no position.
 */
@Internal
public final class JsonErrors {
    private JsonErrors() {}

    /** Returns the error for a file that is not JSON, or cannot be read. */
    public static InputException of(Object file, IOException cause) {
        if (!(cause instanceof JsonProcessingException json)) {
            return FileErrors.unreadable(file, cause);
        }
        JsonLocation location = json.getLocation();
        String place = location == null ? "" : ":" + location.getLineNr() + ":" + location.getColumnNr();
        return new InputException(
                file + place + ": is not JSON (" + problem(cause) + "). Is the file complete?", cause);
    }

    /** Returns the column of an error in a single-line text, >= 1. */
    public static int column(JsonProcessingException cause) {
        return cause.getLocation() == null ? 1 : cause.getLocation().getColumnNr();
    }

    /**
     * Returns the parser's message, without the location of an opening bracket, which depends on the parser's
     * configuration.
     */
    public static String problem(IOException cause) {
        String message = cause instanceof JsonProcessingException json
                ? String.valueOf(json.getOriginalMessage())
                : FileErrors.reason(cause);
        int place = message.indexOf(" (start marker at ");
        return place < 0 ? message : message.substring(0, place);
    }
}
