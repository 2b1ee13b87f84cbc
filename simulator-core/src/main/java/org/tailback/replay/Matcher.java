package org.tailback.replay;

import java.util.Arrays;
import org.tailback.program.OperationSink;

/**
 * Finds the partner of a send or receive by MPI's rule: among messages from one source to one destination in one
 * communicator that a receive matches, the one sent first; among receives that a message matches, the one posted first.
 *
 * <p>Exact receives and unexpected sends are found in a hash table by (source, destination, tag, communicator), each key
 * with a queue that holds either sends or receives; a key is removed with its last entry, so memory follows what is
 * unmatched now, also for programs that use every tag once. Receives with wildcards stand in a list per destination beside
 * it, and unexpected sends also in one, in the order in which they were posted.
 *
 * <p>Schedules also have messages with any tag, which every receive from their source accepts. They stand among the
 * unexpected ones of their destination only.
 *
 * <p>O(1) expected per operation; with wildcards O(wildcard receives of the rank) per message and O(unexpected messages of
 * the rank) per wildcard receive, or per any receive while there are unexpected messages with any tag. Sending one of these
 * costs O(table).
 */
final class Matcher {
    static final int NONE = -1;

    private final Communications communications;
    private final KeyTable keys = new KeyTable();
    private final EntryLists unexpected;
    private final EntryLists wildcards;
    private long[] posted = new long[64];
    private int[] next = new int[64];
    private long clock;
    private int queued;
    private int unexpectedWithAnyTag;

    Matcher(Communications communications, int ranks) {
        this.communications = communications;
        unexpected = new EntryLists(ranks);
        wildcards = new EntryLists(ranks);
    }

    /** Takes the receive that a message meets, or {@link #NONE}. */
    int takeReceive(int source, int destination, int tag, int communicator) {
        if (tag == OperationSink.ANY_TAG) {
            return takeReceiveOfAnyTag(source, destination, communicator);
        }
        int slot = keys.slot(source, destination, tag, communicator);
        int exact = keys.head(slot);
        if (exact != NONE && communications.has(exact, Communications.SEND_POSTED)) {
            exact = NONE;
        }
        for (int entry = wildcards.first(destination); entry != NONE; entry = wildcards.next(entry)) {
            if (exact != NONE && posted[exact] < posted[entry]) {
                break;
            }
            if (accepts(entry, source, tag, communicator)) {
                wildcards.remove(destination, entry);
                queued--;
                return entry;
            }
        }
        if (exact != NONE) {
            removeHead(slot);
        }
        return exact;
    }

    /** Takes the message that a receive meets, or {@link #NONE}; source and tag may be wildcards. */
    int takeSend(int source, int destination, int tag, int communicator) {
        int entry = findSend(source, destination, tag, communicator);
        if (entry != NONE) {
            unexpected.remove(destination, entry);
            if (communications.tag[entry] == OperationSink.ANY_TAG) {
                unexpectedWithAnyTag--;
                queued--;
                return entry;
            }
            removeHead(keys.slot(communications.sender[entry], destination, communications.tag[entry], communicator));
        }
        return entry;
    }

    /** As {@link #takeSend}, but leaves it there. */
    int findSend(int source, int destination, int tag, int communicator) {
        if (!isWildcard(source, tag) && unexpectedWithAnyTag == 0) {
            int entry = keys.head(keys.slot(source, destination, tag, communicator));
            return entry != NONE && communications.has(entry, Communications.SEND_POSTED) ? entry : NONE;
        }
        for (int entry = unexpected.first(destination); entry != NONE; entry = unexpected.next(entry)) {
            if (communications.communicator[entry] == communicator
                    && (source == OperationSink.ANY_SOURCE || source == communications.sender[entry])
                    && (tag == OperationSink.ANY_TAG
                            || tag == communications.tag[entry]
                            || communications.tag[entry] == OperationSink.ANY_TAG)) {
                return entry;
            }
        }
        return NONE;
    }

    /** Adds a message that met no receive. */
    void addSend(int entry) {
        if (communications.tag[entry] == OperationSink.ANY_TAG) {
            stamp(entry);
            unexpectedWithAnyTag++;
        } else {
            append(entry);
        }
        unexpected.append(communications.receiver[entry], entry);
    }

    /** Adds a receive that met no message. */
    void addReceive(int entry) {
        if (isWildcard(communications.sender[entry], communications.tag[entry])) {
            stamp(entry);
            wildcards.append(communications.receiver[entry], entry);
        } else {
            append(entry);
        }
    }

    /** Takes a receive back that met no message yet. O(queue of its key). */
    void removeReceive(int entry) {
        if (isWildcard(communications.sender[entry], communications.tag[entry])) {
            wildcards.remove(communications.receiver[entry], entry);
            queued--;
            return;
        }
        int slot = keys.slot(
                communications.sender[entry],
                communications.receiver[entry],
                communications.tag[entry],
                communications.communicator[entry]);
        if (keys.head(slot) == entry) {
            removeHead(slot);
            return;
        }
        int previous = keys.head(slot);
        while (next[previous] != entry) {
            previous = next[previous];
        }
        next[previous] = next[entry];
        if (next[entry] == NONE) {
            keys.setTail(slot, previous);
        }
        queued--;
    }

    /** Entries without a partner. */
    int unmatched() {
        return queued;
    }

    /** All entries without a partner, ascending. O(table + ranks + entries log entries). */
    int[] unmatchedEntries() {
        int[] entries = new int[queued];
        int count = 0;
        for (int slot = 0; slot < keys.capacity(); slot++) {
            for (int entry = keys.head(slot); entry != NONE; entry = next[entry]) {
                entries[count++] = entry;
            }
        }
        for (int rank = 0; rank < unexpected.lists() && unexpectedWithAnyTag > 0; rank++) {
            for (int entry = unexpected.first(rank); entry != NONE; entry = unexpected.next(entry)) {
                if (communications.tag[entry] == OperationSink.ANY_TAG) {
                    entries[count++] = entry;
                }
            }
        }
        for (int rank = 0; rank < wildcards.lists(); rank++) {
            for (int entry = wildcards.first(rank); entry != NONE; entry = wildcards.next(entry)) {
                entries[count++] = entry;
            }
        }
        Arrays.sort(entries);
        return entries;
    }

    static boolean isWildcard(int source, int tag) {
        return source == OperationSink.ANY_SOURCE || tag == OperationSink.ANY_TAG;
    }

    /** Takes the receive that a message with any tag meets: the first posted of all those from its source. O(table). */
    private int takeReceiveOfAnyTag(int source, int destination, int communicator) {
        int first = NONE;
        for (int slot = 0; slot < keys.capacity(); slot++) {
            int entry = keys.head(slot);
            if (entry != NONE
                    && !communications.has(entry, Communications.SEND_POSTED)
                    && communications.sender[entry] == source
                    && communications.receiver[entry] == destination
                    && communications.communicator[entry] == communicator
                    && (first == NONE || posted[entry] < posted[first])) {
                first = entry;
            }
        }
        for (int entry = wildcards.first(destination); entry != NONE; entry = wildcards.next(entry)) {
            int wanted = communications.sender[entry];
            if (first != NONE && posted[first] < posted[entry]) {
                break;
            }
            if (communications.communicator[entry] == communicator
                    && (wanted == OperationSink.ANY_SOURCE || wanted == source)) {
                wildcards.remove(destination, entry);
                queued--;
                return entry;
            }
        }
        if (first != NONE) {
            removeHead(keys.slot(source, destination, communications.tag[first], communicator));
        }
        return first;
    }

    private boolean accepts(int receive, int source, int tag, int communicator) {
        int wantedSource = communications.sender[receive];
        int wantedTag = communications.tag[receive];
        return communications.communicator[receive] == communicator
                && (wantedSource == OperationSink.ANY_SOURCE || wantedSource == source)
                && (wantedTag == OperationSink.ANY_TAG || wantedTag == tag);
    }

    private void append(int entry) {
        stamp(entry);
        next[entry] = NONE;
        int tail = keys.append(
                communications.sender[entry],
                communications.receiver[entry],
                communications.tag[entry],
                communications.communicator[entry],
                entry);
        if (tail != NONE) {
            next[tail] = entry;
        }
    }

    private void removeHead(int slot) {
        queued--;
        int second = next[keys.head(slot)];
        if (second == NONE) {
            keys.remove(slot);
        } else {
            keys.setHead(slot, second);
        }
    }

    private void stamp(int entry) {
        if (entry >= next.length) {
            int capacity = Math.max(entry + 1, 2 * next.length);
            next = Arrays.copyOf(next, capacity);
            posted = Arrays.copyOf(posted, capacity);
        }
        posted[entry] = clock++;
        queued++;
    }
}
