package org.tailback.replay;

import java.util.Arrays;
import java.util.Comparator;
import org.tailback.columns.Columns;
import org.tailback.program.OperationSink;

/**
 * Matcher of sends and receives by MPI's rule. A receive takes the message sent first among all matching messages from
 * one source to one destination in one communicator. A message takes the receive posted first among all matching
 * receives.
 *
 * <p>Exact receives and unexpected sends are found in a hash table by (source, destination, tag, communicator). Each
 * key has a queue that holds either sends or receives. A key is removed with its last entry, so memory is proportional
 * to the currently unmatched entries, even if every tag is used once. Receives with wildcards are in tables whose keys
 * omit the wildcard fields, and a message searches all these tables. A receive with a wildcard searches a table of the
 * unexpected sends whose keys omit the same fields. That table is created by the first such receive, so programs
 * without wildcards incur no cost.
 *
 * <p>O(1) expected per operation, independently of the number of entries, with and without wildcards; the first
 * operation that needs another table costs O(entries log entries).
 */
final class Matcher {
    static final int NONE = -1;

    private final Communications communications;
    private final PostedQueues exact;

    private final PostedQueues receivesFromAny;
    private final PostedQueues receivesOfAnyTag;
    private final PostedQueues receivesOfAll;
    private int wildcardReceives;

    /** Unexpected sends by tag. */
    private final View sendsByTag;

    private final View sendsBySource;
    private final View sendsToRank;

    private int keptViews;

    private long[] posted = new long[64];
    private long clock;
    private int queued;

    Matcher(Communications communications) {
        this.communications = communications;
        exact = new PostedQueues(communications, true, true);
        receivesFromAny = new PostedQueues(communications, false, true);
        receivesOfAnyTag = new PostedQueues(communications, true, false);
        receivesOfAll = new PostedQueues(communications, false, false);
        sendsByTag = new View(false, true);
        sendsBySource = new View(true, false);
        sendsToRank = new View(false, false);
    }

    /** Removes and returns the receive that matches a message, or {@link #NONE}. */
    int takeReceive(int source, int destination, int tag, int communicator) {
        int slot = exact.slot(source, destination, tag, communicator);
        int receive = exact.head(slot);
        if (receive != NONE && communications.has(receive, Communications.SEND_POSTED)) {
            receive = NONE;
        }
        if (wildcardReceives > 0) {
            int wildcard = earlier(
                    earlier(
                            receivesFromAny.first(source, destination, tag, communicator),
                            receivesOfAnyTag.first(source, destination, tag, communicator)),
                    receivesOfAll.first(source, destination, tag, communicator));
            if (wildcard != NONE && earlier(wildcard, receive) == wildcard) {
                removeReceive(wildcard);
                return wildcard;
            }
        }
        if (receive != NONE) {
            queued--;
            exact.removeHead(slot);
        }
        return receive;
    }

    /** Removes and returns the message that matches a receive, or {@link #NONE}; source and tag may be wildcards. */
    int takeSend(int source, int destination, int tag, int communicator) {
        if (isWildcard(source, tag)) {
            int send = findSend(source, destination, tag, communicator);
            if (send != NONE) {
                removeSend(send);
            }
            return send;
        }
        int slot = exact.slot(source, destination, tag, communicator);
        int send = exact.head(slot);
        if (send == NONE || !communications.has(send, Communications.SEND_POSTED)) {
            return NONE;
        }
        queued--;
        exact.removeHead(slot);
        if (keptViews > 0) {
            removeFromViews(send);
        }
        return send;
    }

    /** Returns the same send as {@link #takeSend} without removing it. */
    int findSend(int source, int destination, int tag, int communicator) {
        if (isWildcard(source, tag)) {
            View view = source != OperationSink.ANY_SOURCE
                    ? sendsBySource
                    : tag == OperationSink.ANY_TAG ? sendsToRank : sendsByTag;
            view.keep();
            return view.queues.first(source, destination, tag, communicator);
        }
        int send = exact.first(source, destination, tag, communicator);
        return send != NONE && communications.has(send, Communications.SEND_POSTED) ? send : NONE;
    }

    void addSend(int entry) {
        stamp(entry);
        exact.append(entry);
        if (keptViews > 0) {
            sendsByTag.append(entry);
            sendsBySource.append(entry);
            sendsToRank.append(entry);
        }
    }

    void addReceive(int entry) {
        stamp(entry);
        PostedQueues queues = receives(entry);
        wildcardReceives += queues == exact ? 0 : 1;
        queues.append(entry);
    }

    void removeReceive(int entry) {
        queued--;
        PostedQueues queues = receives(entry);
        wildcardReceives -= queues == exact ? 0 : 1;
        queues.remove(entry);
    }

    private PostedQueues receives(int entry) {
        boolean anyTag = communications.tag[entry] == OperationSink.ANY_TAG;
        return communications.sender[entry] == OperationSink.ANY_SOURCE
                ? anyTag ? receivesOfAll : receivesFromAny
                : anyTag ? receivesOfAnyTag : exact;
    }

    int unmatched() {
        return queued;
    }

    /** Returns all entries without a partner, in ascending order. O(tables + entries log entries). */
    int[] unmatchedEntries() {
        int[] entries = new int[queued];
        int count = exact.copy(entries, 0);
        count = receivesFromAny.copy(entries, count);
        count = receivesOfAnyTag.copy(entries, count);
        receivesOfAll.copy(entries, count);
        Arrays.sort(entries);
        return entries;
    }

    private static boolean isWildcard(int source, int tag) {
        return source == OperationSink.ANY_SOURCE || tag == OperationSink.ANY_TAG;
    }

    private void removeSend(int entry) {
        queued--;
        exact.remove(entry);
        removeFromViews(entry);
    }

    private void removeFromViews(int send) {
        sendsByTag.remove(send);
        sendsBySource.remove(send);
        sendsToRank.remove(send);
    }

    /** Returns the entry that was posted first; either may be {@link #NONE}. */
    private int earlier(int a, int b) {
        return a == NONE || (b != NONE && posted[b] < posted[a]) ? b : a;
    }

    private void stamp(int entry) {
        posted = Columns.fit(posted, entry);
        posted[entry] = clock++;
        queued++;
    }

    /** Index of the sends of {@link #exact} in queues with other keys, maintained after its first use. */
    private final class View {
        final PostedQueues queues;
        private boolean kept;

        View(boolean bySource, boolean byTag) {
            queues = new PostedQueues(communications, bySource, byTag);
        }

        void keep() {
            if (kept) {
                return;
            }
            kept = true;
            keptViews++;
            int[] entries = new int[queued];
            int count = exact.copy(entries, 0);
            Arrays.stream(entries, 0, count)
                    .filter(entry -> communications.has(entry, Communications.SEND_POSTED))
                    .boxed()
                    .sorted(Comparator.comparingLong(entry -> posted[entry]))
                    .forEach(queues::append);
        }

        void append(int entry) {
            if (kept) {
                queues.append(entry);
            }
        }

        void remove(int entry) {
            if (kept) {
                queues.remove(entry);
            }
        }
    }
}
