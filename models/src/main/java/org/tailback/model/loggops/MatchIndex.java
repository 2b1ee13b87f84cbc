package org.tailback.model.loggops;

import java.util.Arrays;
import org.tailback.schedule.Schedule;

/**
 * One rank's entries of a {@link MatchQueue} by source and tag: a hash table (open addressing, linear probing) of
 * first-in-first-out chains. Entries are numbered in the order in which they are added, so that the firsts of several
 * chains can be compared. O(1) expected per operation.
 */
final class MatchIndex {
    private static final int NONE = MatchQueue.NONE;

    private long[] keys = new long[64];
    private int[] heads = filled(64);
    private int[] tails = new int[64];
    private int chains;

    private int[] entryOf = new int[32];
    private long[] orderOf = new long[32];
    private int[] next = new int[32];
    private int free = NONE;
    private int used;
    private long added;
    private int withAny;

    /** Appends an entry to the chain of its source and tag. */
    void add(int entry, long sourceAndTag) {
        int node = allocate();
        entryOf[node] = entry;
        orderOf[node] = added++;
        next[node] = NONE;
        if (hasAny(sourceAndTag)) {
            withAny++;
        }
        int slot = slot(sourceAndTag);
        if (heads[slot] != NONE) {
            next[tails[slot]] = node;
            tails[slot] = node;
            return;
        }
        keys[slot] = sourceAndTag;
        heads[slot] = node;
        tails[slot] = node;
        if (2 * ++chains > heads.length) {
            rehash();
        }
    }

    /** Removes the first entry of a chain, which must not be empty. */
    void removeFirst(long sourceAndTag) {
        int slot = slot(sourceAndTag);
        int node = heads[slot];
        heads[slot] = next[node];
        next[node] = free;
        free = node;
        if (hasAny(sourceAndTag)) {
            withAny--;
        }
        if (heads[slot] == NONE) {
            chains--;
            closeGap(slot);
        }
    }

    /** The earliest entry that agrees with a source and a tag, neither of which is ANY; or NONE. */
    int find(int source, int tag) {
        int node = heads[slot(MatchQueue.pair(source, tag))];
        if (withAny > 0) {
            node = earlier(node, heads[slot(MatchQueue.pair(Schedule.ANY, tag))]);
            node = earlier(node, heads[slot(MatchQueue.pair(source, Schedule.ANY))]);
            node = earlier(node, heads[slot(MatchQueue.pair(Schedule.ANY, Schedule.ANY))]);
        }
        return node == NONE ? NONE : entryOf[node];
    }

    private int earlier(int a, int b) {
        if (a == NONE || b == NONE) {
            return a == NONE ? b : a;
        }
        return orderOf[a] < orderOf[b] ? a : b;
    }

    private static boolean hasAny(long sourceAndTag) {
        return (int) (sourceAndTag >>> 32) == Schedule.ANY || (int) sourceAndTag == Schedule.ANY;
    }

    private int home(long key) {
        long hash = key * 0x9E3779B97F4A7C15L;
        return (int) ((hash ^ hash >>> 32) >>> 8) & (heads.length - 1);
    }

    private int slot(long key) {
        int slot = home(key);
        while (heads[slot] != NONE && keys[slot] != key) {
            slot = (slot + 1) & (heads.length - 1);
        }
        return slot;
    }

    private void closeGap(int emptied) {
        int mask = heads.length - 1;
        int gap = emptied;
        int slot = (emptied + 1) & mask;
        while (heads[slot] != NONE) {
            int fromHome = (slot - home(keys[slot])) & mask;
            int fromGap = (slot - gap) & mask;
            if (fromHome >= fromGap) {
                keys[gap] = keys[slot];
                heads[gap] = heads[slot];
                tails[gap] = tails[slot];
                heads[slot] = NONE;
                gap = slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    private void rehash() {
        long[] oldKeys = keys;
        int[] oldHeads = heads;
        int[] oldTails = tails;
        int capacity = Math.multiplyExact(2, oldHeads.length);
        keys = new long[capacity];
        heads = filled(capacity);
        tails = new int[capacity];
        for (int i = 0; i < oldHeads.length; i++) {
            if (oldHeads[i] != NONE) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                heads[slot] = oldHeads[i];
                tails[slot] = oldTails[i];
            }
        }
    }

    private int allocate() {
        if (free != NONE) {
            int node = free;
            free = next[node];
            return node;
        }
        if (used == next.length) {
            int capacity = Math.multiplyExact(2, used);
            entryOf = Arrays.copyOf(entryOf, capacity);
            orderOf = Arrays.copyOf(orderOf, capacity);
            next = Arrays.copyOf(next, capacity);
        }
        return used++;
    }

    private static int[] filled(int capacity) {
        int[] array = new int[capacity];
        Arrays.fill(array, NONE);
        return array;
    }
}
