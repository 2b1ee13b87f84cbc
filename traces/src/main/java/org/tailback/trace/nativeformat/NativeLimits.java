package org.tailback.trace.nativeformat;

import org.tailback.error.InputException;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.trace.OperationTimesFeed;

/** Limits of both native forms, so that a damaged file cannot ask for memory that it does not fill itself. */
final class NativeLimits {
    /** Version of the format that is written and read. */
    static final int VERSION = 1;

    /** Greatest depth of helpers that start helpers. */
    static final int MOST_HELPERS_DEEP = 8;

    /** Request numbers may be so far above the number of requests started before. */
    static final int REQUESTS_AHEAD = 1 << 16;

    /** More ranks than any machine has. */
    static final int MOST_RANKS = 1 << 24;

    /** Longest name of a call, and so many different ones per rank. */
    static final int LONGEST_NAME = 200;

    static final int MOST_NAMES = 10_000;

    private NativeLimits() {}

    static void checkDepth(int depth) {
        if (depth > MOST_HELPERS_DEEP) {
            throw new InputException("Helpers that start helpers can be written " + MOST_HELPERS_DEEP
                    + " deep, and this program goes deeper");
        }
    }

    static void checkTimes(OperationTimesFeed times) {
        double enter = times.enter();
        double leave = times.leave();
        if (times.isKnown() && !(Math.abs(enter) < Double.POSITIVE_INFINITY && leave >= enter && leave < 1e300)) {
            throw new InputException("The recorded times of operation " + times.operation() + " are from " + enter
                    + " to " + leave + " s: expected finite times, the second not before the first");
        }
    }

    /** Returns the name of a call as both forms write it. */
    static String callName(String name) {
        String line = oneLine(name);
        return line.isEmpty() ? "?" : line.length() > LONGEST_NAME ? line.substring(0, LONGEST_NAME) : line;
    }

    /** Text as it fits into a line. */
    static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.strip().codePoints().map(c -> c < ' ' || c == 0x7f ? ' ' : c).forEach(line::appendCodePoint);
        return line.toString();
    }

    /** Performs all of a program, and closes it. */
    static void runToEnd(Program program, OperationSink sink) {
        try (program) {
            program.produceAll(sink);
        }
    }
}
