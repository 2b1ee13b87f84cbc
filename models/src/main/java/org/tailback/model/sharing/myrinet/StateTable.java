package org.tailback.model.sharing.myrinet;

import java.util.Arrays;

/**
 * The states of one layer of the counting and their counts: an open-addressing hash table of keys of several words. A
 * state's index is its order of insertion, so that everything repeats bit for bit.
 */
final class StateTable {
    private final int words;
    private long[] keys;
    private double[] counts;
    /** Index + 1 of the state in a cell; 0 is empty. */
    private int[] cells = new int[64];

    private int size;

    StateTable(int words) {
        this.words = words;
        keys = new long[16 * words];
        counts = new double[16];
    }

    int size() {
        return size;
    }

    double count(int index) {
        return counts[index];
    }

    /** Copies a state's key. */
    void read(int index, long[] into) {
        System.arraycopy(keys, index * words, into, 0, words);
    }

    /** The index of a key, or -1. */
    int find(long[] key) {
        return cells[cellOf(key)] - 1;
    }

    /** Adds to a key's count; puts the key in if it is new. */
    void add(long[] key, double count) {
        int cell = cellOf(key);
        if (cells[cell] != 0) {
            counts[cells[cell] - 1] += count;
            return;
        }
        if (size == counts.length) {
            counts = Arrays.copyOf(counts, 2 * size);
            keys = Arrays.copyOf(keys, 2 * size * words);
        }
        System.arraycopy(key, 0, keys, size * words, words);
        counts[size] = count;
        cells[cell] = ++size;
        if (2 * size > cells.length) {
            rehash();
        }
    }

    /** Sum of all counts. */
    double total() {
        double total = 0;
        for (int i = 0; i < size; i++) {
            total += counts[i];
        }
        return total;
    }

    /** Multiplies all counts. */
    void scale(double factor) {
        for (int i = 0; i < size; i++) {
            counts[i] *= factor;
        }
    }

    private void rehash() {
        cells = new int[2 * cells.length];
        long[] key = new long[words];
        for (int i = 0; i < size; i++) {
            read(i, key);
            cells[cellOf(key)] = i + 1;
        }
    }

    private int cellOf(long[] key) {
        long hash = 0;
        for (long word : key) {
            hash = (hash ^ word) * 0x9e3779b97f4a7c15L;
            hash ^= hash >>> 32;
        }
        int mask = cells.length - 1;
        int cell = (int) hash & mask;
        while (cells[cell] != 0 && !holds(cells[cell] - 1, key)) {
            cell = (cell + 1) & mask;
        }
        return cell;
    }

    private boolean holds(int index, long[] key) {
        int offset = index * words;
        for (int word = 0; word < words; word++) {
            if (keys[offset + word] != key[word]) {
                return false;
            }
        }
        return true;
    }
}
