package org.tailback.extrapolation;

import org.tailback.output.Labelled;
import org.tailback.stability.Beta;

/** Dependence of the problem size on the number of ranks. */
@Beta
public enum Scaling implements Labelled {
    /** Scaling that is recognised from the recordings. */
    RECOGNISED("recognised"),
    /** Weak scaling: constant work per rank on any number of ranks; sizes and counts do not change. */
    WEAK("weak"),
    /** Strong scaling: constant total work on any number of ranks. */
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
