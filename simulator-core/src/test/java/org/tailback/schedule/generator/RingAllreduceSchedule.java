package org.tailback.schedule.generator;

import com.google.common.base.Preconditions;

/**
 * The ring allreduce: reduce-scatter and allgather around a ring, 2(ranks - 1) steps with blocks of bytes / ranks. In
 * each step a rank sends to the rank above it and receives from the one below; a step's send waits for the receive of
 * the step before. Operation 2s is the send of step s, 2s + 1 its receive; all receives are posted at once, so that
 * each step needs its own tag unless receives are kept in order by the simulator. The reduction itself takes no time.
 *
 * <p>Reference: R. Thakur, R. Rabenseifner, W. Gropp: Optimization of Collective Communication Operations in MPICH,
 * IJHPCA 19(1), 2005, sections 4.1 and 4.4.
 */
public final class RingAllreduceSchedule extends RegularSchedule {
    private final int steps;
    private final long blockBytes;
    private final boolean tagPerStep;

    /**
     * @param ranks 2 to 2^29
     * @param bytes size of the whole vector, >= 0; blocks are rounded down
     * @param tagPerStep true if step s has tag s, false if all have tag 0
     */
    public RingAllreduceSchedule(int ranks, long bytes, boolean tagPerStep) {
        super(ranks, bytes);
        Preconditions.checkArgument(ranks >= 2 && ranks <= 1 << 29, "a ring needs 2 to 2^29 ranks: %s", ranks);
        steps = 2 * (ranks - 1);
        blockBytes = bytes / ranks;
        this.tagPerStep = tagPerStep;
    }

    @Override
    public int operations(int rank) {
        return 2 * steps;
    }

    @Override
    public long size(int rank, int operation) {
        return blockBytes;
    }

    @Override
    int distance(int step) {
        return 1;
    }

    @Override
    public int tag(int rank, int operation) {
        return tagPerStep ? operation >> 1 : 0;
    }
}
