package org.tailback.model.loggops;

import org.tailback.columns.Columns;

/**
 * Binary heap of (time, key) pairs, smallest first. Keys are distinct and >= 0; times are unsigned. The cost is O(log
 * n) per event, without allocation except for growth. The queue is not thread-safe.
 */
final class EventQueue {
    /** Constant added to a time so that a signed comparison orders unsigned numbers. */
    private static final long FLIP = Long.MIN_VALUE;

    /** Times and keys of the heap, alternating. */
    private long[] heap = new long[1024];

    private int size;

    void push(long unsignedTime, long key) {
        heap = Columns.fit(heap, 2 * size + 1);
        long time = unsignedTime ^ FLIP;
        int at = size++;
        while (at > 0 && isLess(time, key, at - 1 >> 2)) {
            move(at - 1 >> 2, at);
            at = at - 1 >> 2;
        }
        heap[2 * at] = time;
        heap[2 * at + 1] = key;
    }

    /** Selects the first event; returns false if the queue is empty. */
    boolean select() {
        return size > 0;
    }

    long time() {
        return heap[0] ^ FLIP;
    }

    long key() {
        return heap[1];
    }

    void remove() {
        size--;
        long time = heap[2 * size];
        long key = heap[2 * size + 1];
        int at = 0;
        for (int child = 1; child < size; child = 4 * at + 1) {
            int least = child;
            for (int i = child + 1; i < Math.min(child + 4, size); i++) {
                least = isLess(heap[2 * i], heap[2 * i + 1], least) ? i : least;
            }
            if (isLess(time, key, least)) {
                break;
            }
            move(least, at);
            at = least;
        }
        heap[2 * at] = time;
        heap[2 * at + 1] = key;
    }

    private boolean isLess(long time, long key, int slot) {
        return time < heap[2 * slot] || (time == heap[2 * slot] && key < heap[2 * slot + 1]);
    }

    private void move(int from, int to) {
        heap[2 * to] = heap[2 * from];
        heap[2 * to + 1] = heap[2 * from + 1];
    }
}
