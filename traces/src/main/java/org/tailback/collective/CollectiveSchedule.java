package org.tailback.collective;

/**
 * One rank's part in one collective operation, step by step, made when it is needed. Stateless: a step depends only on its
 * number.
 */
public interface CollectiveSchedule {
    /** Number of steps, >= 0. */
    int steps();

    /**
     * Appends the operations of a step, possibly none and preferably no more than some hundreds.
     *
     * @param step 0 to steps - 1, in ascending order
     */
    void step(int step, CollectiveSink sink);
}
