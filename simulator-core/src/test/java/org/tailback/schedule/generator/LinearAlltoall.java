package org.tailback.schedule.generator;

import com.google.common.base.Preconditions;

/**
 * The linear all-to-all exchange: every rank posts ranks - 1 sends and as many receives at once, without dependencies.
 * Operation 2i sends to the rank i + 1 above, operation 2i + 1 receives from the rank i + 1 below.
 */
public final class LinearAlltoall extends RegularSchedule {
    /**
     * @param ranks 1 to 2^30; one rank has nothing to do
     * @param bytes what each rank sends to each other, >= 0
     */
    public LinearAlltoall(int ranks, long bytes) {
        super(ranks, bytes);
        Preconditions.checkArgument(ranks <= 1 << 30, "at most 2^30 ranks: %s", ranks);
    }

    @Override
    public int operations(int rank) {
        return 2 * (ranks() - 1);
    }

    @Override
    int distance(int step) {
        return step + 1;
    }

    @Override
    public int completionSuccessors(int rank, int operation) {
        return 0;
    }
}
