package org.tailback.extrapolation;

import java.util.List;

/**
 * How laws are searched.
 *
 * @param partition of ranks into classes
 * @param sizes functions of the number of ranks that sizes and counts may follow
 * @param withRoot whether partners in a grid may be a fixed rank
 * @param evidence laws of classes that were solved before
 */
record Search(Partition partition, List<Term> sizes, boolean withRoot, Evidence evidence) {
    GridFamily family() {
        return partition.family();
    }

    int dimensions() {
        return family().dimensions();
    }
}
