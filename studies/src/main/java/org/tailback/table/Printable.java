package org.tailback.table;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Text without terminal control sequences. Names from files may contain control characters, which would move the cursor
 * or change colours, and marks that reverse the writing direction.
 */
public final class Printable {
    private static final Pattern UNPRINTABLE =
            Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u202a-\\u202e\\u2066-\\u2069&&[^\\n\\t]]");

    private Printable() {}

    /** Returns the text with control characters, except line feeds and tabs, replaced by their numbers. */
    public static String of(String text) {
        return UNPRINTABLE
                .matcher(text)
                .replaceAll(found -> String.format(
                        Locale.ROOT, "\\\\u%04x", (int) found.group().charAt(0)));
    }
}
