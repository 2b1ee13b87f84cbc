package org.tailback.model.sharing.link;

import java.util.Arrays;

/**
 * Numbers ordered by the level at which they come next in progressive filling, equal levels by number. A number may be in it
 * several times; nothing is allocated but growth.
 */
public final class LevelHeap {
    private double[] levels = new double[16];
    private int[] numbers = new int[16];
    private int size;

    /** True if nothing is left. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Forgets all. */
    public void clear() {
        size = 0;
    }

    /** The lowest level; there must be one. */
    public double firstLevel() {
        return levels[0];
    }

    /** The number of the lowest level; there must be one. */
    public int first() {
        return numbers[0];
    }

    /** Adds a number at a level. O(log size). */
    public void push(double level, int number) {
        if (size == levels.length) {
            levels = Arrays.copyOf(levels, 2 * size);
            numbers = Arrays.copyOf(numbers, 2 * size);
        }
        int at = size++;
        while (at > 0 && before(level, number, (at - 1) >> 1)) {
            levels[at] = levels[(at - 1) >> 1];
            numbers[at] = numbers[(at - 1) >> 1];
            at = (at - 1) >> 1;
        }
        levels[at] = level;
        numbers[at] = number;
    }

    /** Takes the first off; there must be one. O(log size). */
    public void pop() {
        size--;
        double level = levels[size];
        int number = numbers[size];
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && before(levels[child + 1], numbers[child + 1], child)) {
                child++;
            }
            if (before(level, number, child)) {
                break;
            }
            levels[at] = levels[child];
            numbers[at] = numbers[child];
            at = child;
        }
        levels[at] = level;
        numbers[at] = number;
    }

    private boolean before(double level, int number, int slot) {
        return level < levels[slot] || (level == levels[slot] && number < numbers[slot]);
    }
}
