package org.tailback.trace.ti;

import org.jspecify.annotations.Nullable;
import org.tailback.trace.io.LineReader;

/**
 * One action of the form that nearly all have, taken in one pass over its bytes: the rank, a keyword of up to eight
 * letters and up to {@link #MOST_NUMBERS} whole numbers without sign, one blank before each. All others are left to
 * {@link ActionLine}, which also words the errors. Not thread-safe; one object serves all lines of a
 * rank.
 */
final class PlainAction {
    private static final int MOST_NUMBERS = 4;

    private static final int MOST_DIGITS = 18;

    private final LineReader reader;
    private final long[] numbers = new long[MOST_NUMBERS];
    private long owner;
    private int count;
    private @Nullable Keyword keyword;

    PlainAction(LineReader reader) {
        this.reader = reader;
    }

    /**
     * Takes the reader's current line, to which it has advanced; false, and nothing is taken, if it is of another form.
     */
    boolean take() {
        byte[] line = reader.bytes();
        int i = reader.start();
        long letters = 0;
        int taken = -1;
        byte b = line[i];
        while (true) {
            int first = i;
            long value = 0;
            while (b >= '0' && b <= '9') {
                value = 10 * value + (b - '0');
                b = line[++i];
            }
            if (i == first || i - first > MOST_DIGITS || b != ' ' && b != '\n') {
                return false;
            }
            if (taken >= 0) {
                numbers[taken] = value;
            } else {
                owner = value;
                first = i;
                while (b != '\n' && (b = line[++i]) > ' ') {
                    letters = letters << 8 | b;
                }
                if (i - first > Long.BYTES + 1) {
                    return false;
                }
            }
            taken++;
            if (b == ' ') {
                // one blank may end the line
                b = line[++i];
            }
            if (b == '\n') {
                break;
            }
            if (taken == MOST_NUMBERS) {
                return false;
            }
        }
        count = taken;
        keyword = Keyword.of(letters);
        reader.endAt(i);
        return true;
    }

    long owner() {
        return owner;
    }

    /** Returns the keyword; null if there is none of this name. */
    @Nullable
    Keyword keyword() {
        return keyword;
    }

    int count() {
        return count;
    }

    /** Returns one of the numbers, 0 to 10^18 - 1. */
    long number(int i) {
        return numbers[i];
    }
}
