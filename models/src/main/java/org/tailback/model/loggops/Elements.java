package org.tailback.model.loggops;

import java.util.Arrays;
import org.tailback.error.InputException;

/**
 * What waits for its time: operations that are ready and messages on their way or held up at the receiver. Records in
 * parallel arrays, used again when released.
 *
 * <p>The position of an element among those of equal time is its stamp, a number taken when the element is made; the key
 * in the event queue is the stamp, then the number of the element.
 */
final class Elements {
    static final int SEND = 0;
    static final int RECEIVE = 1;
    static final int CALCULATION = 2;
    static final int MESSAGE = 3;

    /** As {@link #next} of an element that is in no waiting line. */
    static final int ALONE = -1;

    private static final int NUMBER_BITS = 28;
    private static final int MAX_ELEMENTS = 1 << NUMBER_BITS;
    private static final long MAX_STAMP = (1L << 63 - NUMBER_BITS) - 2;

    /** What the element is: one of the constants, and the CPU and NIC that it occupies. */
    private int[] kindAndPorts = new int[64];
    /** The rank on which it acts: a message's receiver. */
    int[] rank = new int[64];
    /** The operation; the send's for a message. */
    int[] operation = new int[64];
    /** A message's sender. */
    int[] source = new int[64];
    /** A message's tag. */
    int[] tag = new int[64];
    /** Bytes or duration, unsigned. */
    long[] size = new long[64];
    /** See the class comment. */
    long[] stamp = new long[64];
    /** The element behind this one in a waiting line (the last one's is the first one), or {@link #ALONE}. */
    int[] next = new int[64];

    private int free = ALONE;
    private int used;

    static int kindAndPorts(int kind, int cpu, int nic) {
        return kind | cpu << 8 | nic << 16;
    }

    int kind(int element) {
        return kindAndPorts[element] & 0xff;
    }

    int cpu(int element) {
        return kindAndPorts[element] >> 8 & 0xff;
    }

    int nic(int element) {
        return kindAndPorts[element] >> 16;
    }

    /** A new element that is alone; its source and tag are unspecified. */
    int make(int kindWithPorts, int rankOfElement, int operationOfElement, long sizeOfElement, long stampOfElement) {
        if (stampOfElement > MAX_STAMP) {
            throw new InputException("more than " + MAX_STAMP + " operations and messages: too many to simulate");
        }
        int element = allocate();
        kindAndPorts[element] = kindWithPorts;
        rank[element] = rankOfElement;
        operation[element] = operationOfElement;
        size[element] = sizeOfElement;
        stamp[element] = stampOfElement;
        next[element] = ALONE;
        return element;
    }

    void release(int element) {
        next[element] = free;
        free = element;
    }

    /** The key of an element in the event queue. */
    long key(int element) {
        return stamp[element] << NUMBER_BITS | element;
    }

    /** The element of a key. */
    static int ofKey(long key) {
        return (int) key & MAX_ELEMENTS - 1;
    }

    /** Above the keys of all elements with smaller stamps, not above the others. */
    static long smallestKey(long stamp) {
        return stamp << NUMBER_BITS;
    }

    private int allocate() {
        if (free != ALONE) {
            int element = free;
            free = next[element];
            return element;
        }
        if (used == next.length) {
            if (used == MAX_ELEMENTS) {
                throw new InputException("more than " + MAX_ELEMENTS
                        + " operations and messages wait at one time: too many to simulate");
            }
            int capacity = Math.min(MAX_ELEMENTS, used + (used >> 1));
            kindAndPorts = Arrays.copyOf(kindAndPorts, capacity);
            rank = Arrays.copyOf(rank, capacity);
            operation = Arrays.copyOf(operation, capacity);
            source = Arrays.copyOf(source, capacity);
            tag = Arrays.copyOf(tag, capacity);
            size = Arrays.copyOf(size, capacity);
            stamp = Arrays.copyOf(stamp, capacity);
            next = Arrays.copyOf(next, capacity);
        }
        return used++;
    }
}
