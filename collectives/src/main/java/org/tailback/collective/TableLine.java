package org.tailback.collective;

import com.google.common.base.Preconditions;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tailback.program.CollectiveCall.Kind;

/**
 * A line {@code operation key: text} of a table in the resources of this package.
 *
 * @param kind operation, by its label
 * @param key key of the line, one word
 * @param text remaining text of the line
 */
record TableLine(Kind kind, String key, String text) {
    private static final Pattern FORM = Pattern.compile("(\\w+) (\\S+): (.+)");

    /** Reads a table; lines that begin with {@code #} are comments. */
    static List<TableLine> read(String resource) {
        try {
            return Resources.readLines(Resources.getResource(TableLine.class, resource), StandardCharsets.UTF_8)
                    .stream()
                    .filter(line -> !line.startsWith("#"))
                    .map(TableLine::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(resource, e);
        }
    }

    private static TableLine of(String line) {
        Matcher matcher = FORM.matcher(line);
        Preconditions.checkArgument(matcher.matches(), "not a line of a table: %s", line);
        return new TableLine(Kind.labelled(matcher.group(1)).orElseThrow(), matcher.group(2), matcher.group(3));
    }
}
