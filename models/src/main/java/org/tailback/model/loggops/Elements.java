package org.tailback.model.loggops;

import java.util.Arrays;
import org.tailback.error.InputException;

/**
 * Pool of the elements that wait for a point in time: ready operations, and messages in flight or delayed at the
 * receiver. Elements are stored in parallel arrays and are reused after release.
 *
 * <p>The stamp of an element orders elements of equal time. It is a sequence number assigned when the element is
 * created. The key in the event queue consists of the stamp and the number of the element.
 *
 * <p>Operations of one rank that become ready together, with consecutive stamps, numbers at equal distances and the
 * same kind, CPU and NIC form one element, a run. It represents its first operation until that operation is complete.
 */
final class Elements {
    static final int SEND = 0;
    static final int RECEIVE = 1;
    static final int CALCULATION = 2;
    static final int MESSAGE = 3;

    /** Value of {@link #next} for an element outside all waiting lines. */
    static final int ALONE = -1;

    private static final int NUMBER_BITS = 28;
    private static final int MAX_ELEMENTS = 1 << NUMBER_BITS;
    private static final long MAX_STAMP = (1L << 63 - NUMBER_BITS) - 2;

    /** Stamp of the (first) operation, or of the message. */
    long[] stamp = new long[64];
    /** Size of a message in bytes, unsigned. */
    long[] bytes = new long[64];
    /** Rank on which the element acts; for a message, its receiver. */
    int[] rank = new int[64];
    /** Number of the (first) operation; for a message, its send. */
    int[] operation = new int[64];

    private int[] kindAndPorts = new int[64];
    /** Sender of a message; for operations, the distance between their numbers. */
    int[] sourceOrStride = new int[64];
    /** Tag of a message; for operations, their number. */
    int[] tagOrCount = new int[64];

    /** Next element in a circular waiting line, or {@link #ALONE}. */
    int[] next = new int[64];

    private int free = ALONE;
    private int used;

    /** Returns the kind of an element and the resources that it occupies, as one number. */
    static int kindAndPorts(int kind, int cpu, int nic) {
        return kind | cpu << 8 | nic << 16;
    }

    int makeOperation(int itsKindAndPorts, int itsRank, int itsOperation, long itsStamp) {
        int element = make(itsKindAndPorts, itsRank, itsOperation, itsStamp);
        sourceOrStride[element] = 0;
        tagOrCount[element] = 1;
        return element;
    }

    int makeMessage(int ports, int receiver, int send, long itsStamp, int sender, int itsTag, long itsBytes) {
        int element = make(ports, receiver, send, itsStamp);
        sourceOrStride[element] = sender;
        tagOrCount[element] = itsTag;
        bytes[element] = itsBytes;
        return element;
    }

    /** Adds an operation with the next stamp to a run; returns false if the operation does not continue the run. */
    boolean extend(int element, int itsKindAndPorts, int itsOperation) {
        int count = tagOrCount[element];
        int first = operation[element];
        if (count == 1) {
            sourceOrStride[element] = itsOperation - first;
        }
        if (kindAndPorts[element] != itsKindAndPorts
                || itsOperation - first != (long) count * sourceOrStride[element]) {
            return false;
        }
        tagOrCount[element]++;
        return true;
    }

    /**
     * Completes the first operation of an element; returns true if the element now represents the next operation, false
     * if no operation is left.
     */
    boolean advance(int element) {
        if (--tagOrCount[element] == 0) {
            return false;
        }
        operation[element] += sourceOrStride[element];
        stamp[element]++;
        return true;
    }

    void release(int element) {
        next[element] = free;
        free = element;
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

    /** Returns the key of an element in the event queue, composed of its stamp and its number. */
    long key(int element) {
        return stamp[element] << NUMBER_BITS | element;
    }

    static int ofKey(long key) {
        return (int) key & MAX_ELEMENTS - 1;
    }

    /** Returns a key above the keys of all elements with smaller stamps. All other keys are at least as large. */
    static long smallestKey(long stamp) {
        return stamp << NUMBER_BITS;
    }

    private int make(int itsKindAndPorts, int itsRank, int itsOperation, long itsStamp) {
        if (itsStamp > MAX_STAMP) {
            throw new InputException("more than " + MAX_STAMP + " operations and messages: too many to simulate");
        }
        int element = allocate();
        kindAndPorts[element] = itsKindAndPorts;
        rank[element] = itsRank;
        operation[element] = itsOperation;
        stamp[element] = itsStamp;
        next[element] = ALONE;
        return element;
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
                        + " operations and messages wait at the same time: too many to simulate");
            }
            int capacity = Math.min(MAX_ELEMENTS, used + (used >> 1));
            stamp = Arrays.copyOf(stamp, capacity);
            bytes = Arrays.copyOf(bytes, capacity);
            rank = Arrays.copyOf(rank, capacity);
            operation = Arrays.copyOf(operation, capacity);
            kindAndPorts = Arrays.copyOf(kindAndPorts, capacity);
            sourceOrStride = Arrays.copyOf(sourceOrStride, capacity);
            tagOrCount = Arrays.copyOf(tagOrCount, capacity);
            next = Arrays.copyOf(next, capacity);
        }
        return used++;
    }
}
