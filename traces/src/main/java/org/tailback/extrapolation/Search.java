package org.tailback.extrapolation;

import java.util.List;

/**
 * Restrictions of the search for laws.
 *
 * @param partition division of ranks into classes
 * @param sizes functions of the number of ranks that are tried for sizes and counts
 * @param withRoot whether partners in a grid may be a fixed rank
 * @param isAssumed whether there is only one recording; other grids and bits of ranks are then not considered
 * @param evidence laws of classes that were solved earlier
 */
record Search(Partition partition, List<Term> sizes, boolean withRoot, boolean isAssumed, Evidence evidence) {
    GridFamily family() {
        return partition.family();
    }

    /**
     * Returns whether all ranks are in one class on a two-dimensional grid, and sizes may depend on the number of
     * ranks.
     */
    boolean mayHaveCells() {
        return dimensions() == 2 && partition.kind() == Partition.Kind.NONE && !sizes.isEmpty();
    }

    int dimensions() {
        return family().dimensions();
    }
}
