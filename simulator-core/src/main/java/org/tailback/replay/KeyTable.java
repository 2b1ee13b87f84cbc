package org.tailback.replay;

import java.util.Arrays;

/**
 * A hash table from (source, destination, tag, communicator) to the head and tail of a queue: open addressing, linear
 * probing, and no tombstones, because the entries behind a removed one move up. O(1) expected.
 */
final class KeyTable {
    private static final int NONE = Matcher.NONE;
    private static final int INITIAL_CAPACITY = 64;

    private long[] pairs = new long[INITIAL_CAPACITY];
    private int[] tags = new int[INITIAL_CAPACITY];
    private int[] communicators = new int[INITIAL_CAPACITY];
    private int[] heads = filled(INITIAL_CAPACITY);
    private int[] tails = new int[INITIAL_CAPACITY];
    private int keys;

    int capacity() {
        return heads.length;
    }

    /** The slot of a key: its own, or the empty one where it would stand. Valid until the next change. */
    int slot(int source, int destination, int tag, int communicator) {
        return slot(pair(source, destination), tag, communicator);
    }

    int head(int slot) {
        return heads[slot];
    }

    void setHead(int slot, int entry) {
        heads[slot] = entry;
    }

    void setTail(int slot, int entry) {
        tails[slot] = entry;
    }

    /** Appends an entry to a key's queue; returns the tail before it, or {@link Matcher#NONE}. */
    int append(int source, int destination, int tag, int communicator, int entry) {
        long pair = pair(source, destination);
        int slot = slot(pair, tag, communicator);
        if (heads[slot] != NONE) {
            int tail = tails[slot];
            tails[slot] = entry;
            return tail;
        }
        put(slot, pair, tag, communicator, entry, entry);
        if (++keys * 2 > heads.length) {
            rehash();
        }
        return NONE;
    }

    /** Removes the key in a slot. */
    void remove(int slot) {
        heads[slot] = NONE;
        keys--;
        int mask = heads.length - 1;
        int gap = slot;
        int probe = slot;
        while (true) {
            probe = (probe + 1) & mask;
            if (heads[probe] == NONE) {
                return;
            }
            int home = home(pairs[probe], tags[probe], communicators[probe]);
            if (((probe - home) & mask) >= ((probe - gap) & mask)) {
                put(gap, pairs[probe], tags[probe], communicators[probe], heads[probe], tails[probe]);
                heads[probe] = NONE;
                gap = probe;
            }
        }
    }

    private void put(int slot, long pair, int tag, int communicator, int head, int tail) {
        pairs[slot] = pair;
        tags[slot] = tag;
        communicators[slot] = communicator;
        heads[slot] = head;
        tails[slot] = tail;
    }

    private static long pair(int source, int destination) {
        return (long) source << 32 | destination;
    }

    private int home(long pair, int tag, int communicator) {
        long hash = ((pair * 0x9E3779B97F4A7C15L + tag) * 0xD6E8FEB86659FD93L + communicator) * 0xD6E8FEB86659FD93L;
        return (int) (hash >>> 32) & (heads.length - 1);
    }

    private int slot(long pair, int tag, int communicator) {
        int slot = home(pair, tag, communicator);
        while (heads[slot] != NONE
                && (pairs[slot] != pair || tags[slot] != tag || communicators[slot] != communicator)) {
            slot = (slot + 1) & (heads.length - 1);
        }
        return slot;
    }

    private void rehash() {
        long[] oldPairs = pairs;
        int[] oldTags = tags;
        int[] oldCommunicators = communicators;
        int[] oldHeads = heads;
        int[] oldTails = tails;
        int capacity = 2 * oldHeads.length;
        pairs = new long[capacity];
        tags = new int[capacity];
        communicators = new int[capacity];
        heads = filled(capacity);
        tails = new int[capacity];
        for (int i = 0; i < oldHeads.length; i++) {
            if (oldHeads[i] != NONE) {
                int slot = slot(oldPairs[i], oldTags[i], oldCommunicators[i]);
                put(slot, oldPairs[i], oldTags[i], oldCommunicators[i], oldHeads[i], oldTails[i]);
            }
        }
    }

    private static int[] filled(int capacity) {
        int[] array = new int[capacity];
        Arrays.fill(array, NONE);
        return array;
    }
}
