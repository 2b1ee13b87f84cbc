package org.tailback.network;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;
import org.tailback.columns.Columns;
import org.tailback.sharing.part.Batches;

/** Messages in flight as columns of primitive arrays; numbers are reused after a release. */
final class MessageTable {
    /** State of a number that is not in use. */
    static final byte NONE = 0;
    /** State of a message that moves through the network at the rate from the sharing model. */
    static final byte MOVING = 1;
    /** State of a message that does not share bandwidth and ends after its gap. */
    static final byte BY_ITSELF = 2;
    /** State of a message that moves over the path inside its node. */
    static final byte INSIDE_NODE = 3;
    /** State of a message that has moved its data and lost its last packet: it occupies nothing. */
    static final byte WAITING_FOR_TIMEOUT = 4;

    NetworkUser[] user = {};
    /**
     * Sender and receiver of each message in the engine's numbers, which count the endpoints of all users
     * consecutively.
     */
    int[] sender = {};

    int[] receiver = {};
    int[] source = {};
    int[] destination = {};
    int[] reference = {};
    long[] bytes = {};
    long[] sequence = {};
    byte[] phase = {};
    byte[] conflicts = {};
    double[] uncontendedSeconds = {};
    double[] uncontendedRate = {};
    /** Injection rate in work per second, by message; infinite without a limit. */
    double[] injectionRate = {};

    /** Remaining work, by message, when the message was last outside a batch. */
    double[] workLeft = {};
    /** Rate last reported to the observer, or rate at the message's end, by message. */
    double[] rate = {};

    int[] batch = {};

    double[] startDate = {};
    double[] transferDate = {};
    double[] endDate = {};

    /** Delay of the arrival beyond the latency, in seconds, by message; empty before the first delay. */
    private double[] extraLatency = new double[0];

    /** Messages whose injection rate is a limit set by their sender. */
    private final BitSet limited = new BitSet();

    private int[] free = new int[16];
    private int freeCount;
    private int size;
    private long nextSequence;

    /**
     * Creates an empty table.
     *
     * @param expected number of messages for which there is room initially
     */
    MessageTable(int expected) {
        resize(this, Math.max(16, expected));
    }

    private void resize(MessageTable from, int capacity) {
        user = Arrays.copyOf(from.user, capacity);
        sender = Arrays.copyOf(from.sender, capacity);
        receiver = Arrays.copyOf(from.receiver, capacity);
        source = Arrays.copyOf(from.source, capacity);
        destination = Arrays.copyOf(from.destination, capacity);
        reference = Arrays.copyOf(from.reference, capacity);
        bytes = Arrays.copyOf(from.bytes, capacity);
        sequence = Arrays.copyOf(from.sequence, capacity);
        phase = Arrays.copyOf(from.phase, capacity);
        conflicts = Arrays.copyOf(from.conflicts, capacity);
        uncontendedSeconds = Arrays.copyOf(from.uncontendedSeconds, capacity);
        uncontendedRate = Arrays.copyOf(from.uncontendedRate, capacity);
        injectionRate = Arrays.copyOf(from.injectionRate, capacity);
        workLeft = Arrays.copyOf(from.workLeft, capacity);
        rate = Arrays.copyOf(from.rate, capacity);
        batch = Arrays.copyOf(from.batch, capacity);
        startDate = Arrays.copyOf(from.startDate, capacity);
        transferDate = Arrays.copyOf(from.transferDate, capacity);
        endDate = Arrays.copyOf(from.endDate, capacity);
    }

    MessageTable copy() {
        MessageTable copy = new MessageTable(0);
        copy.resize(this, sender.length);
        Arrays.fill(copy.batch, Batches.NONE);
        copy.extraLatency = extraLatency.clone();
        copy.limited.or(limited);
        copy.free = free.clone();
        copy.freeCount = freeCount;
        copy.size = size;
        copy.nextSequence = nextSequence;
        return copy;
    }

    /** Adds a message without work, at rate 0 from now on. */
    int add(
            NetworkUser itsUser,
            int senderRank,
            int receiverRank,
            int sourceNode,
            int destinationNode,
            long size,
            int ownerReference,
            double now) {
        int message = freeCount > 0 ? free[--freeCount] : grown();
        user[message] = itsUser;
        sender[message] = itsUser.firstEndpoint + senderRank;
        receiver[message] = itsUser.firstEndpoint + receiverRank;
        source[message] = sourceNode;
        destination[message] = destinationNode;
        bytes[message] = size;
        reference[message] = ownerReference;
        sequence[message] = nextSequence++;
        conflicts[message] = 0;
        rate[message] = 0;
        batch[message] = Batches.NONE;
        startDate[message] = now;
        endDate[message] = Double.POSITIVE_INFINITY;
        if (message < extraLatency.length) {
            extraLatency[message] = 0;
        }
        limited.clear(message);
        return message;
    }

    void setWork(int message, double work, double uncontended, double rateAlone, double itsInjectionRate) {
        workLeft[message] = work;
        uncontendedSeconds[message] = uncontended;
        uncontendedRate[message] = rateAlone;
        injectionRate[message] = itsInjectionRate;
    }

    /** Returns the delay of the arrival beyond the latency, in seconds. */
    double extraLatency(int message) {
        return message < extraLatency.length ? extraLatency[message] : 0;
    }

    void setExtraLatency(int message, double seconds) {
        extraLatency = Columns.fit(extraLatency, message);
        extraLatency[message] = seconds;
    }

    boolean isLimited(int message) {
        return limited.get(message);
    }

    void setLimited(int message) {
        limited.set(message);
    }

    /**
     * Visits the messages in flight in the order of their numbers. O(largest number of messages ever in flight at
     * once).
     */
    void forEach(IntConsumer visitor) {
        for (int message = 0; message < size; message++) {
            if (phase[message] != NONE) {
                visitor.accept(message);
            }
        }
    }

    boolean isEmpty() {
        return size == freeCount;
    }

    void release(int message) {
        phase[message] = NONE;
        free = Columns.fit(free, freeCount);
        free[freeCount++] = message;
        if (isEmpty()) {
            // new messages are stored in the order in which they are added
            size = 0;
            freeCount = 0;
        }
    }

    private int grown() {
        if (size == sender.length) {
            resize(this, Columns.longer(size, size));
        }
        return size++;
    }
}
