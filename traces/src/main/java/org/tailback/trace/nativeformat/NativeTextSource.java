package org.tailback.trace.nativeformat;

import java.util.List;
import org.tailback.trace.io.LineReader;

/** Where the lines of every rank are. Safe for use by several threads. */
interface NativeTextSource extends AutoCloseable {
    /** What the head says. */
    NativeHead head();

    /** The notes. */
    List<String> notes();

    /** The file of a rank, for messages. */
    String file(int rank);

    /** Number of the first line that {@link #open} gives, in that file. */
    long firstLine(int rank);

    /** Opens the lines behind {@code rank R}. */
    LineReader open(int rank);

    @Override
    default void close() {}
}
