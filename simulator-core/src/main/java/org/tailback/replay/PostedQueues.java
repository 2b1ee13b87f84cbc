package org.tailback.replay;

import org.tailback.columns.Columns;
import org.tailback.program.OperationSink;

/**
 * Sends or receives without a partner, in queues in the order of posting: one for each destination and communicator,
 * and if so wanted for each source and each tag. A queue is forgotten with its last entry. All O(1) expected.
 */
final class PostedQueues {
    private static final int NONE = Matcher.NONE;

    private final Communications communications;
    private final boolean bySource;
    private final boolean byTag;
    private final KeyTable keys = new KeyTable();
    /** Of each entry: the next and the previous of its queue. */
    private int[] links = new int[128];

    PostedQueues(Communications communications, boolean bySource, boolean byTag) {
        this.communications = communications;
        this.bySource = bySource;
        this.byTag = byTag;
    }

    /**
     * The slot of a queue, valid until the next change. Parts of the key that the queues do not distinguish are
     * ignored.
     */
    int slot(int source, int destination, int tag, int communicator) {
        return keys.slot(
                bySource ? source : OperationSink.ANY_SOURCE,
                destination,
                byTag ? tag : OperationSink.ANY_TAG,
                communicator);
    }

    /** The first entry of the queue in a slot, or {@link Matcher#NONE}. */
    int head(int slot) {
        return keys.head(slot);
    }

    /** The first entry of a queue, or {@link Matcher#NONE}. */
    int first(int source, int destination, int tag, int communicator) {
        return keys.head(slot(source, destination, tag, communicator));
    }

    void append(int entry) {
        links = Columns.fit(links, 2 * entry + 1);
        int tail = keys.append(
                bySource ? communications.sender[entry] : OperationSink.ANY_SOURCE,
                communications.receiver[entry],
                byTag ? communications.tag[entry] : OperationSink.ANY_TAG,
                communications.communicator[entry],
                entry);
        links[2 * entry] = NONE;
        links[2 * entry + 1] = tail;
        if (tail != NONE) {
            links[2 * tail] = entry;
        }
    }

    /** Takes the first entry from the queue in a slot. */
    void removeHead(int slot) {
        int second = links[2 * keys.head(slot)];
        if (second == NONE) {
            keys.remove(slot);
        } else {
            keys.setHead(slot, second);
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
            keys.setTail(slot, previous);
        } else if (next != NONE) {
            keys.setHead(slot, next);
        } else {
            keys.remove(slot);
        }
    }

    /** Puts all entries into an array, in an order that depends on the table; returns the place behind them. */
    int copy(int[] entries, int from) {
        int count = from;
        for (int slot = 0; slot < keys.capacity(); slot++) {
            for (int entry = keys.head(slot); entry != NONE; entry = links[2 * entry]) {
                entries[count++] = entry;
            }
        }
        return count;
    }
}
