package org.tailback.output;

/** A value that is written as one number. */
public interface Valued {
    /** Returns the number. */
    double value();
}
