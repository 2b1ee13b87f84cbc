package org.tailback.output;

/** What is written as one number. */
public interface Valued {
    /** The number. */
    double value();
}
