package org.tailback.trace;

import java.util.Set;

/**
 * A trace format: either of programs ({@link TraceReader}) or of dependency graphs ({@link ScheduleReader}).
 * Implementations are found by {@link java.util.ServiceLoader}, have a public constructor without parameters and keep
 * no state.
 */
public interface TraceFormat {
    /** Returns the format's name in listings and on the command line: lower case, words joined by hyphens. */
    String name();

    /** Returns one line: the tools that write the format, and its form. */
    String summary();

    /** Returns the content that traces of this format carry. */
    Set<TraceContent> carries();

    /** False for a format that is recognised only to say what to do instead; opening it fails. */
    default boolean isRead() {
        return true;
    }

    /** Returns whether the library can write it too. */
    default boolean isWritten() {
        return false;
    }

    /**
     * Returns whether this seems to be a trace of this format, judged by content and layout rather than by file names
     * where possible. Does not complain of damage: a damaged trace that can be recognised should be.
     */
    boolean recognises(TraceSample sample);

    /**
     * Returns whether a text, which is not the path of any file, names something of this format that needs none: a
     * generated program.
     *
     * @throws org.tailback.error.InputException if the text is of the form of such names, but names nothing
     */
    default boolean isNamedBy(String text) {
        return false;
    }
}
