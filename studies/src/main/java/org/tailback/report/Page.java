package org.tailback.report;

import com.google.common.html.HtmlEscapers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.output.Assumption;
import org.tailback.table.Json;
import org.tailback.table.ResultFile;
import org.tailback.table.UnbrokenNumbers;

/** A self-contained HTML file that consists of a frame, content, a style, a script, and data as JSON. */
public final class Page {
    private static final Pattern MARK = Pattern.compile("\\{\\{(\\w+)}}");

    private Page() {}

    /**
     * Checks that a file's name ends in .html. Called before long computations.
     *
     * @param file file to write; null if no page is requested
     * @throws InputException if the name does not end in .html
     */
    public static void checkName(@Nullable Path file) {
        ResultFile.requireEnding(file, "a report", ".html");
    }

    /**
     * Parts of a page.
     *
     * @param title title of the page, as text
     * @param verdict verdict, one sentence, as text
     * @param content name of the template between verdict and facts; its marks are <code>{{NAME}}</code>
     * @param texts replacements of the marks, as HTML
     * @param script name of the script that fills the page
     * @param data data for the script
     * @param facts names and values for the end of the page
     * @param warnings warnings, one sentence each
     */
    record Parts(
            String title,
            String verdict,
            String content,
            Map<String, String> texts,
            String script,
            Consumer<Json> data,
            Map<String, String> facts,
            List<String> warnings) {}

    /**
     * Writes a page, completely or not at all.
     *
     * @throws InputException if the file has another ending than .html or cannot be written
     */
    static void write(Path file, Parts parts) {
        checkName(file);
        String page = filled(
                "page.html",
                Map.of(
                        "TITLE",
                        HtmlEscapers.htmlEscaper().escape(parts.title()),
                        "VERDICT",
                        HtmlEscapers.htmlEscaper().escape(UnbrokenNumbers.of(parts.verdict())),
                        "CSS",
                        resource("report.css"),
                        "CONTENT",
                        filled(parts.content(), parts.texts()),
                        "DATA",
                        // escaped so that the text can be inside a script element
                        Json.compact(json -> data(json, parts)).replace("<", "\\u003c"),
                        "TABLES",
                        resource("tables.js"),
                        "SCRIPT",
                        resource(parts.script())));
        ResultFile.write(file, page);
    }

    private static String filled(String template, Map<String, String> texts) {
        return MARK.matcher(resource(template))
                .replaceAll(mark ->
                        Matcher.quoteReplacement(Objects.requireNonNull(texts.get(mark.group(1)), mark.group())));
    }

    private static void data(Json json, Parts parts) {
        parts.data().accept(json);
        json.field(
                        "facts",
                        Stream.concat(
                                        parts.facts().entrySet().stream()
                                                .map(fact -> List.of(fact.getKey(), fact.getValue())),
                                        Assumption.among(parts.warnings()).stream()
                                                .map(sentence -> List.of("assumed", UnbrokenNumbers.of(sentence))))
                                .toList())
                .field(
                        "warnings",
                        Assumption.others(parts.warnings()).stream()
                                .map(UnbrokenNumbers::of)
                                .toList());
    }

    private static String resource(String name) {
        try (InputStream stream = Objects.requireNonNull(Page.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
