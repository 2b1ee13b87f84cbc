package org.tailback.trace.matching;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;

/**
 * The numbers of messages and receives of a program for each pair of ranks, tag and communicator, and how many
 * collective operations of each rank: where one side has more than the other, its last ones have no partner. Every rank
 * is counted first ({@link #counting}); then {@link #marking} reports each rank's operations without a partner.
 *
 * <p>Receives from any source or with any tag take what the others leave; where they choose in a replay otherwise,
 * something may still be left over. Sizes do not matter. Memory: O(pairs, tags and communicators that occur). Not
 * thread-safe.
 */
public final class MessageBalance {
    private static final Comparator<MessageKey> NARROW_FIRST =
            Comparator.comparing(key -> key.source() == OperationSink.ANY_SOURCE && key.tag() == OperationSink.ANY_TAG);
    private static final Comparator<MessageKey> BY_NUMBERS = Comparator.comparingInt(MessageKey::destination)
            .thenComparingInt(MessageKey::communicator)
            .thenComparingInt(MessageKey::source)
            .thenComparingInt(MessageKey::tag);

    private final int ranks;
    private final Map<MessageKey, long[]> messages = new HashMap<>();
    private final Map<MessageKey, Long> openReceives = new HashMap<>();
    private final Map<Integer, GroupCounts> collectives = new HashMap<>();
    private boolean settled;

    /** @param ranks of the program, >= 1 */
    public MessageBalance(int ranks) {
        this.ranks = ranks;
    }

    /** One kind of message; source or tag may be any for receives. */
    record MessageKey(int source, int destination, int tag, int communicator) {
        boolean isOpen() {
            return source == OperationSink.ANY_SOURCE || tag == OperationSink.ANY_TAG;
        }

        boolean takes(MessageKey message) {
            return destination == message.destination
                    && communicator == message.communicator
                    && (source == OperationSink.ANY_SOURCE || source == message.source)
                    && (tag == OperationSink.ANY_TAG || tag == message.tag);
        }
    }

    /** Numbers of collective operations of the ranks of a communicator. */
    private static final class GroupCounts {
        final int[] members;
        final Map<Integer, Long> counts = new HashMap<>();

        GroupCounts(int[] members) {
            this.members = members;
        }

        /** Of the member with the fewest. */
        long least() {
            long least = Long.MAX_VALUE;
            for (int member : members) {
                least = Math.min(least, counts.getOrDefault(member, 0L));
            }
            return least;
        }
    }

    /** Counts all operations of a rank; no rank twice. */
    public OperationSink counting(int rank) {
        return new CountingMatches(rank, this);
    }

    /** Tells a listener of a rank's operations without a partner, when all ranks were counted. */
    public OperationSink marking(int rank, UnmatchedListener listener) {
        settle();
        return new MarkingMatches(rank, this, listener);
    }

    void countSend(MessageKey key) {
        messages.computeIfAbsent(key, any -> new long[2])[0]++;
    }

    /** @param by 1, or -1 for one that is taken back */
    void countReceive(MessageKey key, int by) {
        if (key.isOpen()) {
            openReceives.merge(key, (long) by, Long::sum);
        } else {
            messages.computeIfAbsent(key, any -> new long[2])[1] += by;
        }
    }

    void countCollective(int rank, CollectiveCall call) {
        collectives
                .computeIfAbsent(call.communicator(), any -> new GroupCounts(members(call)))
                .counts
                .merge(rank, 1L, Long::sum);
    }

    private int[] members(CollectiveCall call) {
        int[] group = call.group();
        if (group != null) {
            return group;
        }
        int[] all = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            all[rank] = rank;
        }
        return all;
    }

    /** Returns the number of messages of a kind that a receive takes. */
    long received(MessageKey key) {
        return messages.getOrDefault(key, new long[2])[1];
    }

    /** Returns the number of receives of a kind that take a message. */
    long sent(MessageKey key) {
        return key.isOpen() ? openReceives.getOrDefault(key, 0L) : messages.getOrDefault(key, new long[2])[0];
    }

    /** Returns the number of messages of a kind that are sent. */
    public long sent(int source, int destination, int tag, int communicator) {
        return sent(new MessageKey(source, destination, tag, communicator));
    }

    /**
     * Returns the number of collective operations on a call's communicator in which all its members take part; those of
     * one rank have no partner.
     */
    public long performedByAll(CollectiveCall call) {
        GroupCounts counts = collectives.get(call.communicator());
        return counts == null || call.ranks(ranks) < 2 || counts.members.length < 2 ? Long.MAX_VALUE : counts.least();
    }

    /** Gives the open receives what the others leave, those that are open in in one direction first. */
    private void settle() {
        if (settled) {
            return;
        }
        settled = true;
        Map<Integer, List<MessageKey>> leftTo = new HashMap<>();
        messages.forEach((key, counts) -> {
            if (counts[0] > counts[1]) {
                leftTo.computeIfAbsent(key.destination(), any -> new ArrayList<>())
                        .add(key);
            }
        });
        leftTo.values().forEach(keys -> keys.sort(BY_NUMBERS));
        List<MessageKey> open = new ArrayList<>(openReceives.keySet());
        open.sort(NARROW_FIRST.thenComparing(BY_NUMBERS));
        for (MessageKey receive : open) {
            openReceives.computeIfPresent(
                    receive, (key, wanted) -> take(key, wanted, leftTo.getOrDefault(key.destination(), List.of())));
        }
    }

    /** Returns the number of the messages left that an open receive takes. */
    private long take(MessageKey receive, long wanted, List<MessageKey> left) {
        long[] taken = new long[1];
        for (MessageKey message : left) {
            if (receive.takes(message)) {
                messages.computeIfPresent(message, (key, counts) -> {
                    long given = Math.max(0, Math.min(wanted - taken[0], counts[0] - counts[1]));
                    counts[1] += given;
                    taken[0] += given;
                    return counts;
                });
            }
        }
        return taken[0];
    }
}
