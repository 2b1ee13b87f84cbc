package org.tailback.generator;

import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * All pairs of ranks at once: in each iteration every rank computes, posts a receive from each other rank, then a send
 * to each, and then waits for all, so that P(P-1) messages are in the network together. Rank r receives from r - s and
 * sends to r + s (modulo P), s = 1 to P - 1, with tag s. Needs 2(P-1) requests per rank.
 *
 * <p>Sizes are equal, or unequal: rank i sends B/2 + ((7919 i + 104729 j + 31 i j) mod 1009) (B/1009) bytes to rank j,
 * both quotients rounded down, which is spread evenly over B/2 to 3B/2.
 *
 * @param ranks P, 1 to 2^30
 * @param bytes B, >= 0, below 2^62
 * @param unequal true for different sizes
 * @param iterations number of exchanges, >= 0
 * @param computeSeconds computation before each, seconds, finite, >= 0; 0 for none
 */
record AllPairsProgram(int ranks, long bytes, boolean unequal, long iterations, double computeSeconds)
        implements ParallelProgram {
    private static final int CHUNK = 128;
    private static final int SIZES = 1009;
    private static final int PHASES = 4;

    public AllPairsProgram {
        Checks.iterated(ranks, iterations, bytes, computeSeconds);
    }

    private long size(long from, long to) {
        return unequal ? bytes / 2 + (from * 7919 + to * 104729 + from * to * 31) % SIZES * (bytes / SIZES) : bytes;
    }

    @Override
    public Program open(int rank) {
        Checks.rank(rank, ranks);
        int others = ranks - 1;
        long chunks = (others + CHUNK - 1L) / CHUNK;
        long computations = computeSeconds > 0 ? 1 : 0;
        long steps = PHASES * chunks + computations;
        return new SteppedProgram(Math.multiplyExact(iterations, steps), (inAll, sink) -> {
            long step = inAll % steps - computations;
            if (step < 0) {
                sink.compute(computeSeconds);
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
                    case 0 -> sink.irecv(s - 1, source, s, size(source, rank));
                    case 1 -> sink.isend(others + s - 1, destination, s, size(rank, destination));
                    default -> requests[s - from] = (phase == 2 ? 0 : others) + s - 1;
                }
            }
            if (phase >= 2) {
                sink.awaitAll(requests, requests.length);
            }
        });
    }
}
