package org.tailback.replay;

/**
 * A hash table from (source, destination, tag, communicator) to the head and tail of a queue: open addressing, linear
 * probing, and no tombstones, because the entries behind a removed one move up. O(1) expected.
 *
 * <p>A slot is three words side by side, so that looking at it loads one line of the cache, seldom two.
 */
final class KeyTable {
    private static final int NONE = Matcher.NONE;
    private static final int INITIAL_CAPACITY = 64;
    private static final int WORDS = 3;
    private static final long LOW = 0xFFFF_FFFFL;

    /**
     * Of each slot: source and destination, tag and communicator, head + 1 and tail; the last is 0 in an empty slot.
     */
    private long[] words = new long[WORDS * INITIAL_CAPACITY];

    private int mask = INITIAL_CAPACITY - 1;
    private int keys;
    /** The key that was looked up last and its slot; below 0 if it may have moved. */
    private long lastRanks;

    private long lastKind;
    private int lastSlot = -1;

    int capacity() {
        return mask + 1;
    }

    /** The slot of a key: its own, or the empty one where it would stand. Valid until the next change. */
    int slot(int source, int destination, int tag, int communicator) {
        long ranks = pair(source, destination);
        long kind = pair(tag, communicator);
        int slot = slot(ranks, kind);
        lastRanks = ranks;
        lastKind = kind;
        lastSlot = slot;
        return slot;
    }

    /** The first of the queue in a slot, or {@link Matcher#NONE}. */
    int head(int slot) {
        return (int) (words[WORDS * slot + 2] >>> 32) - 1;
    }

    int tail(int slot) {
        return (int) words[WORDS * slot + 2];
    }

    void setHead(int slot, int entry) {
        words[WORDS * slot + 2] = queue(entry, tail(slot));
    }

    void setTail(int slot, int entry) {
        words[WORDS * slot + 2] = queue(head(slot), entry);
    }

    /** Appends an entry to a key's queue; returns the tail before it, or {@link Matcher#NONE}. */
    int append(int source, int destination, int tag, int communicator, int entry) {
        long ranks = pair(source, destination);
        long kind = pair(tag, communicator);
        int slot = lastSlot >= 0 && ranks == lastRanks && kind == lastKind ? lastSlot : slot(ranks, kind);
        if (words[WORDS * slot + 2] != 0) {
            int tail = tail(slot);
            setTail(slot, entry);
            return tail;
        }
        put(slot, ranks, kind, queue(entry, entry));
        // the slot may be the one that was looked up for another key
        lastSlot = -1;
        if (++keys * 2 > mask + 1) {
            rehash();
        }
        return NONE;
    }

    /** Removes the key in a slot. */
    void remove(int slot) {
        lastSlot = -1;
        keys--;
        int gap = slot;
        int probe = slot;
        while (true) {
            probe = (probe + 1) & mask;
            int at = WORDS * probe;
            if (words[at + 2] == 0) {
                words[WORDS * gap + 2] = 0;
                return;
            }
            int home = home(words[at], words[at + 1]);
            if (((probe - home) & mask) >= ((probe - gap) & mask)) {
                put(gap, words[at], words[at + 1], words[at + 2]);
                gap = probe;
            }
        }
    }

    private void put(int slot, long ranks, long kind, long queue) {
        int at = WORDS * slot;
        words[at] = ranks;
        words[at + 1] = kind;
        words[at + 2] = queue;
    }

    private static long pair(int high, int low) {
        return (long) high << 32 | low & LOW;
    }

    private static long queue(int head, int tail) {
        return pair(head + 1, tail);
    }

    private int home(long ranks, long kind) {
        long hash = (ranks * 0x9E3779B97F4A7C15L + kind) * 0xD6E8FEB86659FD93L;
        hash ^= hash >>> 32;
        return (int) (hash * 0x9E3779B97F4A7C15L >>> 32) & mask;
    }

    private int slot(long ranks, long kind) {
        int slot = home(ranks, kind);
        int at = WORDS * slot;
        while (words[at + 2] != 0 && (words[at] != ranks || words[at + 1] != kind)) {
            slot = (slot + 1) & mask;
            at = WORDS * slot;
        }
        return slot;
    }

    private void rehash() {
        long[] old = words;
        int capacity = 2 * (mask + 1);
        words = new long[Math.multiplyExact(WORDS, capacity)];
        mask = capacity - 1;
        lastSlot = -1;
        for (int at = 0; at < old.length; at += WORDS) {
            if (old[at + 2] != 0) {
                put(slot(old[at], old[at + 1]), old[at], old[at + 1], old[at + 2]);
            }
        }
    }
}
