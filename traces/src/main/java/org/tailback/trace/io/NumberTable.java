package org.tailback.trace.io;

import java.util.Arrays;

/**
 * Numbers >= 0 by 64-bit ids: a hash table with linear probing, without allocation per entry. Operations cost O(1) on
 * average. Not thread-safe, but safe to be read by several threads while it does not change.
 */
public final class NumberTable {
    /** No number. */
    public static final int NONE = -1;

    private long[] ids = new long[16];
    private int[] numbers = new int[16];
    private int size;

    /** Returns an empty table. */
    public NumberTable() {
        Arrays.fill(numbers, NONE);
    }

    /** Returns the number of ids. */
    public int size() {
        return size;
    }

    /** Returns the number of an id, or {@link #NONE}. */
    public int get(long id) {
        for (int i = home(id); numbers[i] != NONE; i = i + 1 & ids.length - 1) {
            if (ids[i] == id) {
                return numbers[i];
            }
        }
        return NONE;
    }

    /** Adds an id that is not in the table, with a number >= 0. */
    public void put(long id, int number) {
        if (2 * size >= ids.length) {
            grow();
        }
        insert(id, number);
        size++;
    }

    private void insert(long id, int number) {
        int i = home(id);
        while (numbers[i] != NONE) {
            i = i + 1 & ids.length - 1;
        }
        ids[i] = id;
        numbers[i] = number;
    }

    /** Removes an id; its number, or {@link #NONE} if it was not there. */
    public int remove(long id) {
        int mask = ids.length - 1;
        int i = home(id);
        while (numbers[i] != NONE && ids[i] != id) {
            i = i + 1 & mask;
        }
        int number = numbers[i];
        if (number == NONE) {
            return NONE;
        }
        size--;
        // close the gap: an entry behind it moves up unless it would then stand before its home
        int gap = i;
        for (int j = gap + 1 & mask; numbers[j] != NONE; j = j + 1 & mask) {
            if ((j - home(ids[j]) & mask) >= (j - gap & mask)) {
                ids[gap] = ids[j];
                numbers[gap] = numbers[j];
                gap = j;
            }
        }
        numbers[gap] = NONE;
        return number;
    }

    /** Removes all ids. O(size). */
    public void clear() {
        if (ids.length > 8 * size + 16) {
            ids = new long[16];
            numbers = new int[16];
        }
        Arrays.fill(numbers, NONE);
        size = 0;
    }

    private void grow() {
        long[] oldIds = ids;
        int[] oldNumbers = numbers;
        ids = new long[2 * oldIds.length];
        numbers = new int[2 * oldIds.length];
        Arrays.fill(numbers, NONE);
        for (int i = 0; i < oldIds.length; i++) {
            if (oldNumbers[i] != NONE) {
                insert(oldIds[i], oldNumbers[i]);
            }
        }
    }

    private int home(long id) {
        long hash = id * 0x9E3779B97F4A7C15L;
        return (int) (hash ^ hash >>> 32) & ids.length - 1;
    }
}
