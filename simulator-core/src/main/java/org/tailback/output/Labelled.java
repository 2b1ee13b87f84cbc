package org.tailback.output;

import java.util.Locale;

/** A constant that has another name in results than in Java. */
public interface Labelled {
    /** Returns the name in Java. */
    String name();

    /** Returns the name in results: words in lower case by default. */
    default String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
