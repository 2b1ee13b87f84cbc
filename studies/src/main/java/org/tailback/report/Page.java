package org.tailback.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.table.ResultFile;

/** One HTML file without a link to anything else: a frame, its content, its style, its script, and data as JSON. */
final class Page {
    private Page() {}

    /** Writes a part of the data. */
    @FunctionalInterface
    interface Data {
        void to(JsonGenerator json) throws IOException;
    }

    /**
     * Says early, before long work, whether a file's name is that of a page.
     *
     * @throws InputException if it does not end in .html
     */
    static void checkName(@Nullable Path file) {
        ResultFile.requireEnding(file, "a report", ".html");
    }

    /**
     * What a page is made of.
     *
     * @param title of the page, as text
     * @param verdict a sentence, as text
     * @param content name of the template of what is between verdict and facts; its marks are <code>{{NAME}}</code>
     * @param texts what stands for the marks, as HTML
     * @param script name of the script that fills the page
     * @param data for the script
     * @param facts names and values for the end of the page
     * @param warnings sentences
     */
    record Parts(
            String title,
            String verdict,
            String content,
            Map<String, String> texts,
            String script,
            Data data,
            Map<String, String> facts,
            List<String> warnings) {}

    /**
     * Writes a page as a whole or not at all.
     *
     * @throws InputException if the file has another ending than .html or cannot be written
     */
    static void write(Path file, Parts parts) {
        checkName(file);
        String page = filled(
                "page.html",
                Map.of(
                        "TITLE",
                        escaped(parts.title()),
                        "VERDICT",
                        escaped(parts.verdict()),
                        "CSS",
                        resource("report.css"),
                        "CONTENT",
                        filled(parts.content(), parts.texts()),
                        "DATA",
                        json(json -> data(json, parts)),
                        "TABLES",
                        resource("tables.js"),
                        "SCRIPT",
                        resource(parts.script())));
        ResultFile.write(file, part -> Files.writeString(part, page));
    }

    private static String filled(String template, Map<String, String> texts) {
        StringBuilder filled = new StringBuilder();
        String rest = resource(template);
        while (true) {
            int begin = rest.indexOf("{{");
            if (begin < 0) {
                break;
            }
            int end = rest.indexOf("}}", begin);
            filled.append(rest, 0, begin);
            filled.append(
                    Objects.requireNonNull(texts.get(rest.substring(begin + 2, end)), rest.substring(begin, end)));
            rest = rest.substring(end + 2);
        }
        return filled.append(rest).toString();
    }

    private static void data(JsonGenerator json, Parts parts) throws IOException {
        parts.data().to(json);
        json.writeArrayFieldStart("facts");
        for (Map.Entry<String, String> fact : parts.facts().entrySet()) {
            row(json, fact.getKey(), fact.getValue());
        }
        json.writeEndArray();
        json.writeArrayFieldStart("warnings");
        for (String warning : parts.warnings()) {
            json.writeString(warning);
        }
        json.writeEndArray();
    }

    /** Returns a text as HTML. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Returns an object as JSON that may stand inside a script element. */
    private static String json(Data data) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            data.to(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString().replace("<", "\\u003c");
    }

    /** A row of a table: texts and numbers; what is not finite is null. */
    static void row(JsonGenerator json, Object... values) throws IOException {
        json.writeStartArray();
        for (Object value : values) {
            if (value instanceof Double number) {
                number(json, number);
            } else if (value instanceof Number number) {
                json.writeNumber(number.longValue());
            } else {
                json.writeString(value.toString());
            }
        }
        json.writeEndArray();
    }

    static void number(JsonGenerator json, double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeNull();
        }
    }

    private static String resource(String name) {
        try (InputStream stream = Objects.requireNonNull(Page.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
