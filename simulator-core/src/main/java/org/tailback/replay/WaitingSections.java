package org.tailback.replay;

import java.util.Arrays;

/**
 * Numbers of waiting sections in ascending order. Insertion and removal cost O(numbers after the insertion or removal
 * point), and O(1) at both ends.
 */
final class WaitingSections {
    private int[] numbers = new int[4];
    private int from;
    private int to;

    int size() {
        return to - from;
    }

    /** Returns the index-th smallest number. */
    int get(int index) {
        return numbers[from + index];
    }

    void add(int number) {
        if (to == numbers.length) {
            int[] old = numbers;
            numbers = from > old.length / 2 ? old : new int[2 * old.length];
            System.arraycopy(old, from, numbers, 0, to - from);
            to -= from;
            from = 0;
        }
        int at = to;
        if (to > from && numbers[to - 1] > number) {
            at = -1 - Arrays.binarySearch(numbers, from, to, number);
            System.arraycopy(numbers, at, numbers, at + 1, to - at);
        }
        numbers[at] = number;
        to++;
    }

    void remove(int index) {
        if (index == 0) {
            from++;
        } else {
            System.arraycopy(numbers, from + index + 1, numbers, from + index, size() - index - 1);
            to--;
        }
    }
}
