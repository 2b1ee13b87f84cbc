package org.tailback.replay;

import java.util.Arrays;

/**
 * Finds the partner of a send or receive: the k-th send with a (source, destination, tag) meets the k-th receive with
 * the same. A key holds a queue of sends without receives or of receives without sends, never both.
 *
 * <p>A hash table with open addressing and linear probing; a key is removed with its last entry, so memory follows what
 * is unmatched now, also for programs that use every tag once. O(1) expected per operation.
 */
final class Matcher {
    static final int NONE = -1;

    private long[] pairs = new long[64];
    private int[] tags = new int[64];
    private int[] heads = filled(64);
    private int[] tails = new int[64];
    private int keys;
    private int[] next = new int[64];
    private int queued;

    /** The first queued entry of a key, or {@link #NONE}. */
    int peek(int source, int destination, int tag) {
        return heads[slot(pair(source, destination), tag)];
    }

    /** Appends an entry to the queue of a key. */
    void add(int source, int destination, int tag, int entry) {
        if (entry >= next.length) {
            next = Arrays.copyOf(next, Math.max(entry + 1, 2 * next.length));
        }
        next[entry] = NONE;
        queued++;
        long pair = pair(source, destination);
        int slot = slot(pair, tag);
        if (heads[slot] != NONE) {
            next[tails[slot]] = entry;
            tails[slot] = entry;
            return;
        }
        pairs[slot] = pair;
        tags[slot] = tag;
        heads[slot] = entry;
        tails[slot] = entry;
        if (++keys * 2 > heads.length) {
            rehash();
        }
    }

    /** Takes the first entry of a key, which must not be empty. */
    void removeFirst(int source, int destination, int tag) {
        int slot = slot(pair(source, destination), tag);
        queued--;
        heads[slot] = next[heads[slot]];
        if (heads[slot] == NONE) {
            keys--;
            closeGap(slot);
        }
    }

    /** Entries without a partner. */
    int unmatched() {
        return queued;
    }

    /** All entries without a partner, ascending. O(table + entries log entries). */
    int[] unmatchedEntries() {
        int[] entries = new int[queued];
        int count = 0;
        for (int head : heads) {
            for (int entry = head; entry != NONE; entry = next[entry]) {
                entries[count++] = entry;
            }
        }
        Arrays.sort(entries);
        return entries;
    }

    private static long pair(int source, int destination) {
        return (long) source << 32 | destination;
    }

    private int home(long pair, int tag) {
        long hash = (pair * 0x9E3779B97F4A7C15L + tag) * 0xD6E8FEB86659FD93L;
        return (int) (hash >>> 32) & (heads.length - 1);
    }

    private int slot(long pair, int tag) {
        int slot = home(pair, tag);
        while (heads[slot] != NONE && (pairs[slot] != pair || tags[slot] != tag)) {
            slot = (slot + 1) & (heads.length - 1);
        }
        return slot;
    }

    private void closeGap(int emptied) {
        int mask = heads.length - 1;
        int gap = emptied;
        int slot = emptied;
        while (true) {
            slot = (slot + 1) & mask;
            if (heads[slot] == NONE) {
                return;
            }
            int home = home(pairs[slot], tags[slot]);
            boolean mayMove = ((slot - home) & mask) >= ((slot - gap) & mask);
            if (mayMove) {
                pairs[gap] = pairs[slot];
                tags[gap] = tags[slot];
                heads[gap] = heads[slot];
                tails[gap] = tails[slot];
                heads[slot] = NONE;
                gap = slot;
            }
        }
    }

    private void rehash() {
        long[] oldPairs = pairs;
        int[] oldTags = tags;
        int[] oldHeads = heads;
        int[] oldTails = tails;
        int capacity = 2 * oldHeads.length;
        pairs = new long[capacity];
        tags = new int[capacity];
        heads = filled(capacity);
        tails = new int[capacity];
        for (int i = 0; i < oldHeads.length; i++) {
            if (oldHeads[i] != NONE) {
                int slot = slot(oldPairs[i], oldTags[i]);
                pairs[slot] = oldPairs[i];
                tags[slot] = oldTags[i];
                heads[slot] = oldHeads[i];
                tails[slot] = oldTails[i];
            }
        }
    }

    private static int[] filled(int capacity) {
        int[] array = new int[capacity];
        Arrays.fill(array, NONE);
        return array;
    }
}
