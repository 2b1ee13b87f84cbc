package org.tailback.trace.goal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Forms of a GOAL schedule, text and binary, recognised by content. */
public enum GoalFormat {
    TEXT("goal"),
    BINARY("goal-binary");

    /** First eight bytes of a binary schedule, as a little-endian number. */
    static final long MAGIC = 4223;

    /**
     * Number that LogGOPSim's --save-mem writes in place of {@link #MAGIC}. The rest of such a file is also unusable.
     */
    static final long MAGIC_USED_UP = 2342;

    /** Blanks and comments, and the first word with the following byte. */
    private static final Pattern BEGINNING = Pattern.compile("(?s)(?:[\\x00- ]|//[^\n]*+|/\\*.*?\\*/)*+num_ranks.");

    private final String label;

    GoalFormat(String label) {
        this.label = label;
    }

    /** Returns the form's name on the command line. */
    public String label() {
        return label;
    }

    /**
     * Returns the form of a file, or null if the file is not a GOAL schedule.
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
        return BEGINNING
                        .matcher(new String(leading, StandardCharsets.ISO_8859_1))
                        .lookingAt()
                ? TEXT
                : null;
    }
}
