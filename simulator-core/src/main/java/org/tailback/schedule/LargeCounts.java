package org.tailback.schedule;

import java.util.Arrays;

/**
 * A map from operations to the part of their dependency count that does not fit into a byte; for the few that have one.
 */
final class LargeCounts {
    private static final int FREE = -1;

    private int[] operations = free(64);
    private int[] counts = new int[64];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    /** Sets the count of an operation. O(1) expected. */
    void put(int operation, int count) {
        int slot = slot(operation);
        if (operations[slot] == FREE) {
            operations[slot] = operation;
            size++;
        }
        counts[slot] = count;
        if (2 * size > operations.length) {
            grow();
        }
    }

    /** The count of an operation, 0 if none was set. O(1) expected. */
    int get(int operation) {
        int slot = slot(operation);
        return operations[slot] == FREE ? 0 : counts[slot];
    }

    private int slot(int operation) {
        int mask = operations.length - 1;
        int slot = (operation * 0x9E3779B9 >>> 8) & mask;
        while (operations[slot] != FREE && operations[slot] != operation) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        int[] oldOperations = operations;
        int[] oldCounts = counts;
        operations = free(Math.multiplyExact(2, oldOperations.length));
        counts = new int[operations.length];
        for (int i = 0; i < oldOperations.length; i++) {
            if (oldOperations[i] != FREE) {
                int slot = slot(oldOperations[i]);
                operations[slot] = oldOperations[i];
                counts[slot] = oldCounts[i];
            }
        }
    }

    private static int[] free(int capacity) {
        int[] array = new int[capacity];
        Arrays.fill(array, FREE);
        return array;
    }
}
