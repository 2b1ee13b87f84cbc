package org.tailback.trace.io;

import org.tailback.columns.LongTable;

/**
 * Table of numbers >= 0 by 64-bit ids. Operations cost O(1) on average, without allocation per entry. Not thread-safe,
 * but concurrent reads are safe while it does not change.
 */
public final class NumberTable {
    public static final int NONE = -1;

    private LongTable table = new LongTable(1, 0);
    private int size;

    public int size() {
        return size;
    }

    /** Returns the number of an id, or {@link #NONE}. */
    public int get(long id) {
        return (int) (table.value(table.slot(id)) - 1);
    }

    /** Adds an id that is not in the table, with a number >= 0. */
    public void put(long id, int number) {
        table.add(table.slot(id), id, number + 1L);
        size++;
    }

    /** Removes an id; returns its number, or {@link #NONE} for a missing id. */
    public int remove(long id) {
        int number = get(id);
        if (number != NONE) {
            table.remove(table.slot(id));
            size--;
        }
        return number;
    }

    public void clear() {
        table = new LongTable(1, 0);
        size = 0;
    }
}
