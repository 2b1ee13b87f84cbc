package org.tailback.model.sharing.hierarchical;

import java.util.Arrays;

/**
 * The batches in flight in the order of their source nodes, then their destination nodes. A start or an end moves what
 * is behind it.
 */
final class PairOrder {
    private long[] pairs = new long[16];
    private int[] batches = new int[16];
    private int size;
    /** By batch, valid if not {@link #isStale}. */
    private int[] position = new int[16];

    private boolean isStale;

    void add(int batch, int source, int destination) {
        long pair = pair(source, destination);
        int at = firstOf(pair);
        if (size == pairs.length) {
            pairs = Arrays.copyOf(pairs, 2 * size);
            batches = Arrays.copyOf(batches, 2 * size);
        }
        System.arraycopy(pairs, at, pairs, at + 1, size - at);
        System.arraycopy(batches, at, batches, at + 1, size - at);
        pairs[at] = pair;
        batches[at] = batch;
        size++;
        isStale = true;
    }

    void remove(int batch, int source, int destination) {
        int at = firstOf(pair(source, destination));
        while (batches[at] != batch) {
            at++;
        }
        size--;
        System.arraycopy(pairs, at + 1, pairs, at, size - at);
        System.arraycopy(batches, at + 1, batches, at, size - at);
        isStale = true;
    }

    /** Where in the order a batch is; called after {@link #settle}. */
    int position(int batch) {
        return position[batch];
    }

    /** The batch at a position. */
    int at(int itsPosition) {
        return batches[itsPosition];
    }

    /** Brings positions up to date, O(batches). */
    void settle() {
        if (!isStale) {
            return;
        }
        isStale = false;
        for (int i = 0; i < size; i++) {
            if (batches[i] >= position.length) {
                position = Arrays.copyOf(position, Math.max(batches[i] + 1, 2 * position.length));
            }
            position[batches[i]] = i;
        }
    }

    private static long pair(int source, int destination) {
        return (long) source << Integer.SIZE | destination;
    }

    private int firstOf(long pair) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (pairs[middle] < pair) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
