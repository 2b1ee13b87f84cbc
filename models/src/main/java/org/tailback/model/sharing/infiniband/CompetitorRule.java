package org.tailback.model.sharing.infiniband;

import java.util.Locale;

/**
 * What a message that is alone at its source pays when every competitor at its destination comes from a source that
 * sends several: item (b) of Martinasso and Mehaut's formula (4).
 */
public enum CompetitorRule {
    /** 1/(R - 1) with R the largest competing penalty rounded down: gives every time that the paper prints. */
    FLOOR,
    /** 1/(R - 1) with R as it is: the formula to the letter; it does not give the times of Fig. 3. */
    EXACT,
    /** No special case: item (c) holds for these messages too. */
    NONE;

    /** The word for it in settings. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
