package org.tailback.model.sharing.hierarchical;

import java.util.Arrays;

/**
 * The keys of the messages on every resource, in ascending order. A few changed keys of a resource are put in their new places one by
 * one; where many change, the list is sorted when it is asked for.
 */
final class KeyLists {
    /** From so many on, changed keys of a resource are sorted together. */
    private static final int MANY_MOVES = 8;

    private static final long[] NONE = new long[0];

    private final long[][] keys;
    private final int[] size;
    private final boolean[] isUnsorted;
    private final int[] moves;

    KeyLists(int resources) {
        keys = new long[resources][];
        Arrays.fill(keys, NONE);
        size = new int[resources];
        isUnsorted = new boolean[resources];
        moves = new int[resources];
    }

    /** The keys of a resource, in order if they were sorted or few changed. */
    long[] of(int resource) {
        return keys[resource];
    }

    int size(int resource) {
        return size[resource];
    }

    /** A key comes. */
    void add(int resource, long key) {
        int count = size[resource];
        if (isUnsorted[resource] || count == 0 || key > keys[resource][count - 1] || hasManyMoves(resource)) {
            insert(resource, count, key);
        } else {
            insert(resource, -1 - Arrays.binarySearch(keys[resource], 0, count, key), key);
        }
    }

    private void insert(int resource, int place, long key) {
        long[] list = keys[resource];
        int count = size[resource]++;
        if (count == list.length) {
            list = Arrays.copyOf(list, Math.max(2, count + (count >> 1)));
            keys[resource] = list;
        }
        if (place < count) {
            System.arraycopy(list, place, list, place + 1, count - place);
        }
        list[place] = key;
    }

    /** A key goes; the list is in order. */
    void remove(int resource, long key) {
        int left = --size[resource];
        if (left > 0) {
            long[] list = keys[resource];
            int place = Arrays.binarySearch(list, 0, left + 1, key);
            System.arraycopy(list, place + 1, list, place, left - place);
        }
    }

    /** A message gets another key. */
    void replace(int resource, long oldKey, long newKey) {
        if (isUnsorted[resource] || hasManyMoves(resource)) {
            return;
        }
        long[] list = keys[resource];
        int place = Arrays.binarySearch(list, 0, size[resource], oldKey);
        if (newKey > oldKey) {
            for (; place + 1 < size[resource] && list[place + 1] < newKey; place++) {
                list[place] = list[place + 1];
            }
        } else {
            for (; place > 0 && list[place - 1] > newKey; place--) {
                list[place] = list[place - 1];
            }
        }
        list[place] = newKey;
    }

    private boolean hasManyMoves(int resource) {
        isUnsorted[resource] = ++moves[resource] > MANY_MOVES;
        return isUnsorted[resource];
    }

    /**
     * Puts the keys of a resource in order.
     *
     * @param keyOf the keys of now, by message
     */
    void sort(int resource, long[] keyOf) {
        moves[resource] = 0;
        if (isUnsorted[resource]) {
            isUnsorted[resource] = false;
            sort(keys[resource], size[resource], keyOf);
        }
    }

    /** One by one, as most are in order, unless that takes long. */
    private static void sort(long[] list, int count, long[] keyOf) {
        for (int i = 0; i < count; i++) {
            list[i] = keyOf[TakingKey.message(list[i])];
        }
        int steps = 16 * count;
        for (int i = 1; i < count; i++) {
            long moved = list[i];
            int at = i - 1;
            while (at >= 0 && list[at] > moved) {
                list[at + 1] = list[at];
                at--;
            }
            list[at + 1] = moved;
            steps -= i - at;
            if (steps < 0) {
                Arrays.sort(list, 0, count);
                return;
            }
        }
    }
}
