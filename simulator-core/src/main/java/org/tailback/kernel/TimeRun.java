package org.tailback.kernel;

/**
 * Items that were added in the order of their times, one behind another in a ring of arrays: the part of a {@link
 * TimeQueue} that needs no sorting. One that is removed from the middle leaves a gap until its neighbours are gone, or
 * until the ring is full. First and last are never gaps. All O(1), amortised.
 */
final class TimeRun {
    private static final int GAP = -1;
    /** The queue receives positions as numbers from here downwards. */
    private static final int FIRST_CODE = -2;

    private int[] ids = new int[16];
    private long[] keys = new long[16];
    private long[] ranks = new long[16];
    /** Place of the first. */
    private int head;
    /** Places from the first to the last. */
    private int length;

    /** Number of items without the gaps. */
    private int size;

    int firstId() {
        return ids[head];
    }

    long firstKey() {
        return keys[head];
    }

    long firstRank() {
        return ranks[head];
    }

    long lastKey() {
        return keys[place(length - 1)];
    }

    long lastRank() {
        return ranks[place(length - 1)];
    }

    /** The key of the thing with a code. */
    long key(int code) {
        return keys[FIRST_CODE - code];
    }

    /**
     * Adds a thing behind all others.
     *
     * @param codeOf by thing, its code: changed for all others where they have to move
     * @return its code, below -1, valid until another is added
     */
    int append(int id, long key, long rank, int[] codeOf) {
        if (length == ids.length) {
            makeRoom(codeOf);
        }
        int place = place(length++);
        ids[place] = id;
        keys[place] = key;
        ranks[place] = rank;
        size++;
        return FIRST_CODE - place;
    }

    void remove(int code) {
        int place = FIRST_CODE - code;
        ids[place] = GAP;
        if (--size == 0) {
            head = 0;
            length = 0;
            return;
        }
        while (ids[head] == GAP) {
            head = place(1);
            length--;
        }
        while (ids[place(length - 1)] == GAP) {
            length--;
        }
    }

    void forEachUntil(long key, TimeQueue.Visitor visitor) {
        for (int i = 0; i < length && keys[place(i)] <= key; i++) {
            if (ids[place(i)] != GAP) {
                visitor.visit(ids[place(i)]);
            }
        }
    }

    private int place(int index) {
        return head + index & ids.length - 1;
    }

    /** Closes the gaps if they are half of it, or takes longer arrays. */
    private void makeRoom(int[] codeOf) {
        if (2 * size > length) {
            ids = unrolled(new int[2 * length], ids);
            keys = unrolled(new long[2 * length], keys);
            ranks = unrolled(new long[2 * length], ranks);
            head = 0;
        }
        int count = 0;
        for (int i = 0; i < length; i++) {
            int from = place(i);
            int id = ids[from];
            if (id != GAP) {
                int to = place(count++);
                ids[to] = id;
                keys[to] = keys[from];
                ranks[to] = ranks[from];
                codeOf[id] = FIRST_CODE - to;
            }
        }
        length = count;
    }

    /** The ring from its head on, copied to the front of a longer array. */
    private <A> A unrolled(A longer, A ring) {
        System.arraycopy(ring, head, longer, 0, length - head);
        System.arraycopy(ring, 0, longer, length - head, head);
        return longer;
    }
}
