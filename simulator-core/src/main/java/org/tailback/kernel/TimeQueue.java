package org.tailback.kernel;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.tailback.columns.Columns;
import org.tailback.stability.Internal;

/**
 * Queue of numbered items by the time at which they are due, the earliest first: an indexed 4-ary heap of primitive
 * arrays. Items with equal times are ordered by a rank that the owner sets, so that the order never depends on history.
 *
 * <p>Cost: {@link #set} and {@link #remove} O(log n), {@link #first} O(1); no allocation except growth.
 */
@Internal
public final class TimeQueue {
    private static final int ABSENT = -1;

    // arrays indexed by slot of the heap
    private int[] heap = new int[64];
    private double[] dates = new double[64];
    private long[] ranks = new long[64];
    /** Slot of the heap, by item. */
    private int[] slotOf;

    private int size;

    /** Creates an empty queue for numbers from 0 to {@code capacity - 1}; it grows as needed. */
    public TimeQueue(int capacity) {
        slotOf = new int[Math.max(1, capacity)];
        Arrays.fill(slotOf, ABSENT);
    }

    /** Returns the number of items in the queue. */
    public int size() {
        return size;
    }

    /** Returns true if the item is in the queue. */
    public boolean contains(int id) {
        return id < slotOf.length && slotOf[id] != ABSENT;
    }

    /** Returns the time of an item in the queue, in seconds. */
    public double date(int id) {
        return dates[slotOf[id]];
    }

    /** Returns the item due first; the queue must not be empty. */
    public int first() {
        return heap[0];
    }

    /** Returns the earliest time in seconds, or infinity when the queue is empty. */
    public double firstTime() {
        return size == 0 ? Double.POSITIVE_INFINITY : dates[0];
    }

    /**
     * Adds an item, or moves it to another time.
     *
     * @param id number of the item, >= 0
     * @param date seconds, not NaN
     * @param rank order among equal times, ascending; different for items that can be in the queue together
     */
    public void set(int id, double date, long rank) {
        if (id >= slotOf.length) {
            slotOf = Columns.fit(slotOf, id, ABSENT);
        }
        int slot = slotOf[id];
        if (slot == ABSENT) {
            if (size == ranks.length) {
                heap = Columns.fit(heap, size);
                dates = Columns.fit(dates, size);
                ranks = Columns.fit(ranks, size);
            }
            rise(size++, id, date, rank);
        } else if (isBefore(date, rank, slot)) {
            rise(slot, id, date, rank);
        } else {
            sink(slot, id, date, rank);
        }
    }

    /** Removes an item; does nothing if it is not in the queue. */
    public void remove(int id) {
        int slot = id < slotOf.length ? slotOf[id] : ABSENT;
        if (slot == ABSENT) {
            return;
        }
        slotOf[id] = ABSENT;
        if (slot < --size) {
            double date = dates[size];
            long rank = ranks[size];
            if (slot == 0 || !isBefore(date, rank, slot - 1 >>> 2)) {
                // the last item usually belongs near the end, so it is compared only while it moves up
                for (int child = 4 * slot + 1; child < size; child = 4 * slot + 1) {
                    child = earliest(child);
                    move(child, slot);
                    slot = child;
                }
            }
            rise(slot, heap[size], date, rank);
        }
    }

    /** Renews the times of all items. O(n): cheaper than setting a large part of the items one by one. */
    public void renew(IntToDoubleFunction date) {
        for (int slot = 0; slot < size; slot++) {
            dates[slot] = date.applyAsDouble(heap[slot]);
        }
        for (int slot = size + 2 >>> 2; --slot >= 0; ) {
            sink(slot, heap[slot], dates[slot], ranks[slot]);
        }
    }

    /** Removes all items. O(n). */
    public void clear() {
        while (size > 0) {
            slotOf[heap[--size]] = ABSENT;
        }
    }

    /** Visits the items due at or before a time, in a repeatable but unspecified order. O(number visited). */
    public void forEachUntil(double date, Visitor visitor) {
        visit(0, date, visitor);
    }

    /** Receiver of the items of {@link #forEachUntil}. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Visits an item.
         *
         * @param id an item in the queue
         */
        void visit(int id);
    }

    private void visit(int slot, double date, Visitor visitor) {
        if (slot < size && dates[slot] <= date) {
            visitor.visit(heap[slot]);
            for (int child = 4 * slot + 1; child <= 4 * slot + 4; child++) {
                visit(child, date, visitor);
            }
        }
    }

    /** Moves an item up from a free slot to its position. */
    private void rise(int free, int id, double date, long rank) {
        int slot = free;
        while (slot > 0 && isBefore(date, rank, slot - 1 >>> 2)) {
            move(slot - 1 >>> 2, slot);
            slot = slot - 1 >>> 2;
        }
        put(slot, id, date, rank);
    }

    /** Moves an item down from a free slot to its position. */
    private void sink(int free, int id, double date, long rank) {
        int slot = free;
        for (int child = 4 * slot + 1; child < size; child = 4 * slot + 1) {
            child = earliest(child);
            if (isBefore(date, rank, child)) {
                break;
            }
            move(child, slot);
            slot = child;
        }
        put(slot, id, date, rank);
    }

    /** Returns the slot of the earliest item among a slot and the next three. */
    private int earliest(int slot) {
        int earliest = slot;
        int end = Math.min(slot + 4, size);
        for (int other = slot + 1; other < end; other++) {
            if (isBefore(dates[other], ranks[other], earliest)) {
                earliest = other;
            }
        }
        return earliest;
    }

    private void put(int slot, int id, double date, long rank) {
        heap[slot] = id;
        dates[slot] = date;
        ranks[slot] = rank;
        slotOf[id] = slot;
    }

    private boolean isBefore(double date, long rank, int slot) {
        return date < dates[slot] || (date == dates[slot] && rank < ranks[slot]);
    }

    private void move(int from, int to) {
        heap[to] = heap[from];
        dates[to] = dates[from];
        ranks[to] = ranks[from];
        slotOf[heap[to]] = to;
    }
}
