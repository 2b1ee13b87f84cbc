package org.tailback.generator;

import org.tailback.error.InputException;

/** Checks of parameters that generators share. */
final class Checks {
    private Checks() {}

    static int powerOfTwo(String algorithm, int ranks) {
        if (ranks < 1 || Integer.bitCount(ranks) != 1) {
            int below = Integer.highestOneBit(Math.max(1, ranks));
            throw new InputException(
                    algorithm + " needs a power of two as number of ranks, for rank r exchanges with r xor i; "
                            + "found " + ranks + ". Use " + below + (ranks > 1 ? " or " + 2L * below : ""));
        }
        return ranks;
    }

    static int ranks(int ranks, int least) {
        if (ranks < least) {
            throw new InputException("The number of ranks must be at least " + least + ", found " + ranks);
        }
        return ranks;
    }

    /** Returns the number of doublings from 1 to a number of ranks: ceil(log2 ranks). */
    static int rounds(int ranks) {
        if (ranks > 1 << 30) {
            throw new InputException("At most 2^30 ranks can be generated, found " + ranks);
        }
        return 32 - Integer.numberOfLeadingZeros(ranks - 1);
    }

    static int rank(int rank, int ranks) {
        if (rank < 0 || rank >= ranks) {
            throw new IndexOutOfBoundsException("rank " + rank + " of " + ranks);
        }
        return rank;
    }

    static long size(long bytes) {
        if (bytes < 0) {
            throw new InputException("A size must be 0 bytes or more, found " + bytes);
        }
        return bytes;
    }

    static long iterations(long iterations) {
        if (iterations < 0) {
            throw new InputException("The number of iterations must be 0 or more, found " + iterations);
        }
        return iterations;
    }

    static double seconds(double seconds) {
        if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw new InputException("A duration must be a finite number of seconds of 0 or more, found " + seconds);
        }
        return seconds;
    }

    static void iterated(int ranks, long iterations, long bytes, double computeSeconds) {
        ranks(ranks, 1);
        size(bytes);
        iterations(iterations);
        seconds(computeSeconds);
    }
}
