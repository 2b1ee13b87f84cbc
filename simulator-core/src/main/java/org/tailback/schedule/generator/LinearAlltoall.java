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
    public Kind kind(int rank, int operation) {
        return operation % 2 == 0 ? Kind.SEND : Kind.RECEIVE;
    }

    @Override
    public int peer(int rank, int operation) {
        int distance = (operation >> 1) + 1;
        return wrapped(rank, operation % 2 == 0 ? distance : -distance);
    }

    @Override
    public int completionSuccessors(int rank, int operation) {
        return 0;
    }

    @Override
    public int completionSuccessor(int rank, int operation, int index) {
        throw new IndexOutOfBoundsException("no operation waits for another");
    }
}
