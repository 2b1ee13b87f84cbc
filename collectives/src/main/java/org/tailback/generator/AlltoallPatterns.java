package org.tailback.generator;

import org.tailback.program.ParallelProgram;

/** Programs in which every rank exchanges messages with all other ranks. */
final class AlltoallPatterns {
    private static final int CHUNK = 128;
    private static final int SIZES = 1009;

    private AlltoallPatterns() {}

    /**
     * Returns the all-to-all exchange called Alltoall_A in the PlogPT paper: partners follow one another, and a rank
     * never has two messages at a time. Rank r performs, for i = 0 to P - 1: Irecv from r xor i, Isend to r xor i,
     * Wait(Irecv), Wait(Isend). The partner of i = 0 is the rank itself.
     *
     * <p>The paper's Fig. 13 has a blocking send. Fig. 14 and this method divide it into Isend and Wait, so that the
     * wait for the receive precedes the wait for the send. All messages have tag 0, because two ranks exchange only one
     * message in each direction.
     *
     * <p>Reference: A. Nomura, H. Matsuba, Y. Ishikawa, the PlogPT paper, Figs 13 and 14.
     *
     * @param ranks P, a power of two, >= 1
     * @param bytes m, size of the message from each rank to each other rank, >= 0
     * @throws org.tailback.error.InputException if P is not a power of two or m is negative
     */
    static ParallelProgram a(int ranks, long bytes) {
        Checks.powerOfTwo("Alltoall_A", ranks);
        Checks.size(bytes);
        return new GeneratedProgram(ranks, ranks, rank -> (step, sink) -> {
            int partner = rank ^ (int) step;
            sink.irecv(0, partner, 0, bytes);
            sink.isend(1, partner, 0, bytes);
            sink.await(0);
            sink.await(1);
        });
    }

    /**
     * Returns the all-to-all exchange called Alltoall_B in the PlogPT paper: all receives first, so that no send waits
     * for a message to arrive. Rank r performs: for i = 0 to P - 1, i != r: Irecv from i; then for i = 1 to P - 1:
     * Isend to r xor i, Wait(Isend); then Wait for every Irecv in the order of i.
     *
     * <p>All messages have tag 0, because two ranks exchange only one message in each direction. The program needs P
     * requests per rank.
     *
     * <p>Reference: A. Nomura, H. Matsuba, Y. Ishikawa, the PlogPT paper, Figs 13 and 14.
     *
     * @param ranks P, a power of two, >= 1; the program of a single rank is empty
     * @param bytes m, size of the message from each rank to each other rank, >= 0
     * @throws org.tailback.error.InputException if P is not a power of two or m is negative
     */
    static ParallelProgram b(int ranks, long bytes) {
        Checks.powerOfTwo("Alltoall_B", ranks);
        Checks.size(bytes);
        int peers = ranks - 1;
        long chunks = chunks(peers);
        return new GeneratedProgram(ranks, 3 * chunks, rank -> (step, sink) -> {
            int phase = (int) (step / chunks);
            int from = (int) (step % chunks) * CHUNK;
            for (int i = from; i < Math.min(peers, from + CHUNK); i++) {
                int source = i < rank ? i : i + 1;
                switch (phase) {
                    case 0 -> sink.irecv(source, source, 0, bytes);
                    case 1 -> {
                        // requests of receives have the numbers of their sources; the rank's own number is free for the
                        // send
                        sink.isend(rank, rank ^ (i + 1), 0, bytes);
                        sink.await(rank);
                    }
                    default -> sink.await(source);
                }
            }
        });
    }

    private static long chunks(int messages) {
        return (messages + CHUNK - 1L) / CHUNK;
    }

    /**
     * Returns the pairwise all-to-all exchange for any number of ranks. Each iteration computes; then, in step s = 1 to
     * P - 1, rank r receives from r - s, sends to r + s (modulo P) and waits for both messages. Each rank therefore has
     * one message in each direction at a time. All messages have tag 0.
     *
     * <p>Reference: R. Thakur, R. Rabenseifner, W. Gropp: Optimization of Collective Communication Operations in MPICH,
     * IJHPCA 19(1), 2005, section 4.3.
     */
    static ParallelProgram pairwise(IteratedExchange exchange) {
        int computations = exchange.computeSeconds() > 0 ? 1 : 0;
        long steps = exchange.ranks() - 1L + computations;
        return exchange.program(steps, rank -> (step, sink) -> {
            int distance = (int) (step % steps) + 1 - computations;
            if (distance == 0) {
                sink.compute(exchange.computeSeconds());
            } else {
                exchange.shift(rank, distance, sink);
            }
        });
    }

    /**
     * Returns messages between all pairs of ranks at once: in each iteration every rank computes, posts a receive from
     * each other rank and a send to each other rank, and then waits for all of these. P(P-1) messages are in the
     * network at the same time. Rank r receives from r - s and sends to r + s (modulo P), s = 1 to P - 1, with tag s.
     * The program needs 2(P-1) requests per rank.
     *
     * <p>Sizes are B, or unequal: rank i sends B/2 + ((7919 i + 104729 j + 31 i j) mod 1009) (B/1009) bytes to rank j,
     * with both quotients rounded down. These sizes are spread evenly over B/2 to 3B/2.
     *
     * @param exchange parameters, with B below 2^62
     * @param unequal true for different sizes
     */
    static ParallelProgram allPairs(IteratedExchange exchange, boolean unequal) {
        int ranks = exchange.ranks();
        int others = ranks - 1;
        long chunks = chunks(others);
        int computations = exchange.computeSeconds() > 0 ? 1 : 0;
        long steps = 4 * chunks + computations;
        return exchange.program(steps, rank -> (inAll, sink) -> {
            long step = inAll % steps - computations;
            if (step < 0) {
                sink.compute(exchange.computeSeconds());
                return;
            }
            int phase = (int) (step / chunks);
            int from = 1 + (int) (step % chunks) * CHUNK;
            int to = Math.min(others, from + CHUNK - 1);
            int[] requests = new int[phase < 2 ? 0 : to - from + 1];
            for (int s = from; s <= to; s++) {
                int source = Math.floorMod(rank - s, ranks);
                int destination = (int) (((long) rank + s) % ranks);
                switch (phase) {
                    case 0 -> sink.irecv(s - 1, source, s, size(exchange.bytes(), unequal, source, rank));
                    case 1 ->
                        sink.isend(others + s - 1, destination, s, size(exchange.bytes(), unequal, rank, destination));
                    default -> requests[s - from] = (phase == 2 ? 0 : others) + s - 1;
                }
            }
            if (phase >= 2) {
                sink.awaitAll(requests, requests.length);
            }
        });
    }

    private static long size(long bytes, boolean unequal, long from, long to) {
        return unequal ? bytes / 2 + (from * 7919 + to * 104729 + from * to * 31) % SIZES * (bytes / SIZES) : bytes;
    }
}
