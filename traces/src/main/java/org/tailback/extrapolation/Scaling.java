package org.tailback.extrapolation;

import org.tailback.output.Labelled;
import org.tailback.stability.Beta;

/** Change of a problem with the number of ranks. */
@Beta
public enum Scaling implements Labelled {
    /** Scaling shown by the recordings. */
    RECOGNISED("recognised"),
    /** Each rank has the same work on any number of ranks: sizes and counts do not change. */
    WEAK("weak"),
    /** All ranks together have the same work on any number of ranks. */
    STRONG("strong");

    private final String label;

    Scaling(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
