package org.tailback.network;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;
import org.tailback.columns.Columns;
import org.tailback.sharing.part.Batches;

/** The messages in flight as columns of primitive arrays; numbers are used again after a release. */
final class MessageTable {
    /** Not in flight. */
    static final byte NONE = 0;
    /** Moving through the network at the rate that the sharing model gives it. */
    static final byte MOVING = 1;
    /** Shares nothing: it ends after its gap. */
    static final byte BY_ITSELF = 2;
    /** Moving over the path inside its node. */
    static final byte INSIDE_NODE = 3;
    /** All moved, the last packet lost: occupies nothing. */
    static final byte WAITING_FOR_TIMEOUT = 4;

    NetworkUser[] user;
    /** The engine's numbers of both ends: those of all users one after another. */
    int[] sender;

    int[] receiver;
    int[] source;
    int[] destination;
    int[] reference;
    long[] bytes;
    long[] sequence;
    byte[] phase;
    byte[] conflicts;
    double[] loneSeconds;
    double[] loneRate;
    /** Most that the message moves by itself; infinite if that is no limit. */
    double[] pace;

    /** Work that was left when the message was not in a batch last. */
    double[] workLeft;
    /** As its observer knows it, or as it was at the message's end. */
    double[] rate;

    int[] batch;

    double[] startDate;
    double[] transferDate;
    double[] endDate;

    /** Empty until a message has any. */
    private double[] extraLatency = new double[0];

    /** Messages whose pace is the highest rate that their sender wants. */
    private final BitSet limited = new BitSet();

    private int[] free = new int[16];
    private int freeCount;
    private int size;
    private long nextSequence;

    /** @param expected messages that there is room for at once */
    MessageTable(int expected) {
        int capacity = Math.max(16, expected);
        user = new NetworkUser[capacity];
        sender = new int[capacity];
        receiver = new int[capacity];
        source = new int[capacity];
        destination = new int[capacity];
        reference = new int[capacity];
        bytes = new long[capacity];
        sequence = new long[capacity];
        phase = new byte[capacity];
        conflicts = new byte[capacity];
        loneSeconds = new double[capacity];
        loneRate = new double[capacity];
        pace = new double[capacity];
        workLeft = new double[capacity];
        rate = new double[capacity];
        batch = new int[capacity];
        startDate = new double[capacity];
        transferDate = new double[capacity];
        endDate = new double[capacity];
    }

    MessageTable copy() {
        MessageTable copy = new MessageTable(0);
        copy.user = user.clone();
        copy.sender = sender.clone();
        copy.receiver = receiver.clone();
        copy.source = source.clone();
        copy.destination = destination.clone();
        copy.bytes = bytes.clone();
        copy.reference = reference.clone();
        copy.sequence = sequence.clone();
        copy.phase = phase.clone();
        copy.conflicts = conflicts.clone();
        copy.loneSeconds = loneSeconds.clone();
        copy.loneRate = loneRate.clone();
        copy.pace = pace.clone();
        copy.workLeft = workLeft.clone();
        copy.rate = rate.clone();
        copy.batch = batch.clone();
        Arrays.fill(copy.batch, Batches.NONE);
        copy.startDate = startDate.clone();
        copy.transferDate = transferDate.clone();
        copy.endDate = endDate.clone();
        copy.extraLatency = extraLatency.clone();
        copy.limited.or(limited);
        copy.free = free.clone();
        copy.freeCount = freeCount;
        copy.size = size;
        copy.nextSequence = nextSequence;
        return copy;
    }

    /** A message without work, at rate 0 from now on. */
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

    void setWork(int message, double work, double lone, double rateAlone, double ownPace) {
        workLeft[message] = work;
        loneSeconds[message] = lone;
        loneRate[message] = rateAlone;
        pace[message] = ownPace;
    }

    /** Seconds that the message arrives later than its latency says. */
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

    /** Visits the messages in flight, by numbers. O(most messages that were ever in flight at once). */
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
            // new messages stand in memory in the order in which they come
            size = 0;
            freeCount = 0;
        }
    }

    private int grown() {
        if (size >= sender.length) {
            user = Columns.fit(user, size);
            sender = Columns.fit(sender, size);
            receiver = Columns.fit(receiver, size);
            source = Columns.fit(source, size);
            destination = Columns.fit(destination, size);
            reference = Columns.fit(reference, size);
            bytes = Columns.fit(bytes, size);
            sequence = Columns.fit(sequence, size);
            phase = Columns.fit(phase, size);
            conflicts = Columns.fit(conflicts, size);
            loneSeconds = Columns.fit(loneSeconds, size);
            loneRate = Columns.fit(loneRate, size);
            pace = Columns.fit(pace, size);
            workLeft = Columns.fit(workLeft, size);
            rate = Columns.fit(rate, size);
            batch = Columns.fit(batch, size);
            startDate = Columns.fit(startDate, size);
            transferDate = Columns.fit(transferDate, size);
            endDate = Columns.fit(endDate, size);
        }
        return size++;
    }
}
