package org.tailback.study.training;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;

/** Settings from a JSON file, whose nulls are the scalar {@code null}; keys and values have their line and column. */
final class JsonSettings {
    private final String source;
    private final JsonParser parser;

    private JsonSettings(String source, JsonParser parser) {
        this.source = source;
        this.parser = parser;
    }

    /**
     * Reads a text.
     *
     * @param source prefix of line and column in messages
     * @param name noun for the whole text in messages
     * @throws InputException if the text is not a JSON object, or has a key twice
     */
    static Settings parse(String text, String source, String name) {
        JsonFactory factory = JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        try (JsonParser parser = factory.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw InputException.at(source, "expected a JSON object, as a " + name + " is", "");
            }
            return new JsonSettings(source, parser).section(name);
        } catch (JsonProcessingException e) {
            throw InputException.at(place(source, e.getLocation()), "is no JSON: " + e.getOriginalMessage(), "");
        } catch (IOException e) {
            throw new InputException(source + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private static String place(String source, JsonLocation at) {
        return source + ":" + at.getLineNr() + ":" + at.getColumnNr();
    }

    private Settings section(String name) throws IOException {
        String start = place(source, parser.currentTokenLocation());
        Map<String, Value> values = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            String keyPlace = place(source, parser.currentTokenLocation());
            parser.nextToken();
            values.put(key, value(key).withKeyPlace(keyPlace));
        }
        return new Settings(name, start, values);
    }

    private Value value(String name) throws IOException {
        String start = place(source, parser.currentTokenLocation());
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            return Value.section(section(name));
        }
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            return Value.scalar(start, parser.getText());
        }
        List<Value> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(name));
        }
        return Value.list(start, items);
    }
}
