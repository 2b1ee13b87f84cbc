package org.tailback.kernel;

import java.util.Arrays;

/**
 * The times at which numbered items are due, the earliest first: an indexed 4-ary heap of primitive
 * arrays. Equal times are ordered by a rank that the owner gives, so that the order never depends on history.
 *
 * <p>An item later than all of the sorted run ({@link TimeRun}) is put at its end instead, and taken from its front
 * when it is due: where ranks or messages do the same one after another, all of them are added and removed in order,
 * and the heap stays small. A run begins only beside a heap of some size, below which a heap alone is faster.
 *
 * <p>Dates are kept as whole numbers in the same order, because the least of four of these is found without a branch
 * that a processor would have to guess: wrong guesses are more than half of what a heap costs.
 *
 * <p>Cost: {@link #set} and {@link #remove} O(log n), O(1) in the run; {@link #first} O(1); no allocation but for
 * growth.
 */
public final class TimeQueue {
    private static final int ABSENT = -1;
    /** With fewer in the heap, no run begins. */
    private static final int FEW = 64;

    /** By slot, so that the children of a slot are neighbours: the item, its time as a key, and its rank. */
    private int[] heap = new int[FEW];

    private long[] keys = new long[FEW];
    private long[] ranks = new long[FEW];
    /** By thing: its slot in the heap; below {@link #ABSENT} its place in the run, see {@link TimeRun#code}. */
    private int[] slotOf;

    /** Of the heap. */
    private int size;
    /** True if a time was below 0: then differences of keys may overflow. */
    private boolean signed;

    private final TimeRun run = new TimeRun();
    /** Its size: most queues have none, and this is asked all the time. */
    private int inRun;

    /** An empty queue for numbers from 0 to {@code capacity - 1}; it grows as needed. */
    public TimeQueue(int capacity) {
        slotOf = new int[Math.max(1, capacity)];
        Arrays.fill(slotOf, ABSENT);
    }

    /** Number of items in the queue. */
    public int size() {
        return size + inRun;
    }

    /** True if the thing is in the queue. */
    public boolean contains(int id) {
        return id < slotOf.length && slotOf[id] != ABSENT;
    }

    /** The time of an item in the queue, in seconds. */
    public double date(int id) {
        int slot = slotOf[id];
        return date(slot < ABSENT ? run.key(slot) : keys[slot]);
    }

    /** The thing due first; the queue must not be empty. */
    public int first() {
        return inRun > 0 && runIsFirst() ? run.firstId() : heap[0];
    }

    /** The earliest time in seconds, or infinity when the queue is empty. */
    public double firstTime() {
        if (inRun > 0) {
            return date(runIsFirst() ? run.firstKey() : keys[0]);
        }
        return size == 0 ? Double.POSITIVE_INFINITY : date(keys[0]);
    }

    /** To be asked only if there is a run. */
    private boolean runIsFirst() {
        return size == 0 || before(run.firstKey(), run.firstRank(), keys[0], ranks[0]);
    }

    /**
     * Puts an item in the queue or moves it to another time.
     *
     * @param id number of the thing, >= 0
     * @param date seconds, not NaN
     * @param rank order among equal times, ascending; different for items that can be in the queue together
     */
    public void set(int id, double date, long rank) {
        if (id >= slotOf.length) {
            growThings(id + 1);
        }
        int slot = slotOf[id];
        long key = key(date);
        if (inRun > 0 || (size >= FEW && slot < 0)) {
            slot = setInRun(id, slot, key, rank);
            if (slot < ABSENT) {
                return;
            }
        }
        signed |= key < 0;
        if (slot == ABSENT) {
            if (size == heap.length) {
                growHeap();
            }
            siftUp(size++, id, key, rank);
        } else if (before(key, rank, keys[slot], ranks[slot])) {
            siftUp(slot, id, key, rank);
        } else {
            siftDown(slot, id, key, rank);
        }
    }

    /**
     * Puts a thing that is not in the heap at the end of the run, if it is later than all there; else it is for the
     * heap. Returns its place.
     */
    private int setInRun(int id, int place, long key, long rank) {
        if (place > ABSENT) {
            return place;
        }
        if (place < ABSENT) {
            run.remove(place);
            inRun--;
            slotOf[id] = ABSENT;
        }
        if (inRun == 0 ? size < FEW : !before(run.lastKey(), run.lastRank(), key, rank)) {
            return ABSENT;
        }
        slotOf[id] = run.append(id, key, rank, slotOf);
        inRun++;
        return slotOf[id];
    }

    /** Takes a thing out of the queue; does nothing if it is not there. */
    public void remove(int id) {
        if (!contains(id)) {
            return;
        }
        int slot = slotOf[id];
        slotOf[id] = ABSENT;
        if (slot < ABSENT) {
            run.remove(slot);
            inRun--;
            return;
        }
        int last = --size;
        long key = keys[last];
        if (slot == last) {
            return;
        }
        if (slot > 0 && before(key, ranks[last], keys[(slot - 1) >>> 2], ranks[(slot - 1) >>> 2])) {
            siftUp(slot, heap[last], key, ranks[last]);
        } else {
            siftDown(slot, heap[last], key, ranks[last]);
        }
    }

    /** Takes everything out of the queue. O(n log n). */
    public void clear() {
        while (size() > 0) {
            remove(first());
        }
    }

    /** Visits the items due at or before a time, in no particular but a repeatable order. O(number visited). */
    public void forEachUntil(double date, Visitor visitor) {
        visit(0, key(date), visitor);
        run.forEachUntil(key(date), visitor);
    }

    /** Receives the things of {@link #forEachUntil}. */
    @FunctionalInterface
    public interface Visitor {
        /** @param id a thing in the queue */
        void visit(int id);
    }

    private void visit(int slot, long key, Visitor visitor) {
        if (slot < size && keys[slot] <= key) {
            visitor.visit(heap[slot]);
            for (int child = 4 * slot + 1; child <= 4 * slot + 4; child++) {
                visit(child, key, visitor);
            }
        }
    }

    /** A whole number in the order of the times. Its own inverse but for the two zeros, which are one time. */
    private static long key(double date) {
        return flipped(Double.doubleToRawLongBits(date + 0.0));
    }

    private static double date(long key) {
        return Double.longBitsToDouble(flipped(key));
    }

    private static long flipped(long bits) {
        return bits ^ ((bits >> 63) >>> 1);
    }

    private static boolean before(long keyA, long rankA, long keyB, long rankB) {
        return keyA < keyB || (keyA == keyB && rankA < rankB);
    }

    private void siftUp(int start, int id, long key, long rank) {
        int slot = start;
        while (slot > 0) {
            int parent = (slot - 1) >>> 2;
            if (!before(key, rank, keys[parent], ranks[parent])) {
                break;
            }
            put(slot, heap[parent], keys[parent], ranks[parent]);
            slot = parent;
        }
        put(slot, id, key, rank);
    }

    private void siftDown(int start, int id, long key, long rank) {
        int slot = start;
        while (true) {
            int child = 4 * slot + 1;
            if (child >= size) {
                break;
            }
            int least = leastOf(child);
            if (!before(keys[least], ranks[least], key, rank)) {
                break;
            }
            put(slot, heap[least], keys[least], ranks[least]);
            slot = least;
        }
        put(slot, id, key, rank);
    }

    /** The first of the siblings from a slot on. */
    private int leastOf(int child) {
        if (child + 4 > size || signed) {
            return leastOneByOne(child);
        }
        long a = keys[child];
        long c = keys[child + 2];
        long ab = keys[child + 1] - a;
        long cd = keys[child + 3] - c;
        // the sign of a difference, as a mask, chooses
        long both = c + (cd & (cd >> 63)) - a - (ab & (ab >> 63));
        if (ab == 0 | cd == 0 | both == 0) {
            return leastOneByOne(child);
        }
        int left = (int) (ab >>> 63);
        int right = 2 + (int) (cd >>> 63);
        return child + left + ((right - left) & (int) (both >> 63));
    }

    private int leastOneByOne(int child) {
        int least = child;
        int end = Math.min(child + 4, size);
        for (int other = child + 1; other < end; other++) {
            if (before(keys[other], ranks[other], keys[least], ranks[least])) {
                least = other;
            }
        }
        return least;
    }

    private void put(int slot, int id, long key, long rank) {
        heap[slot] = id;
        keys[slot] = key;
        ranks[slot] = rank;
        slotOf[id] = slot;
    }

    private void growHeap() {
        int capacity = 2 * heap.length;
        heap = Arrays.copyOf(heap, capacity);
        keys = Arrays.copyOf(keys, capacity);
        ranks = Arrays.copyOf(ranks, capacity);
    }

    private void growThings(int needed) {
        int old = slotOf.length;
        slotOf = Arrays.copyOf(slotOf, Math.max(needed, old * 2));
        Arrays.fill(slotOf, old, slotOf.length, ABSENT);
    }
}
