package org.tailback.collective;

/**
 * Schedules by which P ranks with a block each send one another all blocks. Numbers v are relative to a root: v = (rank
 * - root) mod P, and v begins with block v.
 *
 * <p>References: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of collective communication operations in MPICH",
 * International Journal of High Performance Computing Applications 19(1), 2005, section 4.1; J. Bruck et al.,
 * "Efficient algorithms for all-to-all communications in multiport message-passing systems", IEEE Transactions on
 * Parallel and Distributed Systems 8(11), 1997; J. Chen et al., "Performance evaluation of allgather algorithms on
 * terascale Linux cluster with fast Ethernet", HPC Asia 2005 (neighbour exchange).
 */
final class AllgatherPhase {
    private final Partition blocks;
    private final int root;
    private final int v;
    private final int ranks;

    AllgatherPhase(Partition blocks, int root, int rank, int ranks) {
        this.blocks = blocks;
        this.root = root;
        this.v = Sizes.modulo(rank, -root, ranks);
        this.ranks = ranks;
    }

    private int rankOf(int relative) {
        return Sizes.modulo(relative, root, ranks);
    }

    /** Ring: in step i, v sends block v - i to v + 1 and receives block v - i - 1 from v - 1. */
    CollectiveSchedule ring() {
        return Schedules.of(
                ranks - 1,
                (step, sink) -> exchange(
                        v + 1, Sizes.modulo(v, -step, ranks), 1, v - 1, Sizes.modulo(v, -step - 1, ranks), 1, sink));
    }

    /**
     * Recursive doubling: in step k, v exchanges the blocks of its group of 2^k with v xor 2^k; P a power of two,
     * otherwise {@link #bruck}.
     */
    CollectiveSchedule recursiveDoubling() {
        if (!Sizes.isPowerOfTwo(ranks)) {
            return bruck();
        }
        return Schedules.of(Sizes.ceilingLog2(ranks), (step, sink) -> {
            int group = 1 << step;
            int own = v & -group;
            exchange(v ^ group, own, group, v ^ group, own ^ group, group, sink);
        });
    }

    /**
     * Bruck's doubling: in step k, v sends its blocks, at most those missing there, to v - 2^k and receives the same
     * number from v + 2^k.
     */
    CollectiveSchedule bruck() {
        return Schedules.of(Sizes.ceilingLog2(ranks), (step, sink) -> {
            int distance = 1 << step;
            int count = Math.min(distance, ranks - distance);
            exchange(v - distance, v, count, v + distance, Sizes.modulo(v, distance, ranks), count, sink);
        });
    }

    /**
     * Neighbour exchange: pairs exchange their blocks, then each rank exchanges two blocks at a time with its
     * neighbours alternately; P even, or {@link #ring}.
     */
    CollectiveSchedule neighbourExchange() {
        if (ranks % 2 != 0) {
            return ring();
        }
        int direction = v % 2 == 0 ? 1 : -1;
        return Schedules.of(ranks / 2, (step, sink) -> {
            if (step == 0) {
                exchange(v + direction, v, 1, v + direction, v + direction, 1, sink);
            } else {
                int neighbour = step % 2 == 0 ? v + direction : v - direction;
                exchange(neighbour, pairHad(step - 1), 2, neighbour, pairHad(step), 2, sink);
            }
        });
    }

    /**
     * Returns the first of the two blocks received in a step of {@link #neighbourExchange}; in step 0 those of the own
     * pair.
     */
    private int pairHad(int step) {
        int offset = (v % 2 == 0 ? 2 : -2) * (step % 2 == 0 ? 1 : -1);
        return Sizes.modulo(v - v % 2, offset * ((step + 1) / 2), ranks);
    }

    private void exchange(
            int destination,
            int sent,
            int sentCount,
            int source,
            int received,
            int receivedCount,
            CollectiveSink sink) {
        blocks.carryRound(sink, received, receivedCount);
        sink.irecv(0, rankOf(source), blocks.bytesRound(received, receivedCount));
        blocks.carryRound(sink, sent, sentCount);
        sink.isend(1, rankOf(destination), blocks.bytesRound(sent, sentCount));
        sink.awaitAll(0, 2);
    }
}
