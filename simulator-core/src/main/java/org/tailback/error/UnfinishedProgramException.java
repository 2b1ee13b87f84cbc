package org.tailback.error;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * Error of a program that cannot finish: ranks wait for an event that never happens, messages have no partner, or ranks
 * disagree about a common operation. The message is complete for the user; a command exits with status 3.
 */
public final class UnfinishedProgramException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int CAUSES_SHOWN = 1000;
    private static final int LINES_SHOWN = 20;

    private final ImmutableList<String> lines;
    private final boolean saysRemedy;

    /**
     * Creates the exception without causes.
     *
     * @param headline the problem, in one sentence
     * @param lines one line per waiting rank or unmatched message: with the rank, its operation and the awaited event;
     *     the message shows the first of them and counts the rest
     */
    public UnfinishedProgramException(String headline, List<String> lines) {
        this(headline, List.of(), "", lines);
    }

    private UnfinishedProgramException(String text, ImmutableList<String> lines, boolean saysRemedy) {
        super(text);
        this.lines = lines;
        this.saysRemedy = saysRemedy;
    }

    /** Returns a copy with a line of advice at the end of its message, unless its causes have a remedy. */
    public UnfinishedProgramException withHint(String hint) {
        if (saysRemedy) {
            return this;
        }
        UnfinishedProgramException hinted = new UnfinishedProgramException(getMessage() + "\n" + hint, lines, false);
        hinted.initCause(this);
        return hinted;
    }

    /**
     * Creates the exception with causes.
     *
     * @param headline the problem, in one sentence
     * @param causes causes of the problem, one line each, all shown (up to 1000), such as the ranks of a cycle
     * @param title heading of the lines, shown between causes and lines if both exist
     * @param lines other waiting ranks and messages, as in the other constructor
     */
    public UnfinishedProgramException(String headline, List<String> causes, String title, List<String> lines) {
        this(headline, causes, title, lines, false);
    }

    /**
     * Creates the exception with causes and, optionally, a remedy in the first cause.
     *
     * @param saysRemedy whether the first cause has a remedy
     */
    public UnfinishedProgramException(
            String headline, List<String> causes, String title, List<String> lines, boolean saysRemedy) {
        this(
                text(headline, causes, title, lines),
                ImmutableList.<String>builder().addAll(causes).addAll(lines).build(),
                saysRemedy);
    }

    /** Returns all causes and lines, including those that the message only counts. */
    public List<String> lines() {
        return lines;
    }

    private static String text(String headline, List<String> causes, String title, List<String> lines) {
        StringBuilder text = new StringBuilder(headline);
        append(text, causes, CAUSES_SHOWN);
        if (!causes.isEmpty() && !lines.isEmpty()) {
            text.append('\n').append(title);
        }
        append(text, lines, LINES_SHOWN);
        return text.toString();
    }

    private static void append(StringBuilder text, List<String> lines, int shown) {
        for (String line : lines.subList(0, Math.min(shown, lines.size()))) {
            text.append("\n  ").append(line);
        }
        if (lines.size() > shown) {
            text.append("\n  … and ").append(lines.size() - shown).append(" more");
        }
    }
}
