package org.tailback.cli.option;

import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;

/** Reads {@code --collectives}. */
public final class Collectives {
    private Collectives() {}

    /**
     * Who chooses the algorithms, from the option's text.
     *
     * @throws InputException if it says nothing known
     */
    public static CollectiveSelector selector(String text) {
        try {
            return CollectiveSelectors.parse(text);
        } catch (InputException e) {
            throw new InputException("--collectives " + e.getMessage(), e);
        }
    }
}
