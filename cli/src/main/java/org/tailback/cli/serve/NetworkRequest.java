package org.tailback.cli.serve;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.google.common.primitives.Longs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tailback.cli.option.Require;
import org.tailback.error.InputException;
import org.tailback.settings.Suggestion;

/** A request to a network, filled field by field as it is read. */
final class NetworkRequest {
    private static final List<String> OPTIONS = List.of("platform", "model", "cost", "loss", "seed");
    private static final int NUMBERS_OF_MESSAGE = 3;
    private static final String MESSAGES_EXPECTED = "send: expected a list of [source, destination, bytes], found ";

    /** Platform, model, cost and loss of a network to open; empty for an open network. */
    final Map<String, String> options = new HashMap<>();

    long seed = 1;
    /** Source, destination and bytes of each message. */
    final List<long[]> messages = new ArrayList<>();

    /** Number of the network; 0 for a network to open. */
    long network;
    /** End of the simulation, seconds; infinite to simulate until a message arrives; NaN to simulate nothing. */
    double until = Double.NaN;

    boolean closes;

    /**
     * Reads the value of {@code network}, {@code send}, {@code until} or {@code close}, which is the parser's current
     * field.
     */
    void read(JsonParser json, String field) throws IOException {
        JsonToken value = json.currentToken();
        switch (field) {
            case "network" -> {
                if (value == JsonToken.START_OBJECT) {
                    readOptions(json);
                } else {
                    network = whole(json, field);
                }
            }
            case "send" -> readMessages(json);
            case "until" -> {
                boolean isTime = value == JsonToken.VALUE_NULL || value.isNumeric();
                Require.that(isTime, "until", "seconds, or null", json.getText());
                until = value == JsonToken.VALUE_NULL ? Double.POSITIVE_INFINITY : json.getDoubleValue();
            }
            default -> {
                Require.that(value == JsonToken.VALUE_TRUE, "close", "true", json.getText());
                closes = true;
            }
        }
    }

    private void readOptions(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            if (!OPTIONS.contains(name)) {
                throw new InputException("network: unknown field '" + name + "'. " + Suggestion.of(name, OPTIONS)
                        + "Fields: " + String.join(", ", OPTIONS));
            }
            JsonToken value = json.nextToken();
            if (name.equals("seed")) {
                seed = whole(json, name);
            } else {
                Require.that(value == JsonToken.VALUE_STRING, name, "a text", json.getText());
                options.put(name, json.getText());
            }
        }
        if (!options.containsKey("platform")) {
            throw new InputException("network: expected a platform, as in {\"platform\": \"leonardo\"}");
        }
    }

    private void readMessages(JsonParser json) throws IOException {
        requireList(json);
        while (json.nextToken() != JsonToken.END_ARRAY) {
            requireList(json);
            List<Long> numbers = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                numbers.add(whole(json, "send"));
            }
            if (numbers.size() != NUMBERS_OF_MESSAGE) {
                throw new InputException(MESSAGES_EXPECTED + numbers.size() + " numbers");
            }
            messages.add(Longs.toArray(numbers));
        }
    }

    private static void requireList(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw new InputException(MESSAGES_EXPECTED + json.getText());
        }
    }

    private static long whole(JsonParser json, String field) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_NUMBER_INT
                || json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            throw new InputException(field + ": expected a whole number, found " + json.getText());
        }
        return json.getLongValue();
    }
}
