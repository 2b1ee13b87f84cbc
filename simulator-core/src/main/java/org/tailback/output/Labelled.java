package org.tailback.output;

import java.util.Locale;

/** A constant whose name in results differs from its name in Java. */
public interface Labelled {
    /** Returns the name in Java. */
    String name();

    /** Returns the name in results: words in lower case by default. */
    default String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
