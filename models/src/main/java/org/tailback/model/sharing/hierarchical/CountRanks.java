package org.tailback.model.sharing.hierarchical;

import java.util.Arrays;

/** The ranks of the congestions of equal resources by their number of messages; clearing costs O(1). */
final class CountRanks {
    private static final int UNKNOWN = -1;

    private int[] lastSeen = new int[16];
    private int[] rank = new int[16];
    private int round = 1;

    /** Forgets all. */
    void clear() {
        if (++round == Integer.MAX_VALUE) {
            Arrays.fill(lastSeen, 0);
            round = 1;
        }
    }

    /** True the first time that it is asked for this number of messages. */
    boolean isNew(int messages) {
        if (messages >= lastSeen.length) {
            lastSeen = Arrays.copyOf(lastSeen, Math.max(messages + 1, 2 * lastSeen.length));
            rank = Arrays.copyOf(rank, lastSeen.length);
        }
        if (lastSeen[messages] == round) {
            return false;
        }
        lastSeen[messages] = round;
        rank[messages] = UNKNOWN;
        return true;
    }

    /** The rank for a number of messages that was asked for before, or -1. */
    int rank(int messages) {
        return rank[messages];
    }

    void setRank(int messages, int value) {
        rank[messages] = value;
    }
}
