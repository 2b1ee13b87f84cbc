package org.tailback.trace.nativeformat;

import org.tailback.program.ParallelProgram;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.Trace;
import org.tailback.trace.io.TextOutput;

/**
 * Header of a native trace.
 *
 * @param ranks number of ranks, >= 1
 * @param timed whether the operations have recorded times
 * @param span duration of the recorded run, seconds, NaN if unknown
 * @param communicators number of communicators, >= 1
 * @param ticksPerSecond resolution of the recorded times, finite, > 0; NaN if unknown
 */
record NativeHead(int ranks, boolean timed, double span, int communicators, double ticksPerSecond) {
    /** Version of the format that is written and read. */
    static final int VERSION = 1;

    /**
     * Upper bound of the number of ranks, larger than any machine, so that a damaged file does not reserve unused
     * memory.
     */
    private static final int MOST_RANKS = 1 << 24;

    static NativeHead of(ParallelProgram program) {
        return new NativeHead(
                program.ranks(),
                program instanceof RecordedTimes,
                program instanceof Trace trace ? trace.span() : Double.NaN,
                program instanceof Trace trace ? trace.communicators() : 1,
                program instanceof RecordedTimes times ? times.ticksPerSecond() : Double.NaN);
    }

    void writeTo(TextOutput out) {
        out.text(NativeTextReader.FIRST_WORD).number(VERSION).text("\nranks").number(ranks);
        out.character('\n');
        if (timed) {
            out.text("times\n");
        }
        if (Double.isFinite(span)) {
            out.text("span").decimal(span).character('\n');
        }
        if (Double.isFinite(ticksPerSecond)) {
            out.text("ticks").decimal(ticksPerSecond).character('\n');
        }
        if (communicators != 1) {
            out.text("communicators").number(communicators).character('\n');
        }
    }

    /** Reads the lines of a header, up to the first line that is not part of the header. */
    static NativeHead read(NativeLine lines) {
        readVersion(lines);
        int ranks = 0;
        boolean timed = false;
        double span = Double.NaN;
        int communicators = 1;
        double ticks = Double.NaN;
        for (boolean inHead = true; inHead && lines.next(); ) {
            if (lines.isFirst("ranks")) {
                ranks = (int) lines.integer("the number of ranks", 1, MOST_RANKS);
            } else if (lines.isFirst("times")) {
                timed = true;
            } else if (lines.isFirst("span")) {
                span = lines.number("a number of seconds", 0);
            } else if (lines.isFirst("ticks")) {
                ticks = lines.number("a number of ticks per second", Double.MIN_VALUE);
            } else if (lines.isFirst("communicators")) {
                communicators = (int) lines.integer("the number of communicators", 1, Integer.MAX_VALUE);
            } else {
                inHead = false;
            }
            if (inHead) {
                lines.finish();
            }
        }
        if (ranks == 0) {
            String problem = "the header of the trace lacks its line 'ranks N'";
            throw lines.isAtLine() ? lines.problem(problem, "") : lines.atEnd(problem, "");
        }
        return new NativeHead(ranks, timed, span, communicators, ticks);
    }

    private static void readVersion(NativeLine lines) {
        String expected = "expected '" + NativeTextReader.FIRST_WORD + " 1'";
        if (!lines.next()) {
            throw lines.atEnd(expected + ", found an empty file", "");
        }
        if (!lines.isFirst(NativeTextReader.FIRST_WORD)) {
            throw lines.problem(expected + " as the first line", "");
        }
        long version = lines.integer("the version of the format", 0, Integer.MAX_VALUE);
        if (version != VERSION) {
            throw lines.problem(
                    "the trace is of version " + version + " of the format, and the library reads version " + VERSION,
                    "Use a newer version of the library");
        }
        lines.finish();
    }
}
