package org.tailback.cli.render;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.table.Numbers;

/**
 * Writes one JSON object, field by field in the order of the calls. Numbers that are not finite become null. Records of
 * the outer two levels stand on lines of their own, deeper ones within a line.
 */
public final class Json {
    private final JsonGenerator generator;

    private Json(JsonGenerator generator) {
        this.generator = generator;
    }

    /** Writes an object and a line feed; does not close the writer. */
    public static void write(Writer out, Consumer<Json> fields) {
        try (JsonGenerator generator = new JsonFactory().createGenerator(out)) {
            generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            generator.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
            generator.setPrettyPrinter(new JsonLayout());
            generator.writeStartObject();
            fields.accept(new Json(generator));
            generator.writeEndObject();
            generator.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a number; null if it is not finite. */
    public Json number(String name, double value) {
        return field(name, () -> {
            if (Double.isFinite(value)) {
                generator.writeNumber(Numbers.shortest(value));
            } else {
                generator.writeNull();
            }
        });
    }

    /** Writes a whole number. */
    public Json number(String name, long value) {
        return field(name, () -> generator.writeNumber(value));
    }

    /** Writes a truth value. */
    public Json flag(String name, boolean value) {
        return field(name, () -> generator.writeBoolean(value));
    }

    /** Writes a text, or null. */
    public Json text(String name, @Nullable String value) {
        return field(name, () -> generator.writeString(value));
    }

    /** Writes a number, a truth value or a text, by the value's type. */
    Json field(String name, @Nullable Object value) {
        if (value instanceof Double number) {
            return number(name, number.doubleValue());
        }
        if (value instanceof Number number) {
            return number(name, number.longValue());
        }
        return value instanceof Boolean truth ? flag(name, truth) : text(name, (String) value);
    }

    /** Writes an array of texts. */
    public Json texts(String name, Iterable<String> values) {
        return field(name, () -> {
            generator.writeStartArray();
            for (String value : values) {
                generator.writeString(value);
            }
            generator.writeEndArray();
        });
    }

    /** Writes an object of numbers. */
    public Json numbers(String name, Map<String, ? extends Number> values) {
        return object(name, json -> values.forEach(json::field));
    }

    /** Writes an object. */
    public Json object(String name, Consumer<Json> fields) {
        return field(name, () -> {
            generator.writeStartObject();
            fields.accept(this);
            generator.writeEndObject();
        });
    }

    /** Returns an array of objects. */
    public <T> Json objects(String name, Iterable<T> items, BiConsumer<Json, T> fields) {
        return field(name, () -> {
            generator.writeStartArray();
            for (T item : items) {
                generator.writeStartObject();
                fields.accept(this, item);
                generator.writeEndObject();
            }
            generator.writeEndArray();
        });
    }

    private interface Step {
        void run() throws IOException;
    }

    private Json field(String name, Step value) {
        try {
            generator.writeFieldName(name);
            value.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }
}
