package org.tailback.trace.mpi;

/** A first-in-first-out queue of ints. */
final class IntFifo {
    private int[] ring = new int[8];
    private int head;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void add(int value) {
        if (size == ring.length) {
            int[] larger = new int[2 * ring.length];
            for (int i = 0; i < size; i++) {
                larger[i] = ring[head + i & ring.length - 1];
            }
            ring = larger;
            head = 0;
        }
        ring[head + size++ & ring.length - 1] = value;
    }

    /** Removes the oldest; there must be one. */
    int take() {
        int value = ring[head];
        head = head + 1 & ring.length - 1;
        size--;
        return value;
    }
}
