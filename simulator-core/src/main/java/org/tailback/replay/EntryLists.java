package org.tailback.replay;

import java.util.Arrays;

/** A doubly linked list of entries per rank, in order of appending; an entry is in at most one list. All O(1). */
final class EntryLists {
    private static final int NONE = Matcher.NONE;

    private final int[] first;
    private final int[] last;
    private int[] next = new int[64];
    private int[] previous = new int[64];

    EntryLists(int ranks) {
        first = new int[ranks];
        last = new int[ranks];
        Arrays.fill(first, NONE);
        Arrays.fill(last, NONE);
    }

    int lists() {
        return first.length;
    }

    int first(int rank) {
        return first[rank];
    }

    int next(int entry) {
        return next[entry];
    }

    void append(int rank, int entry) {
        if (entry >= next.length) {
            int capacity = Math.max(entry + 1, 2 * next.length);
            next = Arrays.copyOf(next, capacity);
            previous = Arrays.copyOf(previous, capacity);
        }
        next[entry] = NONE;
        previous[entry] = last[rank];
        if (last[rank] == NONE) {
            first[rank] = entry;
        } else {
            next[last[rank]] = entry;
        }
        last[rank] = entry;
    }

    void remove(int rank, int entry) {
        if (previous[entry] == NONE) {
            first[rank] = next[entry];
        } else {
            next[previous[entry]] = next[entry];
        }
        if (next[entry] == NONE) {
            last[rank] = previous[entry];
        } else {
            previous[next[entry]] = previous[entry];
        }
    }
}
