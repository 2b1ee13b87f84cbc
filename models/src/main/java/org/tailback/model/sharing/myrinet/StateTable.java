package org.tailback.model.sharing.myrinet;

import org.tailback.columns.Columns;
import org.tailback.columns.LongTable;

/**
 * The states of one layer of the counting and their counts, by keys of several words. A state's index is its order of
 * insertion, so that everything repeats bit for bit.
 */
final class StateTable {
    private final int words;
    private long[] keys = {};
    private double[] counts = {};
    /** Index + 1 by key. */
    private final LongTable indices;

    private int size;

    StateTable(int words) {
        this.words = words;
        indices = new LongTable(words, 16);
    }

    int size() {
        return size;
    }

    double count(int index) {
        return counts[index];
    }

    void read(int index, long[] into) {
        System.arraycopy(keys, index * words, into, 0, words);
    }

    /** The index of a key, or -1. */
    int find(long[] key) {
        return (int) indices.value(indices.slot(key)) - 1;
    }

    void add(long[] key, double count) {
        int slot = indices.slot(key);
        int index = (int) indices.value(slot) - 1;
        if (index >= 0) {
            counts[index] += count;
            return;
        }
        counts = Columns.fit(counts, size);
        keys = Columns.fit(keys, (size + 1) * words - 1);
        System.arraycopy(key, 0, keys, size * words, words);
        counts[size++] = count;
        indices.add(slot, key, size);
    }

    double total() {
        double total = 0;
        for (int i = 0; i < size; i++) {
            total += counts[i];
        }
        return total;
    }

    void scale(double factor) {
        for (int i = 0; i < size; i++) {
            counts[i] *= factor;
        }
    }
}
