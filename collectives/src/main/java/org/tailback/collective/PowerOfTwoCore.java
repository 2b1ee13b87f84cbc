package org.tailback.collective;

/**
 * Core of C = 2^n ranks among P = C + e ranks, where C is the largest power of two up to P. In each of the first e
 * pairs of ranks (2 i, 2 i + 1), one rank folds its contribution into the other rank and leaves the core: the even rank
 * unless it is the root, or always the odd rank. The ranks of the core have virtual numbers from 0 to C - 1 in their
 * order.
 *
 * @param root rank that must stay in the core if odd ranks stay; -1 for no such rank
 * @param even true if the even ranks of the pairs stay in the core
 * @param first rank of virtual number 0 if even ranks stay in the core
 */
record PowerOfTwoCore(int root, int rank, int ranks, boolean even, int first) {
    /** Returns the core in which the odd rank of each of the first pairs stays, unless the even rank is the root. */
    static PowerOfTwoCore withOddRanks(int root, int rank, int ranks) {
        return new PowerOfTwoCore(root, rank, ranks, false, 0);
    }

    /** Returns the core in which the even rank of each of the first pairs stays. */
    static PowerOfTwoCore withEvenRanks(int rank, int ranks) {
        return new PowerOfTwoCore(-1, rank, ranks, true, 0);
    }

    /** Returns the core of even ranks in which a root outside the core replaces rank 0. */
    PowerOfTwoCore with(int newRoot) {
        boolean isOut = newRoot < 2 * excess() && newRoot % 2 != 0;
        return isOut ? new PowerOfTwoCore(root, rank, ranks, true, newRoot) : this;
    }

    /** Returns the number of ranks of the core, C. */
    int size() {
        return Integer.highestOneBit(ranks);
    }

    /** Returns the number of doublings, log2 C. */
    int doublings() {
        return Integer.numberOfTrailingZeros(size());
    }

    int excess() {
        return ranks - size();
    }

    boolean folds() {
        return rank < 2 * excess();
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
        return ofRank < 2 * excess() ? ofRank / 2 : ofRank - excess();
    }

    int rankOf(int virtual) {
        if (virtual >= excess()) {
            return virtual + excess();
        }
        if (even) {
            return virtual == 0 ? first : 2 * virtual;
        }
        return root == 2 * virtual ? root : 2 * virtual + 1;
    }

    /** Returns the step in which pairs fold: the whole buffer is sent to the rank that stays in the core. */
    Schedule fold(Partition partition) {
        int parts = partition.parts();
        Blocks whole = partition.whole();
        return Schedule.of(folds() ? 1 : 0, (step, sink) -> {
            whole.at(isOut() ? 0 : parts).move(isOut(), partner(), sink);
            if (!isOut()) {
                whole.at(parts).combine(0, sink);
            }
        });
    }

    /**
     * Returns the steps in which pairs fold by halves: each rank adds the other rank's half to its own half, and the
     * odd rank sends its sum to the even rank.
     */
    Schedule foldHalves(Partition partition) {
        int parts = partition.parts();
        Blocks low = partition.blocks(0, parts / 2);
        Blocks high = partition.blocks(parts / 2, parts - parts / 2);
        boolean odd = rank % 2 != 0;
        return Schedule.of(folds() ? 2 : 0, (step, sink) -> {
            if (step == 0) {
                Blocks own = odd ? high : low;
                Blocks received = own.at(parts + own.first());
                (odd ? low : high).exchange(partner(), received, partner(), sink);
                received.combine(own.first(), sink);
            } else {
                high.move(odd, partner(), sink);
            }
        });
    }

    Schedule unfold(Blocks blocks) {
        return Schedule.of(folds() ? 1 : 0, (step, sink) -> blocks.move(!isOut(), partner(), sink));
    }
}
