package org.tailback.error;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * The program cannot finish: ranks wait for something that will never happen, or messages are left without a partner.
 * The message is complete for the user; a command exits with status 3.
 */
public final class UnfinishedProgramException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int LINES_SHOWN = 20;

    private final transient ImmutableList<String> lines;

    /**
     * @param headline what is wrong, in one sentence
     * @param lines one line per waiting rank or unmatched message: who waits in which operation for what; the message shows
     *     the first of them and counts the rest
     */
    public UnfinishedProgramException(String headline, List<String> lines) {
        super(text(headline, lines));
        this.lines = ImmutableList.copyOf(lines);
    }

    /** All lines, also those that the message only counts. */
    public List<String> lines() {
        return lines;
    }

    private static String text(String headline, List<String> lines) {
        StringBuilder text = new StringBuilder(headline);
        for (String line : lines.subList(0, Math.min(LINES_SHOWN, lines.size()))) {
            text.append("\n  ").append(line);
        }
        if (lines.size() > LINES_SHOWN) {
            text.append("\n  … and ").append(lines.size() - LINES_SHOWN).append(" more");
        }
        return text.toString();
    }
}
