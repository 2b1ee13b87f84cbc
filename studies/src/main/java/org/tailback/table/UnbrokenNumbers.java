package org.tailback.table;

import java.util.regex.Pattern;

/** Text in which no line breaks between a number and its unit. */
public final class UnbrokenNumbers {
    /** No-break space. */
    public static final char SPACE = '\u00a0';

    private static final Pattern BEFORE_UNIT = Pattern.compile(
            "(?<=[0-9]) (?=(?:%|[KMGTPkmnuµ]?i?(?:B|bit|flop|s)(?:/s)?|min|h)(?![\\p{L}\\d]))" + "| (?=±)|(?<=±) ");

    private UnbrokenNumbers() {}

    /** Returns the text with no-break spaces between numbers and units, such as of seconds, bytes and percent. */
    public static String of(String text) {
        return BEFORE_UNIT.matcher(text).replaceAll("" + SPACE);
    }
}
