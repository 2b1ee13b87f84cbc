package org.tailback.collective;

import java.util.function.IntUnaryOperator;

/**
 * Reduction among a power-of-two number of ranks in which each rank keeps half of its data per step. In step k, two
 * ranks whose virtual numbers differ in one bit exchange halves of the C / 2^k virtual blocks that both ranks hold.
 * With ascending bits, each value is the sum over consecutive ranks, so the order of ranks is kept; the final block of
 * v has the number v with reversed bits. With descending bits, the final block of v is block v.
 *
 * <p>Reference: R. Rabenseifner, "Optimization of collective reduction operations", ICCS 2004, LNCS 3036; R. Thakur, R.
 * Rabenseifner, W. Gropp, "Optimization of collective communication operations in MPICH", International Journal of High
 * Performance Computing Applications 19(1), 2005, sections 4.4 and 4.5.
 *
 * @param begins function from a virtual block to its first block
 * @param ascending true for ascending bits
 */
record HalvingPhase(PowerOfTwoCore core, Partition partition, IntUnaryOperator begins, boolean ascending) {
    private int mask(int step) {
        return ascending ? 1 << step : half(step);
    }

    /** Returns the number of virtual blocks that a rank keeps in a step. */
    private int half(int step) {
        return core.size() >> step + 1;
    }

    /** Returns the rank with which this rank exchanges in a step. */
    private int peer(int step) {
        return core.rankOf(core.virtual() ^ mask(step));
    }

    /** Returns the first virtual block that a virtual rank holds before a step. */
    private int held(int virtual, int step) {
        int first = 0;
        for (int earlier = 0; earlier < step; earlier++) {
            if ((virtual & mask(earlier)) != 0) {
                first += half(earlier);
            }
        }
        return first;
    }

    int kept(int virtual) {
        return held(virtual, core.doublings());
    }

    /** Returns the half of the blocks that the rank keeps or sends in a step. */
    private Blocks half(int step, boolean kept) {
        int own = held(core.virtual(), step + 1);
        int virtual = kept ? own : own ^ half(step);
        int first = begins.applyAsInt(virtual);
        return partition.blocks(first, begins.applyAsInt(virtual + half(step)) - first);
    }

    /** Returns the reduction; an empty schedule at ranks outside the core. */
    Schedule reduce() {
        int scratch = partition.parts();
        return Schedule.of(core.isOut() ? 0 : core.doublings(), (step, sink) -> {
            Blocks own = half(step, true);
            Blocks received = own.at(scratch + own.first());
            half(step, false).exchange(peer(step), received, peer(step), sink);
            received.combine(own.first(), sink);
        });
    }

    /**
     * Returns the allgather after the reduction, which sends all blocks to all ranks; an empty schedule at ranks
     * outside the core.
     */
    Schedule allgather() {
        int steps = core.isOut() ? 0 : core.doublings();
        return Schedule.of(steps, (reversed, sink) -> {
            int step = steps - 1 - reversed;
            half(step, true).exchange(peer(step), half(step, false), peer(step), sink);
        });
    }

    /** Returns the gather to one rank: in each step, one rank of a pair sends its blocks to the other. */
    Schedule gather(int virtualRoot) {
        int steps = core.isOut() ? 0 : core.doublings();
        int differing = core.virtual() ^ virtualRoot;
        return Schedule.of(steps, (reversed, sink) -> {
            int step = steps - 1 - reversed;
            for (int later = step + 1; later < steps; later++) {
                if ((differing & mask(later)) != 0) {
                    return;
                }
            }
            boolean sends = (differing & mask(step)) != 0;
            half(step, sends).move(sends, peer(step), sink);
        });
    }
}
