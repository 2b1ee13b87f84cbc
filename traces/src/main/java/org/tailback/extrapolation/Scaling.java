package org.tailback.extrapolation;

import org.tailback.output.Labelled;
import org.tailback.stability.Beta;

/** Dependence of a problem's size on the number of ranks. */
@Beta
public enum Scaling implements Labelled {
    /** Scaling recognised from the recordings. */
    RECOGNISED("recognised"),
    /** Constant work per rank on any number of ranks: sizes and counts do not change. */
    WEAK("weak"),
    /** Constant total work of all ranks on any number of ranks. */
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
