package org.tailback.trace.goal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The two forms of a GOAL schedule, recognised by content. */
public enum GoalFormat {
    TEXT("goal"),
    BINARY("goal-binary");

    /** First eight bytes of a binary schedule, as a little-endian number. */
    static final long MAGIC = 4223;

    /**
     * The value that LogGOPSim's --save-mem leaves in place of {@link #MAGIC}: the rest of the file is then used up
     * too.
     */
    static final long MAGIC_USED_UP = 2342;

    private static final byte[] FIRST_WORD = "num_ranks".getBytes(StandardCharsets.US_ASCII);

    private final String label;

    GoalFormat(String label) {
        this.label = label;
    }

    /** Returns its name on the command line. */
    public String label() {
        return label;
    }

    /**
     * Returns the form of a file, or null if it is no GOAL schedule.
     *
     * @param leading the first bytes of the file; comments at the beginning of a text must end within them
     */
    public static @Nullable GoalFormat of(byte[] leading) {
        if (leading.length >= Long.BYTES) {
            long first = ByteBuffer.wrap(leading).order(ByteOrder.LITTLE_ENDIAN).getLong();
            if (first == MAGIC || first == MAGIC_USED_UP) {
                return BINARY;
            }
        }
        int at = afterBlanksAndComments(leading);
        boolean startsWithWord = at + FIRST_WORD.length < leading.length;
        for (int i = 0; startsWithWord && i < FIRST_WORD.length; i++) {
            startsWithWord = leading[at + i] == FIRST_WORD[i];
        }
        return startsWithWord ? TEXT : null;
    }

    private static int afterBlanksAndComments(byte[] text) {
        int at = 0;
        while (at < text.length) {
            if (text[at] <= ' ' && text[at] >= 0) {
                at++;
            } else if (startsWith(text, at, '/', '/')) {
                while (at < text.length && text[at] != '\n') {
                    at++;
                }
            } else if (startsWith(text, at, '/', '*')) {
                at += 2;
                while (at < text.length && !startsWith(text, at, '*', '/')) {
                    at++;
                }
                at += 2;
            } else {
                return at;
            }
        }
        return text.length;
    }

    private static boolean startsWith(byte[] text, int at, char first, char second) {
        return at + 1 < text.length && text[at] == first && text[at + 1] == second;
    }
}
