package org.tailback.replay;

import org.tailback.columns.Columns;
import org.tailback.columns.LongTable;
import org.tailback.program.OperationSink;

/**
 * Sends or receives without a partner, in queues in the order of posting. There is one queue for each destination and
 * communicator, and optionally for each source and tag. A queue is removed with its last entry. All operations are O(1)
 * expected.
 */
final class PostedQueues {
    private static final int NONE = Matcher.NONE;

    private final Communications communications;
    private final boolean bySource;
    private final boolean byTag;
    /** First entry + 1 and last entry of each queue, by ranks and by tag and communicator. */
    private final LongTable queues = new LongTable(2, 32);
    /** Key of the last lookup and its slot; the slot is negative if it may have moved. */
    private long lastRanks;

    private long lastKind;
    private int lastSlot = -1;
    /** Next and previous entry of the same queue, by entry. */
    private int[] links = new int[128];

    PostedQueues(Communications communications, boolean bySource, boolean byTag) {
        this.communications = communications;
        this.bySource = bySource;
        this.byTag = byTag;
    }

    /**
     * Returns the slot of a queue, valid until the next change. Arguments that the queues do not distinguish are
     * ignored.
     */
    int slot(int source, int destination, int tag, int communicator) {
        lastRanks = LongTable.pair(bySource ? source : OperationSink.ANY_SOURCE, destination);
        lastKind = LongTable.pair(byTag ? tag : OperationSink.ANY_TAG, communicator);
        lastSlot = queues.slot(lastRanks, lastKind);
        return lastSlot;
    }

    /** Returns the first entry of the queue in a slot, or {@link Matcher#NONE}. */
    int head(int slot) {
        return (int) (queues.value(slot) >>> 32) - 1;
    }

    int first(int source, int destination, int tag, int communicator) {
        return head(slot(source, destination, tag, communicator));
    }

    private int tail(int slot) {
        return (int) queues.value(slot);
    }

    private static long queue(int head, int tail) {
        return LongTable.pair(head + 1, tail);
    }

    void append(int entry) {
        links = Columns.fit(links, 2 * entry + 1);
        long ranks = LongTable.pair(
                bySource ? communications.sender[entry] : OperationSink.ANY_SOURCE, communications.receiver[entry]);
        long kind = LongTable.pair(
                byTag ? communications.tag[entry] : OperationSink.ANY_TAG, communications.communicator[entry]);
        int slot = lastSlot >= 0 && ranks == lastRanks && kind == lastKind ? lastSlot : queues.slot(ranks, kind);
        int tail = NONE;
        if (queues.value(slot) == 0) {
            queues.add(slot, ranks, kind, queue(entry, entry));
            // the slot may belong to the lookup of another key
            lastSlot = -1;
        } else {
            tail = tail(slot);
            queues.set(slot, queue(head(slot), entry));
            links[2 * tail] = entry;
        }
        links[2 * entry] = NONE;
        links[2 * entry + 1] = tail;
    }

    void removeHead(int slot) {
        int second = links[2 * head(slot)];
        if (second == NONE) {
            forget(slot);
        } else {
            queues.set(slot, queue(second, tail(slot)));
            links[2 * second + 1] = NONE;
        }
    }

    void remove(int entry) {
        int next = links[2 * entry];
        int previous = links[2 * entry + 1];
        if (previous != NONE) {
            links[2 * previous] = next;
        }
        if (next != NONE) {
            links[2 * next + 1] = previous;
        }
        if (previous != NONE && next != NONE) {
            return;
        }
        int slot = slot(
                communications.sender[entry],
                communications.receiver[entry],
                communications.tag[entry],
                communications.communicator[entry]);
        if (previous != NONE) {
            queues.set(slot, queue(head(slot), previous));
        } else if (next != NONE) {
            queues.set(slot, queue(next, tail(slot)));
        } else {
            forget(slot);
        }
    }

    private void forget(int slot) {
        lastSlot = -1;
        queues.remove(slot);
    }

    /**
     * Copies all entries into an array, in an order that depends on the table. Returns the index after the last one.
     */
    int copy(int[] entries, int from) {
        int count = from;
        for (int slot = 0; slot < queues.capacity(); slot++) {
            for (int entry = head(slot); entry != NONE; entry = links[2 * entry]) {
                entries[count++] = entry;
            }
        }
        return count;
    }
}
