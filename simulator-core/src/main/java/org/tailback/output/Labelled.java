package org.tailback.output;

/** What is written by its name for people. */
public interface Labelled {
    /** The name in reports. */
    String label();
}
