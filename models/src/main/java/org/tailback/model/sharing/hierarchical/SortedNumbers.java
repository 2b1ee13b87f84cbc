package org.tailback.model.sharing.hierarchical;

import java.util.Arrays;

/** Collects different small whole numbers, and sorts them: where they are many, by walking over a bit for each of their range. */
final class SortedNumbers {
    /** A word of bits costs no more than so many parts of a number that is sorted by comparison. */
    private static final int WORDS_PER_NUMBER = 8;

    private int[] numbers = new int[16];
    private int size;
    private int largest;
    /** All 0 but in {@link #sort}. */
    private long[] bits = new long[1];

    /** Forgets all. */
    void clear() {
        size = 0;
        largest = 0;
    }

    /** Adds a number >= 0 that is not there. */
    void add(int number) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * size);
        }
        numbers[size++] = number;
        largest = Math.max(largest, number);
    }

    int size() {
        return size;
    }

    int get(int index) {
        return numbers[index];
    }

    /** Puts the numbers in ascending order. */
    void sort() {
        if (size < 2) {
            return;
        }
        int words = largest / Long.SIZE + 1;
        if (size < words / WORDS_PER_NUMBER) {
            Arrays.sort(numbers, 0, size);
            return;
        }
        if (bits.length < words) {
            bits = new long[Math.max(words, 2 * bits.length)];
        }
        for (int i = 0; i < size; i++) {
            bits[numbers[i] / Long.SIZE] |= 1L << numbers[i];
        }
        int count = 0;
        for (int word = 0; count < size; word++) {
            for (long left = bits[word]; left != 0; left &= left - 1) {
                numbers[count++] = word * Long.SIZE + Long.numberOfTrailingZeros(left);
            }
            bits[word] = 0;
        }
    }
}
