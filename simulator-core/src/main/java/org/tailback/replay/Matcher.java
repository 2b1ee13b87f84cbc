package org.tailback.replay;

import java.util.Arrays;
import java.util.Comparator;
import org.tailback.columns.Columns;
import org.tailback.program.OperationSink;

/**
 * Finds the partner of a send or receive by MPI's rule: among messages from one source to one destination in one
 * communicator that a receive matches, the one sent first; among receives that a message matches, the one posted first.
 *
 * <p>Exact receives and unexpected sends are found in a hash table by (source, destination, tag, communicator), each
 * key with a queue that holds either sends or receives; a key is removed with its last entry, so memory follows what is
 * unmatched now, also for programs that use every tag once. Receives with wildcards are in tables without the parts
 * that they leave open, and a message looks into all of them. A receive with a wildcard looks into a table of the
 * unexpected sends without what it leaves open, which is kept from the first such receive on: programs without
 * wildcards pay nothing.
 *
 * <p>Schedules also have messages with any tag, which every receive from their source accepts. They have tables of
 * their own, and the receives have some for them, in the same way.
 *
 * <p>O(1) expected per operation, however many entries wait, with and without wildcards; the first that needs a further
 * table costs O(entries log entries).
 */
final class Matcher {
    static final int NONE = -1;

    private final Communications communications;
    private final PostedQueues exact;

    private final PostedQueues receivesFromAny;
    private final PostedQueues receivesOfAnyTag;
    private final PostedQueues receivesOfAll;
    private int wildcardReceives;

    /** Of the unexpected sends with a tag. */
    private final View sendsByTag;

    private final View sendsBySource;
    private final View sendsToRank;

    private final PostedQueues anyTagSends;
    private final PostedQueues anyTagSendsToRank;
    private int anyTagSendCount;

    /** For messages with any tag: of the exact receives, and of those from any source. */
    private final View receivesBySource;

    private final PostedQueues receivesFromAnyByRank;

    /** Number of views that are kept. */
    private int keptViews;

    private long[] posted = new long[64];
    private long clock;
    private int queued;

    Matcher(Communications communications) {
        this.communications = communications;
        exact = new PostedQueues(communications, true, true);
        receivesFromAny = new PostedQueues(communications, false, true);
        receivesFromAnyByRank = new PostedQueues(communications, false, false);
        receivesOfAnyTag = new PostedQueues(communications, true, false);
        receivesOfAll = new PostedQueues(communications, false, false);
        receivesBySource = new View(true, false);
        sendsByTag = new View(false, true);
        sendsBySource = new View(true, false);
        sendsToRank = new View(false, false);
        anyTagSends = new PostedQueues(communications, true, false);
        anyTagSendsToRank = new PostedQueues(communications, false, false);
    }

    /** Takes the receive that matches a message, or {@link #NONE}. */
    int takeReceive(int source, int destination, int tag, int communicator) {
        if (tag == OperationSink.ANY_TAG) {
            return takeReceiveOfAnyTag(source, destination, communicator);
        }
        int slot = exact.slot(source, destination, tag, communicator);
        int receive = exact.head(slot);
        if (receive != NONE && communications.has(receive, Communications.SEND_POSTED)) {
            receive = NONE;
        }
        if (wildcardReceives > 0) {
            int wildcard = earliest(
                    receivesFromAny.first(source, destination, tag, communicator),
                    receivesOfAnyTag.first(source, destination, tag, communicator),
                    receivesOfAll.first(source, destination, tag, communicator));
            if (wildcard != NONE && earlier(wildcard, receive) == wildcard) {
                removeReceive(wildcard);
                return wildcard;
            }
        }
        if (receive != NONE) {
            queued--;
            exact.removeHead(slot);
            if (keptViews > 0) {
                receivesBySource.remove(receive);
            }
        }
        return receive;
    }

    /** Takes the message that matches a receive, or {@link #NONE}; source and tag may be wildcards. */
    int takeSend(int source, int destination, int tag, int communicator) {
        if (isWildcard(source, tag) || anyTagSendCount > 0) {
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

    /** As {@link #takeSend}, but leaves it there. */
    int findSend(int source, int destination, int tag, int communicator) {
        int send;
        if (isWildcard(source, tag)) {
            View view = source != OperationSink.ANY_SOURCE
                    ? sendsBySource
                    : tag == OperationSink.ANY_TAG ? sendsToRank : sendsByTag;
            view.keep(Communications.SEND_POSTED);
            send = view.queues.first(source, destination, tag, communicator);
        } else {
            send = exact.first(source, destination, tag, communicator);
            if (send != NONE && !communications.has(send, Communications.SEND_POSTED)) {
                send = NONE;
            }
        }
        if (anyTagSendCount == 0) {
            return send;
        }
        PostedQueues others = source == OperationSink.ANY_SOURCE ? anyTagSendsToRank : anyTagSends;
        return earlier(send, others.first(source, destination, tag, communicator));
    }

    /** Adds a message that no receive matches. */
    void addSend(int entry) {
        stamp(entry);
        if (communications.tag[entry] == OperationSink.ANY_TAG) {
            anyTagSends.append(entry);
            anyTagSendsToRank.append(entry);
            anyTagSendCount++;
            return;
        }
        exact.append(entry);
        if (keptViews > 0) {
            sendsByTag.append(entry);
            sendsBySource.append(entry);
            sendsToRank.append(entry);
        }
    }

    /** Adds a receive that no message matches. */
    void addReceive(int entry) {
        stamp(entry);
        int source = communications.sender[entry];
        int tag = communications.tag[entry];
        if (!isWildcard(source, tag)) {
            exact.append(entry);
            receivesBySource.append(entry);
            return;
        }
        wildcardReceives++;
        if (source != OperationSink.ANY_SOURCE) {
            receivesOfAnyTag.append(entry);
        } else if (tag == OperationSink.ANY_TAG) {
            receivesOfAll.append(entry);
        } else {
            receivesFromAny.append(entry);
            receivesFromAnyByRank.append(entry);
        }
    }

    /** Removes a receive that no message has matched. */
    void removeReceive(int entry) {
        queued--;
        int source = communications.sender[entry];
        int tag = communications.tag[entry];
        if (!isWildcard(source, tag)) {
            exact.remove(entry);
            receivesBySource.remove(entry);
            return;
        }
        wildcardReceives--;
        if (source != OperationSink.ANY_SOURCE) {
            receivesOfAnyTag.remove(entry);
        } else if (tag == OperationSink.ANY_TAG) {
            receivesOfAll.remove(entry);
        } else {
            receivesFromAny.remove(entry);
            receivesFromAnyByRank.remove(entry);
        }
    }

    /** Entries without a partner. */
    int unmatched() {
        return queued;
    }

    /** All entries without a partner, ascending. O(tables + entries log entries). */
    int[] unmatchedEntries() {
        int[] entries = new int[queued];
        int count = exact.copy(entries, 0);
        count = receivesFromAny.copy(entries, count);
        count = receivesOfAnyTag.copy(entries, count);
        count = receivesOfAll.copy(entries, count);
        anyTagSends.copy(entries, count);
        Arrays.sort(entries);
        return entries;
    }

    static boolean isWildcard(int source, int tag) {
        return source == OperationSink.ANY_SOURCE || tag == OperationSink.ANY_TAG;
    }

    /** Takes the receive that matches a message with any tag: the first posted of all those from its source. */
    private int takeReceiveOfAnyTag(int source, int destination, int communicator) {
        int tag = OperationSink.ANY_TAG;
        receivesBySource.keep(Communications.RECEIVE_POSTED);
        int receive = earlier(
                receivesBySource.queues.first(source, destination, tag, communicator),
                earliest(
                        receivesFromAnyByRank.first(source, destination, tag, communicator),
                        receivesOfAnyTag.first(source, destination, tag, communicator),
                        receivesOfAll.first(source, destination, tag, communicator)));
        if (receive != NONE) {
            removeReceive(receive);
        }
        return receive;
    }

    private void removeSend(int entry) {
        queued--;
        if (communications.tag[entry] == OperationSink.ANY_TAG) {
            anyTagSendCount--;
            anyTagSends.remove(entry);
            anyTagSendsToRank.remove(entry);
            return;
        }
        exact.remove(entry);
        removeFromViews(entry);
    }

    private void removeFromViews(int send) {
        sendsByTag.remove(send);
        sendsBySource.remove(send);
        sendsToRank.remove(send);
    }

    private int earliest(int a, int b, int c) {
        return earlier(earlier(a, b), c);
    }

    /** The entry that was posted first; any of them may be {@link #NONE}. */
    private int earlier(int a, int b) {
        return a == NONE || (b != NONE && posted[b] < posted[a]) ? b : a;
    }

    private void stamp(int entry) {
        posted = Columns.fit(posted, entry);
        posted[entry] = clock++;
        queued++;
    }

    /** The sends or the receives of {@link #exact} in other queues, if they have ever been asked for. */
    private final class View {
        final PostedQueues queues;
        private boolean kept;

        View(boolean bySource, boolean byTag) {
            queues = new PostedQueues(communications, bySource, byTag);
        }

        /** @param flag what the entries have in common */
        void keep(int flag) {
            if (kept) {
                return;
            }
            kept = true;
            keptViews++;
            int[] entries = new int[queued];
            int count = exact.copy(entries, 0);
            Arrays.stream(entries, 0, count)
                    .filter(entry -> communications.has(entry, flag))
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
