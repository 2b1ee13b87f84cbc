package org.tailback.collective;

/**
 * Reduction among a power of two of ranks in which each keeps half of its data: in step k two ranks whose virtual
 * numbers differ in one bit exchange halves of the C / 2^k virtual blocks that they both hold. By ascending bits the
 * ranks behind a value are ranks in a row, so that order is kept, and v ends with the block whose number is v with its
 * bits reversed; by descending bits v ends with block v.
 *
 * <p>Reference: R. Rabenseifner, "Optimization of collective reduction operations", ICCS 2004, LNCS 3036; R. Thakur, R.
 * Rabenseifner, W. Gropp, "Optimization of collective communication operations in MPICH", International Journal of High
 * Performance Computing Applications 19(1), 2005, sections 4.4 and 4.5.
 */
final class HalvingPhase {
    interface Blocks {
        int begin(int virtualBlock);
    }

    private final PowerOfTwoCore core;
    private final Partition partition;
    private final Blocks blocks;
    private final boolean ascending;
    private final int v;

    HalvingPhase(PowerOfTwoCore core, Partition partition, Blocks blocks, boolean ascending) {
        this.core = core;
        this.partition = partition;
        this.blocks = blocks;
        this.ascending = ascending;
        this.v = core.virtual();
    }

    private int mask(int step) {
        return ascending ? 1 << step : core.size() >> step + 1;
    }

    /** Returns the first virtual block that a virtual rank holds before a step. */
    private int held(int virtual, int step) {
        int first = 0;
        for (int earlier = 0; earlier < step; earlier++) {
            if ((virtual & mask(earlier)) != 0) {
                first += core.size() >> earlier + 1;
            }
        }
        return first;
    }

    int kept(int virtual) {
        return held(virtual, core.doublings());
    }

    private Schedules.Blocks blocks(int virtualBlock, int virtualBlocks) {
        int first = blocks.begin(virtualBlock);
        return Schedules.Blocks.of(partition, first, blocks.begin(virtualBlock + virtualBlocks) - first);
    }

    /** Returns the reduction; nothing at ranks that stay out. */
    CollectiveSchedule reduce() {
        int scratch = partition.parts();
        return Schedules.of(core.isOut() ? 0 : core.doublings(), (step, sink) -> {
            int half = core.size() >> step + 1;
            int peer = core.rankOf(v ^ mask(step));
            int kept = held(v, step + 1);
            int given = kept ^ half;
            Schedules.Blocks own = blocks(kept, half);
            Schedules.Blocks received = own.at(scratch + own.first());
            Schedules.exchange(sink, peer, received, peer, blocks(given, half));
            sink.combine(received.first(), own.first(), own.count(), own.bytes());
        });
    }

    /** Returns the allgather after it: all ranks get all blocks; nothing at ranks that stay out. */
    CollectiveSchedule allgather() {
        int steps = core.isOut() ? 0 : core.doublings();
        return Schedules.of(steps, (reversed, sink) -> {
            int step = steps - 1 - reversed;
            int half = core.size() >> step + 1;
            int peer = core.rankOf(v ^ mask(step));
            int have = held(v, step + 1);
            int want = have ^ half;
            Schedules.exchange(sink, peer, blocks(want, half), peer, blocks(have, half));
        });
    }

    /** Returns the gather to one rank: in each step one of a pair sends its blocks to the other. */
    CollectiveSchedule gather(int virtualRoot) {
        int steps = core.isOut() ? 0 : core.doublings();
        return Schedules.of(steps, (reversed, sink) -> {
            int step = steps - 1 - reversed;
            for (int later = step + 1; later < steps; later++) {
                if (((v ^ virtualRoot) & mask(later)) != 0) {
                    return;
                }
            }
            int half = core.size() >> step + 1;
            int peer = core.rankOf(v ^ mask(step));
            int have = held(v, step + 1);
            boolean gives = ((v ^ virtualRoot) & mask(step)) != 0;
            int moved = gives ? have : have ^ half;
            blocks(moved, half).move(gives, peer, sink);
        });
    }
}
