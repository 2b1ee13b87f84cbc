package org.tailback.collective;

/**
 * The largest power of two of ranks, C = 2^n, among P = C + e: of each of the first e pairs of ranks (2 i, 2 i + 1) one
 * folds its contribution into the other and stays out, the even one unless it is the root, or always the odd one. The
 * others are numbered in their order, virtually from 0 to C - 1.
 */
final class PowerOfTwoCore {
    private final int root;
    private final int rank;
    private final int ranks;
    private final int excess;
    private final int size;
    /** True if the even ranks of the pairs stay in. */
    private final boolean even;
    /** Rank that has the virtual number 0 where even ranks stay in. */
    private final int first;

    /** @param root must not stay out; -1 for none */
    PowerOfTwoCore(int root, int rank, int ranks) {
        this(root, rank, ranks, false, 0);
    }

    private PowerOfTwoCore(int root, int rank, int ranks, boolean even, int first) {
        this.root = root;
        this.rank = rank;
        this.ranks = ranks;
        this.size = Integer.highestOneBit(ranks);
        this.excess = ranks - size;
        this.even = even;
        this.first = first;
    }

    /** Returns the core in which the even rank of each of the first pairs stays in. */
    static PowerOfTwoCore withEvenRanks(int rank, int ranks) {
        return new PowerOfTwoCore(-1, rank, ranks, true, 0);
    }

    /** Returns the core of even ranks in which a root that stays out takes the place of rank 0. */
    PowerOfTwoCore with(int newRoot) {
        boolean isOut = newRoot < 2 * excess && newRoot % 2 != 0;
        return isOut ? new PowerOfTwoCore(root, rank, ranks, true, newRoot) : this;
    }

    /** Returns the number of ranks of the core, C. */
    int size() {
        return size;
    }

    /** Returns the number of doublings, log2 C. */
    int doublings() {
        return Integer.numberOfTrailingZeros(size);
    }

    int excess() {
        return excess;
    }

    boolean folds() {
        return rank < 2 * excess;
    }

    boolean isOut() {
        return folds() && rankOf(virtual()) != rank;
    }

    int partner() {
        return rank ^ 1;
    }

    int virtual() {
        return virtual(rank);
    }

    int virtual(int ofRank) {
        if (first != 0 && ofRank == first) {
            return 0;
        }
        return ofRank < 2 * excess ? ofRank / 2 : ofRank - excess;
    }

    int rankOf(int virtual) {
        if (virtual >= excess) {
            return virtual + excess;
        }
        if (even) {
            return virtual == 0 ? first : 2 * virtual;
        }
        return root == 2 * virtual ? root : 2 * virtual + 1;
    }

    /** Returns the step in which pairs fold: the whole buffer is sent to the one that stays in. */
    CollectiveSchedule fold(Partition partition) {
        int parts = partition.parts();
        Schedules.Blocks whole = Schedules.Blocks.of(partition, 0, parts);
        return Schedules.of(folds() ? 1 : 0, (step, sink) -> {
            whole.at(isOut() ? 0 : parts).move(isOut(), partner(), sink);
            if (!isOut()) {
                sink.combine(parts, 0, parts, whole.bytes());
            }
        });
    }

    /**
     * Returns the steps in which pairs fold by halves: each rank adds the other's half to its own, and the odd one
     * sends its sum to the even one.
     */
    CollectiveSchedule foldHalves(Partition partition) {
        int parts = partition.parts();
        Schedules.Blocks low = Schedules.Blocks.of(partition, 0, parts / 2);
        Schedules.Blocks high = Schedules.Blocks.of(partition, parts / 2, parts - parts / 2);
        boolean odd = rank % 2 != 0;
        return Schedules.of(folds() ? 2 : 0, (step, sink) -> {
            if (step == 0) {
                Schedules.Blocks own = odd ? high : low;
                Schedules.Blocks received = own.at(parts + own.first());
                Schedules.exchange(sink, partner(), received, partner(), odd ? low : high);
                sink.combine(received.first(), own.first(), own.count(), own.bytes());
                return;
            }
            high.move(odd, partner(), sink);
        });
    }

    CollectiveSchedule unfold(Partition partition, int firstBlock, int count) {
        Schedules.Blocks blocks = Schedules.Blocks.of(partition, firstBlock, count);
        return Schedules.of(folds() ? 1 : 0, (step, sink) -> blocks.move(!isOut(), partner(), sink));
    }
}
