package org.tailback.generator;

import org.tailback.error.InputException;

/** Checks of the arguments of public methods. */
final class Checks {
    private Checks() {}

    static void powerOfTwo(String algorithm, int ranks) {
        if (ranks < 1 || Integer.bitCount(ranks) != 1) {
            int below = Integer.highestOneBit(Math.max(1, ranks));
            throw new InputException(
                    algorithm + " needs a power of two as the number of ranks, because rank r exchanges with r xor i; "
                            + "found " + ranks + ". Use " + below + (ranks > 1 ? " or " + 2L * below : ""));
        }
    }

    static int ranks(int ranks) {
        if (ranks < 1) {
            throw new InputException("The number of ranks must be at least 1, found " + ranks);
        }
        return ranks;
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

    static void iterations(long iterations) {
        if (iterations < 0) {
            throw new InputException("The number of iterations must be 0 or more, found " + iterations);
        }
    }

    static double seconds(double seconds) {
        if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw new InputException("A duration must be a finite number of seconds, 0 or more, found " + seconds);
        }
        return seconds;
    }
}
