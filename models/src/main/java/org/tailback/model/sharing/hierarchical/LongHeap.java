package org.tailback.model.sharing.hierarchical;

import java.util.Arrays;

/** A binary heap of different longs, the smallest at hand; adding and removing cost O(log n). */
final class LongHeap {
    private long[] heap = new long[16];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    /** The smallest; there must be one. */
    long smallest() {
        return heap[0];
    }

    void add(long value) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        int slot = size++;
        while (slot > 0 && value < heap[(slot - 1) >> 1]) {
            heap[slot] = heap[(slot - 1) >> 1];
            slot = (slot - 1) >> 1;
        }
        heap[slot] = value;
    }

    long removeSmallest() {
        long result = heap[0];
        long last = heap[--size];
        int slot = 0;
        for (int child = 1; child < size; child = 2 * slot + 1) {
            child += child + 1 < size && heap[child + 1] < heap[child] ? 1 : 0;
            if (last <= heap[child]) {
                break;
            }
            heap[slot] = heap[child];
            slot = child;
        }
        heap[slot] = last;
        return result;
    }
}
