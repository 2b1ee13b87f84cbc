package org.tailback.replay;

import org.tailback.columns.LongTable;

/** The head and tail of a queue by (source, destination, tag, communicator). O(1) expected. */
final class KeyTable {
    private static final int NONE = Matcher.NONE;

    /** The value is head + 1 and tail. */
    private final LongTable queues = new LongTable(2, 32);
    /** The key that was looked up last and its slot; below 0 if it may have moved. */
    private long lastRanks;

    private long lastKind;
    private int lastSlot = -1;

    int capacity() {
        return queues.capacity();
    }

    /** The slot of a key: its own, or the empty one where it would stand. Valid until the next change. */
    int slot(int source, int destination, int tag, int communicator) {
        lastRanks = LongTable.pair(source, destination);
        lastKind = LongTable.pair(tag, communicator);
        lastSlot = queues.slot(lastRanks, lastKind);
        return lastSlot;
    }

    /** The first of the queue in a slot, or {@link Matcher#NONE}. */
    int head(int slot) {
        return (int) (queues.value(slot) >>> 32) - 1;
    }

    int tail(int slot) {
        return (int) queues.value(slot);
    }

    void setHead(int slot, int entry) {
        queues.set(slot, queue(entry, tail(slot)));
    }

    void setTail(int slot, int entry) {
        queues.set(slot, queue(head(slot), entry));
    }

    /** Appends an entry to a key's queue; returns the tail before it, or {@link Matcher#NONE}. */
    int append(int source, int destination, int tag, int communicator, int entry) {
        long ranks = LongTable.pair(source, destination);
        long kind = LongTable.pair(tag, communicator);
        int slot = lastSlot >= 0 && ranks == lastRanks && kind == lastKind ? lastSlot : queues.slot(ranks, kind);
        if (queues.value(slot) != 0) {
            int tail = tail(slot);
            setTail(slot, entry);
            return tail;
        }
        queues.add(slot, ranks, kind, queue(entry, entry));
        // the slot may be the one that was looked up for another key
        lastSlot = -1;
        return NONE;
    }

    /** Removes the key in a slot. */
    void remove(int slot) {
        lastSlot = -1;
        queues.remove(slot);
    }

    private static long queue(int head, int tail) {
        return LongTable.pair(head + 1, tail);
    }
}
