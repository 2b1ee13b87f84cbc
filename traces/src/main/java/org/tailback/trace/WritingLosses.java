package org.tailback.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.error.InputException;

/** Counts of the parts of a program that a form of trace cannot represent. Not thread-safe. */
public final class WritingLosses {
    /** Loss of a send in mode {@link org.tailback.program.SendMode#EXCHANGE}. */
    public static final String EXCHANGE =
            "send of an exchange: written as a standard send, without the cost of exchanges (exchange-… of smpi)";

    private final Map<String, Long> counts = new LinkedHashMap<>();

    /** Counts one loss. The description follows "N x ", such as {@code "send in another mode: written as standard"}. */
    public void count(String loss) {
        count(1, loss);
    }

    /** Counts a number of losses of one kind; 0 has no effect. */
    public void count(long times, String loss) {
        if (times > 0) {
            counts.merge(loss, times, Long::sum);
        }
    }

    public void addAll(WritingLosses others) {
        others.counts.forEach((loss, count) -> counts.merge(loss, count, Long::sum));
    }

    /** Returns one sentence per kind of loss, in the order of first occurrence. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        counts.forEach((loss, count) -> sentences.add(count + " x " + loss + "."));
        return sentences;
    }

    /**
     * Rejects a strict write with losses.
     *
     * @throws InputException if {@code strict} is true and a loss was counted
     */
    public void refuse(boolean strict, String target) {
        if (strict && !counts.isEmpty()) {
            throw new InputException(target
                    + ": not written, because the form cannot represent the complete trace:\n  "
                    + String.join("\n  ", sentences()) + "\nWrite another form, or omit --strict");
        }
    }
}
