package org.tailback.cli.serve;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Require;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.settings.Suggestion;
import org.tailback.trace.io.JsonErrors;

/** Reader of one request from a line, for use by one thread. */
final class RequestReader {
    private static final List<String> FIELDS =
            List.of("id", "command", "progress", "cancel", "network", "send", "until", "close");
    private static final int LONGEST_ID = 200;
    private static final int DEEPEST_NESTING = 8;
    private static final String EXPECTED = "expected a JSON object like {\"id\": 1, \"command\": [\"models\"]}";

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST_NESTING)
                    .build())
            .build();

    private String id = Answers.NO_ID;
    private @Nullable String cancelled;
    private @Nullable List<String> command;
    private boolean progress;
    private @Nullable NetworkRequest network;

    /** Returns the id of the request, also after an error; {@link Answers#NO_ID} if it has none. */
    String id() {
        return id;
    }

    Request read(byte[] line) {
        String decoded = Utf8.text(line, 0, line.length, position -> "byte " + position);
        String text = decoded.startsWith("\uFEFF") ? decoded.substring(1) : decoded;
        try (JsonParser json = JSON.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new InputException(EXPECTED + ", found something else");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                field(json, json.currentName());
            }
            if (json.nextToken() != null) {
                throw new InputException("expected one JSON object in a line, found more after column "
                        + json.currentTokenLocation().getColumnNr());
            }
        } catch (JsonProcessingException e) {
            throw new InputException(
                    EXPECTED + ", found at column " + JsonErrors.column(e) + ": " + JsonErrors.problem(e));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if ((cancelled == null ? 0 : 1) + (command == null ? 0 : 1) + (network == null ? 0 : 1) > 1) {
            throw new InputException("a request has one of command, cancel and network, not several");
        }
        if (network != null) {
            return new Request.OnNetwork(id, network);
        }
        if (cancelled != null) {
            return new Request.Cancel(id, cancelled);
        }
        if (command == null) {
            throw new InputException("a request needs \"command\", an array of texts, \"cancel\" or \"network\"");
        }
        return new Request.Run(id, command, progress);
    }

    private void field(JsonParser json, String name) throws IOException {
        JsonToken value = json.nextToken();
        switch (name) {
            case "id" -> id = identifier(json, "id");
            case "cancel" -> cancelled = identifier(json, "cancel");
            case "command" -> command = texts(json);
            case "progress" -> {
                Require.that(value.isBoolean(), "progress", "true or false", json.getText());
                progress = json.getBooleanValue();
            }
            case "network", "send", "until", "close" -> {
                network = network == null ? new NetworkRequest() : network;
                network.read(json, name);
            }
            case "limits" ->
                throw new InputException("limits are no longer offered: cancel a request that takes too long, and give"
                        + " the server less memory (TAILBACK_JAVA_OPTS=-Xmx1g)");
            default ->
                throw new InputException("unknown field '" + name + "'. " + Suggestion.of(name, FIELDS) + "Fields: "
                        + String.join(", ", FIELDS));
        }
    }

    private static String identifier(JsonParser json, String name) throws IOException {
        JsonToken value = json.currentToken();
        String text = json.getText();
        boolean isNull = value == JsonToken.VALUE_NULL && name.equals("id");
        boolean isName = isNull || value.isNumeric() || value == JsonToken.VALUE_STRING;
        Require.that(isName, name, "a text or a number", text);
        Require.that(text.length() <= LONGEST_ID, name, "at most " + LONGEST_ID + " characters", text.length());
        return value == JsonToken.VALUE_STRING ? Answers.quoted(text) : text;
    }

    private static List<String> texts(JsonParser json) throws IOException {
        List<String> texts = new ArrayList<>();
        boolean isArray = json.currentToken() == JsonToken.START_ARRAY;
        Require.that(isArray, "command", "an array of texts", json.getText());
        while (json.nextToken() != JsonToken.END_ARRAY) {
            Require.that(json.currentToken() == JsonToken.VALUE_STRING, "command", "texts", json.getText());
            texts.add(json.getText());
        }
        return texts;
    }

    sealed interface Request {
        /** Returns the id of the request for its answers, as JSON: a text, a number or null. */
        String id();

        /**
         * Request to run a command.
         *
         * @param command name of the command and its arguments
         * @param progress whether progress is requested
         */
        record Run(String id, List<String> command, boolean progress) implements Request {}

        /** Request to open a network, or to use an open network. */
        record OnNetwork(String id, NetworkRequest asked) implements Request {}

        /**
         * Request to cancel another request.
         *
         * @param cancelled id of the request to cancel, as JSON
         */
        record Cancel(String id, String cancelled) implements Request {}
    }
}
