package org.tailback.model.loggops;

import java.util.Arrays;

/**
 * A priority queue of (time, key) pairs, smallest first; keys are different and >= 0, times unsigned.
 *
 * <p>Most events of a simulation of equal machines come in long ascending runs: all messages arrive one latency after
 * they were sent, all ranks finish a step at the same time. So beside a heap there are a few lanes, first-in-first-out
 * buffers of ascending pairs: an event joins the lane with the largest last pair that is not above it, or an empty
 * lane, or else the heap. The smallest pair is the first of a lane or the top of the heap. The order does not depend on
 * where an event was put.
 *
 * <p>Lanes cost O(1) per event, the 4-ary heap O(log n). No allocation but for growth. Not thread-safe.
 */
final class EventQueue {
    private static final int LANES = 4;
    private static final int HEAP = LANES;
    private static final int NOWHERE = -1;

    /** Added to a time so that comparing signed numbers compares unsigned ones. */
    private static final long FLIP = Long.MIN_VALUE;

    private final long[][] lanes = new long[LANES][128];
    private final int[] begin = new int[LANES];
    private final int[] length = new int[LANES];
    private final long[] lastTime = new long[LANES];
    private final long[] lastKey = new long[LANES];
    /** First pair of each lane and, behind them, of the heap; the largest possible pair where there is none. */
    private final long[] firstTime = new long[LANES + 1];

    private final long[] firstKey = new long[LANES + 1];
    private long[] heap = new long[512];
    private int heapSize;
    private int smallest = NOWHERE;

    EventQueue() {
        Arrays.fill(firstTime, Long.MAX_VALUE);
        Arrays.fill(firstKey, Long.MAX_VALUE);
    }

    /** Adds an event. */
    void push(long unsignedTime, long key) {
        long time = unsignedTime ^ FLIP;
        smallest = NOWHERE;
        int best = NOWHERE;
        int empty = NOWHERE;
        for (int lane = 0; lane < LANES; lane++) {
            if (length[lane] == 0) {
                empty = lane;
            } else if (!isLess(time, key, lastTime[lane], lastKey[lane])
                    && (best == NOWHERE || isLess(lastTime[best], lastKey[best], lastTime[lane], lastKey[lane]))) {
                best = lane;
            }
        }
        if (best == NOWHERE) {
            best = empty;
        }
        if (best == NOWHERE) {
            pushHeap(time, key);
        } else {
            append(best, time, key);
        }
    }

    /** Finds the smallest event; false if there is none. */
    boolean select() {
        int best = 0;
        for (int i = 1; i <= LANES; i++) {
            if (isLess(firstTime[i], firstKey[i], firstTime[best], firstKey[best])) {
                best = i;
            }
        }
        smallest = firstKey[best] == Long.MAX_VALUE ? NOWHERE : best;
        return smallest != NOWHERE;
    }

    /** Time of the event that {@link #select} found. */
    long time() {
        return firstTime[smallest] ^ FLIP;
    }

    /** Key of the event that {@link #select} found. */
    long key() {
        return firstKey[smallest];
    }

    /** Removes the event that {@link #select} found. */
    void remove() {
        if (smallest == HEAP) {
            popHeap();
        } else {
            popLane(smallest);
        }
        smallest = NOWHERE;
    }

    private static boolean isLess(long time, long key, long otherTime, long otherKey) {
        return time < otherTime || (time == otherTime && key < otherKey);
    }

    private void append(int lane, long time, long key) {
        long[] ring = lanes[lane];
        if (2 * length[lane] == ring.length) {
            ring = grown(lane);
        }
        int at = (begin[lane] + 2 * length[lane]) & (ring.length - 1);
        ring[at] = time;
        ring[at + 1] = key;
        lastTime[lane] = time;
        lastKey[lane] = key;
        if (length[lane]++ == 0) {
            firstTime[lane] = time;
            firstKey[lane] = key;
        }
    }

    private long[] grown(int lane) {
        long[] old = lanes[lane];
        long[] ring = new long[Math.multiplyExact(2, old.length)];
        int upper = old.length - begin[lane];
        System.arraycopy(old, begin[lane], ring, 0, upper);
        System.arraycopy(old, 0, ring, upper, begin[lane]);
        begin[lane] = 0;
        lanes[lane] = ring;
        return ring;
    }

    private void popLane(int lane) {
        long[] ring = lanes[lane];
        int next = (begin[lane] + 2) & (ring.length - 1);
        begin[lane] = next;
        if (--length[lane] == 0) {
            firstTime[lane] = Long.MAX_VALUE;
            firstKey[lane] = Long.MAX_VALUE;
        } else {
            firstTime[lane] = ring[next];
            firstKey[lane] = ring[next + 1];
        }
    }

    private void pushHeap(long time, long key) {
        if (2 * heapSize == heap.length) {
            heap = Arrays.copyOf(heap, Math.multiplyExact(2, heap.length));
        }
        int at = heapSize++;
        while (at > 0) {
            int parent = (at - 1) >> 2;
            if (!isLess(time, key, heap[2 * parent], heap[2 * parent + 1])) {
                break;
            }
            heap[2 * at] = heap[2 * parent];
            heap[2 * at + 1] = heap[2 * parent + 1];
            at = parent;
        }
        heap[2 * at] = time;
        heap[2 * at + 1] = key;
        firstTime[HEAP] = heap[0];
        firstKey[HEAP] = heap[1];
    }

    private void popHeap() {
        heapSize--;
        long time = heap[2 * heapSize];
        long key = heap[2 * heapSize + 1];
        int at = 0;
        while (true) {
            int child = 4 * at + 1;
            if (child >= heapSize) {
                break;
            }
            int end = Math.min(child + 4, heapSize);
            int least = child;
            for (int i = child + 1; i < end; i++) {
                if (isLess(heap[2 * i], heap[2 * i + 1], heap[2 * least], heap[2 * least + 1])) {
                    least = i;
                }
            }
            if (!isLess(heap[2 * least], heap[2 * least + 1], time, key)) {
                break;
            }
            heap[2 * at] = heap[2 * least];
            heap[2 * at + 1] = heap[2 * least + 1];
            at = least;
        }
        heap[2 * at] = time;
        heap[2 * at + 1] = key;
        firstTime[HEAP] = heapSize == 0 ? Long.MAX_VALUE : heap[0];
        firstKey[HEAP] = heapSize == 0 ? Long.MAX_VALUE : heap[1];
    }
}
