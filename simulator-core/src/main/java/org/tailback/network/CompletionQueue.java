package org.tailback.network;

import java.util.Arrays;

/**
 * The dates at which numbered things fall due, with the earliest always at hand: an indexed 4-ary heap of primitive
 * arrays. Equal dates are ordered by a rank that the owner gives, so that the order never depends on history.
 *
 * <p>Cost: {@link #set} and {@link #remove} O(log n), {@link #first} O(1); no allocation but for growth.
 */
public final class CompletionQueue {
    private static final int ABSENT = -1;

    private int[] heap;
    private int[] slotOf;
    private double[] dates;
    private long[] ranks;
    private int size;

    /** An empty queue for numbers from 0 to {@code capacity - 1}; it grows as needed. */
    public CompletionQueue(int capacity) {
        heap = new int[Math.max(1, capacity)];
        slotOf = new int[Math.max(1, capacity)];
        dates = new double[Math.max(1, capacity)];
        ranks = new long[Math.max(1, capacity)];
        Arrays.fill(slotOf, ABSENT);
    }

    /** How many things are in the queue. */
    public int size() {
        return size;
    }

    /** True if the thing is in the queue. */
    public boolean contains(int id) {
        return id < slotOf.length && slotOf[id] != ABSENT;
    }

    /** The date of a thing in the queue, in seconds. */
    public double date(int id) {
        return dates[id];
    }

    /** The thing due first; the queue must not be empty. */
    public int first() {
        return heap[0];
    }

    /** The earliest date in seconds, or infinity when the queue is empty. */
    public double firstDate() {
        return size == 0 ? Double.POSITIVE_INFINITY : dates[heap[0]];
    }

    /**
     * Puts a thing in the queue or moves it to another date.
     *
     * @param id number of the thing, >= 0
     * @param date seconds, not NaN
     * @param rank order among equal dates, ascending; different for things that can be in the queue together
     */
    public void set(int id, double date, long rank) {
        if (id >= slotOf.length) {
            grow(id + 1);
        }
        int slot = slotOf[id];
        if (slot == ABSENT) {
            dates[id] = date;
            ranks[id] = rank;
            slot = size++;
            siftUp(slot, id);
        } else {
            boolean earlier = date < dates[id] || (date == dates[id] && rank < ranks[id]);
            dates[id] = date;
            ranks[id] = rank;
            if (earlier) {
                siftUp(slot, id);
            } else {
                siftDown(slot, id);
            }
        }
    }

    /** Takes a thing out of the queue; does nothing if it is not there. */
    public void remove(int id) {
        if (!contains(id)) {
            return;
        }
        int slot = slotOf[id];
        slotOf[id] = ABSENT;
        int last = heap[--size];
        if (slot != size) {
            if (slot > 0 && before(last, heap[(slot - 1) >>> 2])) {
                siftUp(slot, last);
            } else {
                siftDown(slot, last);
            }
        }
    }

    /** Visits everything due at or before a date, in no particular but a repeatable order. O(number visited). */
    public void forEachUntil(double date, Visitor visitor) {
        visit(0, date, visitor);
    }

    /** Receives the things of {@link #forEachUntil}. */
    @FunctionalInterface
    public interface Visitor {
        /** @param id a thing in the queue */
        void visit(int id);
    }

    private void visit(int slot, double date, Visitor visitor) {
        if (slot < size && dates[heap[slot]] <= date) {
            visitor.visit(heap[slot]);
            for (int child = 4 * slot + 1; child <= 4 * slot + 4; child++) {
                visit(child, date, visitor);
            }
        }
    }

    private boolean before(int a, int b) {
        double dateA = dates[a];
        double dateB = dates[b];
        return dateA < dateB || (dateA == dateB && ranks[a] < ranks[b]);
    }

    private void siftUp(int start, int id) {
        int slot = start;
        while (slot > 0) {
            int parent = (slot - 1) >>> 2;
            int other = heap[parent];
            if (!before(id, other)) {
                break;
            }
            heap[slot] = other;
            slotOf[other] = slot;
            slot = parent;
        }
        heap[slot] = id;
        slotOf[id] = slot;
    }

    private void siftDown(int start, int id) {
        int slot = start;
        while (true) {
            int child = 4 * slot + 1;
            if (child >= size) {
                break;
            }
            int least = heap[child];
            int leastSlot = child;
            int end = Math.min(child + 4, size);
            for (int c = child + 1; c < end; c++) {
                if (before(heap[c], least)) {
                    least = heap[c];
                    leastSlot = c;
                }
            }
            if (!before(least, id)) {
                break;
            }
            heap[slot] = least;
            slotOf[least] = slot;
            slot = leastSlot;
        }
        heap[slot] = id;
        slotOf[id] = slot;
    }

    private void grow(int needed) {
        int capacity = Math.max(needed, slotOf.length * 2);
        int old = slotOf.length;
        heap = Arrays.copyOf(heap, capacity);
        slotOf = Arrays.copyOf(slotOf, capacity);
        Arrays.fill(slotOf, old, capacity, ABSENT);
        dates = Arrays.copyOf(dates, capacity);
        ranks = Arrays.copyOf(ranks, capacity);
    }
}
