package org.tailback.trace.nativeformat;

import org.tailback.program.Program;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.io.LineReader;

/** A native text, whose ranks are lines of files. */
interface NativeTextSource extends NativeTrace.Content {
    /** Returns the name of a rank's file in messages. */
    String file(int rank);

    /** Returns the number of the first line that {@link #lines} reads, in that file. */
    long firstLine(int rank);

    /** Opens the lines behind {@code rank R}. */
    LineReader lines(int rank);

    @Override
    default String place() {
        return file(0);
    }

    @Override
    default Program open(int rank) {
        NativeHead head = head();
        return new NativeTextProgram(file(rank), firstLine(rank), head.ranks(), head.timed(), 0, () -> lines(rank));
    }

    @Override
    default RecordedTimes.Cursor times(int rank) {
        return new NativeTextTimes(lines(rank), file(rank), firstLine(rank));
    }
}
