package org.tailback.cli.serve;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formatter of answers as lines of JSON. */
final class Answers {
    /** JSON value in place of an id, for requests without an id. */
    static final String NO_ID = "null";

    private Answers() {}

    static String done(String id, String result, List<String> warnings) {
        return "{\"id\":" + id + ",\"status\":0,\"result\":" + result
                + (warnings.isEmpty() ? "" : ",\"warnings\":" + quoted(warnings)) + "}";
    }

    /**
     * Returns the answer to a request that failed.
     *
     * @param result partial result, as JSON; null if there is none
     */
    static String failed(String id, int status, String message, @Nullable String result) {
        return "{\"id\":" + id + ",\"status\":" + status + ",\"error\":{\"status\":" + status + ",\"message\":"
                + quoted(message) + "}" + (result == null ? "" : ",\"result\":" + result) + "}";
    }

    static String progress(String id, double seconds, @Nullable String state) {
        return "{\"id\":" + id + ",\"progress\":{\"seconds\":" + seconds
                + (state == null ? "" : ",\"state\":" + quoted(state)) + "}}";
    }

    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        String escaped = new String(JsonStringEncoder.getInstance().quoteAsString(text));
        // an unpaired surrogate cannot be written as UTF-8
        escaped.codePoints()
                .forEach(point -> quoted.append(
                        point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE
                                ? String.format(Locale.ROOT, "\\u%04x", point)
                                : Character.toString(point)));
        return quoted.append('"').toString();
    }

    private static String quoted(List<String> texts) {
        return texts.stream().map(Answers::quoted).collect(Collectors.joining(",", "[", "]"));
    }

    /**
     * Returns the JSON output of a command without its line feeds and indentation; texts in JSON contain no line feeds.
     */
    static String inOneLine(String json) {
        return json.lines().map(String::stripLeading).collect(Collectors.joining());
    }
}
