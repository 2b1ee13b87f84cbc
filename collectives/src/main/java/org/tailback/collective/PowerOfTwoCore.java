package org.tailback.collective;

/**
 * The largest power of two of ranks, C = 2^n, among P = C + e: of each of the first e pairs of ranks (2 i, 2 i + 1) one
 * folds its contribution into the other and stays out, the even one unless it is the root. The others are numbered in
 * their order, virtually from 0 to C - 1.
 */
final class PowerOfTwoCore {
    private final int root;
    private final int rank;
    private final int excess;
    private final int size;

    /** @param root must not stay out; -1 for none */
    PowerOfTwoCore(int root, int rank, int ranks) {
        this.root = root;
        this.rank = rank;
        this.size = Integer.highestOneBit(ranks);
        this.excess = ranks - size;
    }

    /** C. */
    int size() {
        return size;
    }

    /** log2 C. */
    int doublings() {
        return Integer.numberOfTrailingZeros(size);
    }

    /** Returns the number of ranks that stay out. */
    int excess() {
        return excess;
    }

    /** Returns whether the rank has a partner in folding. */
    boolean folds() {
        return rank < 2 * excess;
    }

    /** Returns whether the rank stays out. */
    boolean isOut() {
        return folds() && rankOf(rank / 2) != rank;
    }

    /** Returns the other rank of the pair. */
    int partner() {
        return rank ^ 1;
    }

    /** Returns the number of the rank, or of its pair. */
    int virtual() {
        return virtual(rank);
    }

    int virtual(int ofRank) {
        return ofRank < 2 * excess ? ofRank / 2 : ofRank - excess;
    }

    /** Returns the rank that has a virtual number. */
    int rankOf(int virtual) {
        return virtual >= excess ? virtual + excess : root == 2 * virtual ? root : 2 * virtual + 1;
    }

    /** Returns the step in which pairs fold: the whole buffer is sent to the one that stays in. */
    CollectiveSchedule fold(Partition partition) {
        int parts = partition.parts();
        long bytes = partition.bytes(0, parts);
        return Schedules.of(folds() ? 1 : 0, (step, sink) -> {
            if (isOut()) {
                sink.carry(0, parts);
                sink.send(partner(), bytes);
            } else {
                sink.carry(parts, parts);
                sink.recv(partner(), bytes);
                sink.combine(parts, 0, parts, bytes);
            }
        });
    }

    /** Returns the step in which those who stayed out get some blocks of the result. */
    CollectiveSchedule unfold(Partition partition, int firstBlock, int count) {
        long bytes = partition.bytes(firstBlock, count);
        return Schedules.of(folds() ? 1 : 0, (step, sink) -> {
            sink.carry(firstBlock, count);
            if (isOut()) {
                sink.recv(partner(), bytes);
            } else {
                sink.send(partner(), bytes);
            }
        });
    }
}
