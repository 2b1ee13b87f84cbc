package org.tailback.model.sharing.reach;

import java.util.Arrays;

/**
 * Batches of equal flows: flows in flight between the same two nodes (or ranks, where a model regards them), with the same pace of their own, always have the
 * same rate. A model solves a batch once however many flows it has. Batches are numbered densely from 0; a number is
 * used again when its last flow has ended.
 *
 * <p>A start or an end costs O(1) expected and allocates nothing but growth.
 */
public final class Batches {
    /** No batch, or no flow. */
    public static final int NONE = -1;

    /** By flow: its batch, or NONE, and its neighbours in the batch. */
    private int[] batch = new int[0];

    private int[] next = new int[0];
    private int[] previous = new int[0];

    /** By batch: its nodes, in one key. */
    private long[] ends;

    private double[] pace;

    private int[] first;
    private int[] size;
    /** The next batch in the same bucket, or the next free number. */
    private int[] chain;

    private int[] buckets = filled(32);
    private int free = NONE;
    private int numbers;

    /** @param expected batches, and flows as soon as there is one, that there is room for at once, >= 0 */
    public Batches(int expected) {
        ends = new long[Math.max(16, expected)];
        pace = new double[ends.length];
        first = new int[ends.length];
        size = new int[ends.length];
        chain = new int[ends.length];
    }

    /** Returns the batch of the flows between two nodes with this pace; NONE if no such flow is in flight. */
    public int find(int source, int destination, double ownPace) {
        long key = key(source, destination);
        int found = buckets[bucket(key, ownPace)];
        while (found != NONE && (ends[found] != key || pace[found] != ownPace)) {
            found = chain[found];
        }
        return found;
    }

    /** Begins a batch with a flow that equals no other in flight; returns the batch's number. */
    public int open(int flow, int source, int destination, double ownPace) {
        ensureFlow(flow);
        int number = free;
        if (number != NONE) {
            free = chain[number];
        } else {
            number = newNumber();
        }
        long key = key(source, destination);
        int bucket = bucket(key, ownPace);
        ends[number] = key;
        pace[number] = ownPace;
        chain[number] = buckets[bucket];
        buckets[bucket] = number;
        first[number] = flow;
        size[number] = 1;
        batch[flow] = number;
        next[flow] = NONE;
        previous[flow] = NONE;
        return number;
    }

    /** Adds a flow that is not in flight to a batch. */
    public void join(int flow, int its) {
        ensureFlow(flow);
        int head = first[its];
        next[flow] = head;
        previous[flow] = NONE;
        previous[head] = flow;
        first[its] = flow;
        batch[flow] = its;
        size[its]++;
    }

    /** Removes a flow from its batch, which has others. */
    public void leave(int flow) {
        int its = batch[flow];
        batch[flow] = NONE;
        size[its]--;
        if (previous[flow] == NONE) {
            first[its] = next[flow];
        } else {
            next[previous[flow]] = next[flow];
        }
        if (next[flow] != NONE) {
            previous[next[flow]] = previous[flow];
        }
    }

    /** Removes a batch whose last flow has ended. */
    public void close(int number) {
        batch[first[number]] = NONE;
        int bucket = bucket(ends[number], pace[number]);
        if (buckets[bucket] == number) {
            buckets[bucket] = chain[number];
        } else {
            int before = buckets[bucket];
            while (chain[before] != number) {
                before = chain[before];
            }
            chain[before] = chain[number];
        }
        chain[number] = free;
        free = number;
    }

    /** True if the flow is in flight. */
    public boolean contains(int flow) {
        return flow >= 0 && flow < batch.length && batch[flow] != NONE;
    }

    /** The batch of a flow in flight. */
    public int of(int flow) {
        return batch[flow];
    }

    /** The node that a batch's flows leave. */
    public int source(int ofBatch) {
        return (int) (ends[ofBatch] >> Integer.SIZE);
    }

    /** The node that a batch's flows go to. */
    public int destination(int ofBatch) {
        return (int) ends[ofBatch];
    }

    /** The most work per second of each of a batch's flows by itself; infinite if it has no pace of its own. */
    public double pace(int ofBatch) {
        return pace[ofBatch];
    }

    /** How many flows a batch has. */
    public int size(int ofBatch) {
        return size[ofBatch];
    }

    /** One of the flows of a batch; the others follow by {@link #next}. */
    public int first(int ofBatch) {
        return first[ofBatch];
    }

    /** The flow behind another one of its batch, or NONE. */
    public int next(int flow) {
        return next[flow];
    }

    private int newNumber() {
        if (numbers == ends.length) {
            int capacity = numbers + (numbers >> 1);
            ends = Arrays.copyOf(ends, capacity);
            pace = Arrays.copyOf(pace, capacity);
            first = Arrays.copyOf(first, capacity);
            size = Arrays.copyOf(size, capacity);
            chain = Arrays.copyOf(chain, capacity);
        }
        if (numbers == buckets.length) {
            // all numbers are in use
            buckets = filled(2 * buckets.length);
            for (int number = 0; number < numbers; number++) {
                int bucket = bucket(ends[number], pace[number]);
                chain[number] = buckets[bucket];
                buckets[bucket] = number;
            }
        }
        return numbers++;
    }

    private static long key(int source, int destination) {
        return (long) source << Integer.SIZE | destination;
    }

    private int bucket(long key, double ownPace) {
        long mixed = (key ^ Double.doubleToRawLongBits(ownPace) * 0xd6e8feb86659fd93L) * 0x9e3779b97f4a7c15L;
        return (int) (mixed >>> Integer.SIZE) & (buckets.length - 1);
    }

    private void ensureFlow(int flow) {
        int old = batch.length;
        if (flow >= old) {
            int capacity = Math.max(Math.max(ends.length, flow + 1), old + (old >> 1));
            batch = Arrays.copyOf(batch, capacity);
            Arrays.fill(batch, old, capacity, NONE);
            next = Arrays.copyOf(next, capacity);
            previous = Arrays.copyOf(previous, capacity);
        }
    }

    private static int[] filled(int capacity) {
        int[] array = new int[capacity];
        Arrays.fill(array, NONE);
        return array;
    }
}
