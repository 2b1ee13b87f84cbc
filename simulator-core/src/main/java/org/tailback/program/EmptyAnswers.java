package org.tailback.program;

import org.tailback.error.InputException;
import org.tailback.stability.Internal;

/**
 * Limit of the number of consecutive empty answers of a {@link Program}: answers that neither append an operation nor
 * end the program.
 */
@Internal
public final class EmptyAnswers {
    private static final int MOST = 1_000_000;

    private EmptyAnswers() {}

    /**
     * Counts an answer without an operation.
     *
     * @param rank rank of the program; negative if unknown
     * @param inARow number of consecutive empty answers before it
     * @return number of consecutive empty answers including this one
     * @throws InputException if there are too many such answers
     */
    public static int after(int rank, int inARow) {
        if (inARow >= MOST) {
            String subject = rank < 0 ? "a program" : "rank " + rank + ": its program";
            throw new InputException(subject + " appended no operation in " + MOST
                    + " consecutive calls of produce, and did not end." + " At its end, produce must return false");
        }
        return inARow + 1;
    }
}
