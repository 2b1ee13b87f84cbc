package org.tailback.collective;

/**
 * Schedules in which P ranks with one block each send all blocks to one another. Numbers v are relative to a root: v =
 * (rank - root) mod P, and v begins with block v.
 *
 * <p>References: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of collective communication operations in MPICH",
 * International Journal of High Performance Computing Applications 19(1), 2005, section 4.1; J. Bruck et al.,
 * "Efficient algorithms for all-to-all communications in multiport message-passing systems", IEEE Transactions on
 * Parallel and Distributed Systems 8(11), 1997; J. Chen et al., "Performance evaluation of allgather algorithms on
 * terascale Linux cluster with fast Ethernet", HPC Asia 2005 (neighbour exchange).
 *
 * @param blocks blocks of all ranks, by numbers v
 */
record AllgatherPhase(Partition blocks, int root, int v, int ranks) {
    static AllgatherPhase of(Partition blocks, int root, int rank, int ranks) {
        return new AllgatherPhase(blocks, root, Sizes.modulo(rank, -root, ranks), ranks);
    }

    /** Returns the ring: in step i, v sends block v - i to v + 1 and receives block v - i - 1 from v - 1. */
    Schedule ring() {
        return Schedule.of(ranks - 1, (step, sink) -> exchange(1, v + 1, v - step, v - 1, v - step - 1, sink));
    }

    /**
     * Returns recursive doubling: in step k, v exchanges the blocks of its group of 2^k ranks with v xor 2^k. If P is
     * not a power of two, returns {@link #bruck}.
     */
    Schedule recursiveDoubling() {
        if (!Sizes.isPowerOfTwo(ranks)) {
            return bruck();
        }
        return Schedule.of(Sizes.ceilingLog2(ranks), (step, sink) -> {
            int group = 1 << step;
            int own = v & -group;
            exchange(group, v ^ group, own, v ^ group, own ^ group, sink);
        });
    }

    /**
     * Returns Bruck's doubling: in step k, v sends to v - 2^k its own blocks, limited to the blocks that v - 2^k lacks,
     * and receives the same number of blocks from v + 2^k.
     */
    Schedule bruck() {
        return Schedule.of(Sizes.ceilingLog2(ranks), (step, sink) -> {
            int distance = 1 << step;
            exchange(Math.min(distance, ranks - distance), v - distance, v, v + distance, v + distance, sink);
        });
    }

    /**
     * Returns the neighbour exchange: pairs exchange their blocks, then each rank exchanges two blocks at a time with
     * its neighbours alternately. If P is odd, returns {@link #ring}.
     */
    Schedule neighbourExchange() {
        if (ranks % 2 != 0) {
            return ring();
        }
        int direction = v % 2 == 0 ? 1 : -1;
        return Schedule.of(ranks / 2, (step, sink) -> {
            int neighbour = step % 2 == 0 ? v + direction : v - direction;
            if (step == 0) {
                exchange(1, neighbour, v, neighbour, neighbour, sink);
            } else {
                exchange(2, neighbour, pairHad(step - 1), neighbour, pairHad(step), sink);
            }
        });
    }

    /**
     * Returns the first of the two blocks received in a step of {@link #neighbourExchange}; in step 0, the first block
     * of the rank's own pair.
     */
    private int pairHad(int step) {
        int offset = (v % 2 == 0 ? 2 : -2) * (step % 2 == 0 ? 1 : -1);
        return Sizes.modulo(v - v % 2, offset * ((step + 1) / 2), ranks);
    }

    /**
     * Exchanges a number of blocks, given by the first block sent and the first block received; all numbers are modulo
     * P.
     */
    private void exchange(int count, int destination, int sent, int source, int received, CollectiveSink sink) {
        blocks.blocks(Sizes.modulo(sent, 0, ranks), count)
                .exchange(
                        Sizes.modulo(destination, root, ranks),
                        blocks.blocks(Sizes.modulo(received, 0, ranks), count),
                        Sizes.modulo(source, root, ranks),
                        sink);
    }
}
