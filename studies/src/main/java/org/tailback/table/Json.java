package org.tailback.table;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.google.common.collect.Lists;
import com.google.common.primitives.Doubles;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.output.Assumption;

/**
 * Writer of one JSON object. Fields are in the order of the calls. Numbers that are not finite are written as null.
 * Records of the two outer levels have one line each; deeper records share a line.
 */
public final class Json {
    private final JsonGenerator generator;
    private final Map<Class<?>, List<Field>> fieldsOf = new HashMap<>();

    private Json(JsonGenerator generator) {
        this.generator = generator;
    }

    /** Writes an object and a line feed; does not close the writer. */
    public static void write(Writer out, Consumer<Json> fields) {
        write(out, new JsonLayout(), "\n", fields);
    }

    /** Writes a record as an object and a line feed; does not close the writer. */
    public static void write(Writer out, Object record) {
        write(out, json -> json.record(record));
    }

    /** Returns an object as text without white space. */
    public static String compact(Consumer<Json> fields) {
        StringWriter text = new StringWriter();
        write(text, null, "", fields);
        return text.toString();
    }

    private static void write(Writer out, @Nullable PrettyPrinter layout, String end, Consumer<Json> fields) {
        try (JsonGenerator generator = new JsonFactory().createGenerator(out)) {
            generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            generator.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
            generator.setPrettyPrinter(layout);
            generator.writeStartObject();
            fields.accept(new Json(generator));
            generator.writeEndObject();
            generator.writeRaw(end);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes a value according to its type: number, boolean, text, record, list, array of doubles or map. If the
     * warnings contain {@linkplain Assumption assumptions}, these follow the field {@code warnings} as a second field.
     */
    public Json field(String name, @Nullable Object value) {
        try {
            generator.writeFieldName(name);
            value(value);
            if (name.equals("warnings") && value instanceof Collection<?> warnings) {
                List<String> assumptions =
                        Assumption.among(warnings.stream().map(String::valueOf).toList());
                if (!assumptions.isEmpty()) {
                    field("assumptions", assumptions);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /**
     * Writes the fields of a record ({@link Field}). Components that are records or maps are written as objects, lists
     * as arrays; null is omitted.
     */
    public Json record(Object record) {
        for (Field field : fieldsOf.computeIfAbsent(record.getClass(), Field::of)) {
            Object value = field.valueIn(record);
            if (!field.isAbsent(value)) {
                field(field.name(), value);
            }
        }
        return this;
    }

    /**
     * Writes records as arrays without names. The arrays contain the values of the fields in {@code names}, a list of
     * names separated by spaces.
     */
    public Json rows(String name, List<?> records, String names) {
        List<Field> fields = new ArrayList<>();
        for (String wanted : records.isEmpty() ? List.<String>of() : List.of(names.split(" "))) {
            fields.add(Field.of(records.get(0).getClass()).stream()
                    .filter(field -> field.name().equals(wanted))
                    .findFirst()
                    .orElseThrow());
        }
        return field(
                name,
                Lists.transform(
                        records,
                        record -> fields.stream()
                                .map(field -> field.valueIn(record))
                                .toList()));
    }

    private void value(@Nullable Object any) throws IOException {
        Object value = Field.plain(any);
        if (value instanceof Double number) {
            if (Double.isFinite(number)) {
                generator.writeNumber(ShortestNumbers.shortest(number));
            } else {
                generator.writeNull();
            }
        } else if (value instanceof Number number) {
            generator.writeNumber(number.longValue());
        } else if (value instanceof Boolean truth) {
            generator.writeBoolean(truth);
        } else if (value instanceof Map<?, ?> map) {
            generator.writeStartObject();
            map.forEach((key, its) -> field(String.valueOf(Field.plain(key)), its));
            generator.writeEndObject();
        } else if (value instanceof Collection<?> values) {
            generator.writeStartArray();
            for (Object each : values) {
                value(each);
            }
            generator.writeEndArray();
        } else if (value instanceof double[] values) {
            value(Doubles.asList(values));
        } else if (value != null && Field.isObject(value)) {
            generator.writeStartObject();
            record(value);
            generator.writeEndObject();
        } else {
            generator.writeString(value == null ? null : value.toString());
        }
    }
}
