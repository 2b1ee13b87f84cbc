package org.tailback.trace.ti;

import java.util.List;
import org.tailback.trace.io.LineReader;

/** The source of the actions of every rank. Safe for use by several threads. */
interface TiSource extends AutoCloseable {
    /** Returns the number of ranks, >= 1. */
    int ranks();

    /** Opens the lines with the actions of a rank, in their order; there may be lines of other ranks among them. */
    LineReader open(int rank);

    /** Returns the assumptions by which the files were found, a sentence each. */
    List<String> notes();

    @Override
    default void close() {}
}
