package org.tailback.timeline;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.tailback.table.ShortestNumbers;

/** Writer of a timeline whose events are lines of fields. */
abstract class TextTimelineWriter implements TimelineWriter {
    private final BufferedWriter out;

    TextTimelineWriter(OutputStream stream) {
        out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
    }

    final void write(String text) {
        try {
            out.append(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a line; fields that are null or NaN are empty, other numbers have all digits and no exponent. */
    final void line(String separator, @Nullable Object... fields) {
        StringBuilder line = new StringBuilder(text(fields[0]));
        for (int i = 1; i < fields.length; i++) {
            line.append(separator).append(text(fields[i]));
        }
        write(line.append('\n').toString());
    }

    private static String text(@Nullable Object field) {
        if (field instanceof Double number) {
            return Double.isNaN(number) ? "" : ShortestNumbers.plain(number);
        }
        return field == null ? "" : field.toString();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
