package org.tailback.table;

import java.util.regex.Pattern;

/** Text without line breaks between numbers and their units. */
public final class UnbrokenNumbers {
    /** The no-break space. */
    public static final char SPACE = '\u00a0';

    private static final Pattern BEFORE_UNIT = Pattern.compile(
            "(?<=[0-9]) (?=(?:%|[KMGTPkmnuµ]?i?(?:B|bit|flop|s)(?:/s)?|min|h)(?![\\p{L}\\d]))" + "| (?=±)|(?<=±) ");

    private UnbrokenNumbers() {}

    /** Returns the text with no-break spaces between numbers and units such as seconds, bytes and percent. */
    public static String of(String text) {
        return BEFORE_UNIT.matcher(text).replaceAll("" + SPACE);
    }
}
