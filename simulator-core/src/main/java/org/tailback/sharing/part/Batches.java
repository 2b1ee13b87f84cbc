package org.tailback.sharing.part;

import org.tailback.columns.Columns;
import org.tailback.columns.LongTable;

/**
 * Batches of equal messages. Messages in flight between the same two nodes (or ranks, if a model distinguishes them)
 * with the same injection rate always have the same rate, so they form a batch. Batches are numbered densely from 0;
 * the number of a batch is reused when its last message has left.
 *
 * <p>Joining and leaving cost O(1) expected and allocate only for growth.
 */
public final class Batches {
    /** Number that denotes no batch. */
    public static final int NONE = -1;

    /** Number of the batch + 1, by source, destination and injection rate. */
    private final LongTable numbers;

    // arrays indexed by batch
    private long[] ends = {};
    private double[] injectionRates = {};
    /** Number of messages by batch; for a free number, the next free number. */
    private int[] size = {};

    private int free = NONE;
    private int used;
    private int count;

    /**
     * Creates an empty set of batches.
     *
     * @param expected number of batches for which there is room initially, >= 0
     */
    public Batches(int expected) {
        numbers = new LongTable(2, expected);
    }

    /**
     * Adds a message to the batch with the same ends and injection rate.
     *
     * @param injectionRate injection rate of the message; not a number for a batch of this message only
     * @return the batch; its {@link #size} is 1 if it is new
     */
    public int join(int source, int destination, double injectionRate) {
        long nodes = LongTable.pair(source, destination);
        if (Double.isNaN(injectionRate)) {
            return open(nodes, injectionRate);
        }
        long bits = Double.doubleToRawLongBits(injectionRate);
        int slot = numbers.slot(nodes, bits);
        int batch = (int) numbers.value(slot) - 1;
        if (batch >= 0) {
            size[batch]++;
            return batch;
        }
        batch = open(nodes, injectionRate);
        numbers.add(slot, nodes, bits, batch + 1);
        return batch;
    }

    private int open(long nodes, double injectionRate) {
        if (count++ == 0) {
            // batches are stored in the order in which they open
            free = NONE;
            used = 0;
        }
        int batch = free;
        if (batch == NONE) {
            batch = used++;
            ends = Columns.fit(ends, batch);
            injectionRates = Columns.fit(injectionRates, batch);
            size = Columns.fit(size, batch);
        } else {
            free = size[batch];
        }
        ends[batch] = nodes;
        injectionRates[batch] = injectionRate;
        size[batch] = 1;
        return batch;
    }

    /** Removes a message from its batch. Returns the number of messages left in it. */
    public int leave(int batch) {
        int left = --size[batch];
        if (left == 0) {
            if (!Double.isNaN(injectionRates[batch])) {
                numbers.remove(numbers.slot(ends[batch], Double.doubleToRawLongBits(injectionRates[batch])));
            }
            size[batch] = free;
            free = batch;
            count--;
        }
        return left;
    }

    /** Returns the number of messages of a batch. */
    public int size(int batch) {
        return size[batch];
    }

    /** Returns the injection rate of a batch's messages, as passed to {@link #join}. */
    public double injectionRate(int batch) {
        return injectionRates[batch];
    }

    /** Returns the source node of a batch's messages. */
    public int source(int batch) {
        return (int) (ends[batch] >>> Integer.SIZE);
    }

    /** Returns the destination node of a batch's messages. */
    public int destination(int batch) {
        return (int) ends[batch];
    }
}
