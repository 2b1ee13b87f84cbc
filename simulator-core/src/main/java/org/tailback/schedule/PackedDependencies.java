package org.tailback.schedule;

import java.util.Arrays;
import org.tailback.error.InputException;

/** The successors of all operations of a schedule, one after the other; nothing is stored while there are none. */
final class PackedDependencies {
    private static final int MAX_SIZE = Integer.MAX_VALUE - 16;

    private int[] first = {};
    private int[] successors = {};
    private int operationsBegun;
    private int size;

    /** Appends a successor of an operation that is the one of the last call or a later one. */
    void add(int operation, int successor) {
        if (size == successors.length) {
            if (size == MAX_SIZE) {
                throw new InputException(
                        "the schedule has more than " + MAX_SIZE + " dependencies; convert it to a binary file");
            }
            successors = Arrays.copyOf(successors, grown(size + 1, size));
        }
        beginUntil(operation);
        successors[size++] = successor;
    }

    /** No more will be added; there are so many operations. */
    void finish(int operations) {
        if (size > 0) {
            beginUntil(operations);
            first = Arrays.copyOf(first, operations + 1);
            successors = Arrays.copyOf(successors, size);
        }
    }

    int count(int operation) {
        return size == 0 ? 0 : first[operation + 1] - first[operation];
    }

    int get(int operation, int index) {
        return successors[first[operation] + index];
    }

    private void beginUntil(int operation) {
        if (operation >= first.length) {
            first = Arrays.copyOf(first, grown(operation + 1, first.length));
        }
        while (operationsBegun <= operation) {
            first[operationsBegun++] = size;
        }
    }

    private static int grown(int needed, int capacity) {
        return (int) Math.min(MAX_SIZE, Math.max(Math.max(64, needed), capacity * 3L / 2));
    }
}
