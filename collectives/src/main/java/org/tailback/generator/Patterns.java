package org.tailback.generator;

import org.tailback.program.ParallelProgram;

/**
 * Regular programs in which each rank exchanges messages with few partners. Unless stated otherwise, messages have tag
 * 0.
 */
final class Patterns {
    private static final int NEIGHBOURS = 4;
    private static final int[] ALL = {0, 1, 2, 3, 4, 5, 6, 7};

    private Patterns() {}

    /**
     * Returns a ring: in every iteration, rank r computes, posts a receive from r - 1, sends to r + 1 (both modulo P)
     * and waits for both messages. A single rank sends the message to itself. The program cannot deadlock: no rank
     * waits before it has posted its receive and its send.
     */
    static ParallelProgram ring(IteratedExchange exchange) {
        return exchange.program(1, rank -> (step, sink) -> {
            sink.compute(exchange.computeSeconds());
            exchange.shift(rank, 1, sink);
        });
    }

    /**
     * Returns a stencil computation on a periodic grid of columns x rows ranks: in every iteration each rank posts
     * receives from and sends to its four neighbours, computes during the transfers, and waits for all messages. Rank =
     * row * columns + column. In a direction with one rank, the neighbour is the rank itself; with two ranks, both
     * neighbours are the same rank. Tags 0 to 3 distinguish the directions right, left, below and above. The program
     * cannot deadlock: no rank waits before it has posted all receives and sends.
     *
     * @param columns number of columns, a divisor of the number of ranks
     */
    static ParallelProgram halo(int columns, IteratedExchange exchange) {
        int rows = exchange.ranks() / columns;
        // three steps per iteration: short steps need short buffers, and there is one buffer per rank
        return exchange.program(3, rank -> {
            int row = rank / columns;
            int column = rank % columns;
            int[] neighbours = {
                row * columns + (column + 1) % columns,
                row * columns + (column + columns - 1) % columns,
                (row + 1) % rows * columns + column,
                (row + rows - 1) % rows * columns + column
            };
            return (step, sink) -> {
                int phase = (int) (step % 3);
                if (phase == 2) {
                    sink.compute(exchange.computeSeconds());
                    sink.awaitAll(ALL, ALL.length);
                    return;
                }
                for (int direction = 0; direction < NEIGHBOURS; direction++) {
                    if (phase == 0) {
                        // a message from one neighbour was sent in the opposite direction, whose number differs in the
                        // last bit
                        sink.irecv(direction, neighbours[direction], direction ^ 1, exchange.bytes());
                    } else {
                        sink.isend(NEIGHBOURS + direction, neighbours[direction], direction, exchange.bytes());
                    }
                }
            };
        });
    }

    /**
     * Returns the binomial-tree broadcast from rank 0: in round k the ranks below 2^k send to the rank 2^k above them.
     * A rank r > 0 first receives from the rank whose number is r without its highest bit; then it sends to r + 2^k for
     * all 2^k > r in ascending order. Each iteration begins with a computation.
     *
     * <p>Reference: R. Thakur, R. Rabenseifner, W. Gropp: Optimization of Collective Communication Operations in MPICH,
     * IJHPCA 19(1), 2005, section 4.2; here the bits of the tree are counted from the lowest bit.
     *
     * @param exchange parameters, with at most 2^30 ranks
     */
    static ParallelProgram broadcast(IteratedExchange exchange) {
        return exchange.program(1, rank -> {
            int highest = Integer.highestOneBit(rank);
            return (step, sink) -> {
                sink.compute(exchange.computeSeconds());
                if (rank > 0) {
                    sink.recv(rank - highest, 0, exchange.bytes());
                }
                for (int distance = Math.max(1, 2 * highest); distance < exchange.ranks() - rank; distance *= 2) {
                    sink.send(rank + distance, 0, exchange.bytes());
                }
            };
        });
    }

    /**
     * Returns the dissemination barrier: in round k = 0 to ceil(log2 P) - 1, rank r receives from r - 2^k, sends to r +
     * 2^k (modulo P) and waits for both messages. Each iteration begins with a computation.
     *
     * <p>Reference: D. Hensgen, R. Finkel, U. Manber: Two Algorithms for Barrier Synchronization, IJPP 17(1), 1988.
     *
     * @param exchange parameters, with at most 2^30 ranks
     */
    static ParallelProgram dissemination(IteratedExchange exchange) {
        return exchange.program(1, rank -> (step, sink) -> {
            sink.compute(exchange.computeSeconds());
            for (int distance = 1; distance < exchange.ranks(); distance *= 2) {
                exchange.shift(rank, distance, sink);
            }
        });
    }
}
