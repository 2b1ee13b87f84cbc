package org.tailback.trace.matching;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.IgnoringSink;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/**
 * Numbers of messages and receives of a program for each pair of ranks, tag and communicator, and numbers of collective
 * operations of each rank. If a pair has more messages than receives or the reverse, its last operations have no
 * partner. Every rank is counted first ({@link #counting}); then {@link #marking} reports each rank's operations
 * without a partner.
 *
 * <p>Receives from any source or with any tag are matched with messages that no other receive takes. If a replay
 * matches them differently, operations without a partner may remain. Sizes are ignored. Memory: O(pairs, tags and
 * communicators that occur). Not thread-safe.
 */
public final class MessageBalance {
    private static final Comparator<MessageKey> NARROW_FIRST =
            Comparator.comparing(key -> key.source == OperationSink.ANY_SOURCE && key.tag == OperationSink.ANY_TAG);
    private static final Comparator<MessageKey> BY_NUMBERS = Comparator.comparingInt(MessageKey::destination)
            .thenComparingInt(MessageKey::communicator)
            .thenComparingInt(MessageKey::source)
            .thenComparingInt(MessageKey::tag);

    private final int ranks;
    private final Map<MessageKey, long[]> messages = new HashMap<>();
    private final Map<MessageKey, Long> openReceives = new HashMap<>();
    private final Map<Integer, GroupCounts> collectives = new HashMap<>();
    private boolean settled;

    /**
     * Creates a balance without operations.
     *
     * @param ranks number of ranks of the program, >= 1
     */
    public MessageBalance(int ranks) {
        this.ranks = ranks;
    }

    /**
     * Kind of an operation that lacks a partner: a message, a receive, or a collective operation that some members do
     * not call.
     */
    public enum Unmatched {
        SEND,
        RECEIVE,
        COLLECTIVE
    }

    /** Receiver of one rank's operations without a partner. */
    @FunctionalInterface
    public interface UnmatchedListener {
        /**
         * Called for an operation without a partner.
         *
         * @param number index of the operation among the rank's sends, receives and collective operations, blocking or
         *     not, from 0
         */
        void unmatched(Unmatched kind, long number);
    }

    /** Attributes by which messages and receives match. The source or tag of a receive may be a wildcard. */
    public record MessageKey(int source, int destination, int tag, int communicator) {
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

    /** Number of collective operations per rank of a communicator. */
    private record GroupCounts(int[] members, Map<Integer, Long> counts) {
        long least() {
            return IntStream.of(members)
                    .mapToLong(member -> counts.getOrDefault(member, 0L))
                    .min()
                    .orElse(Long.MAX_VALUE);
        }
    }

    /** Sink that numbers the operations of one rank that need a partner. */
    private abstract static class Numbered extends IgnoringSink {
        final int rank;
        long number;

        Numbered(int rank) {
            this.rank = rank;
        }

        abstract void send(MessageKey key);

        /**
         * Numbers a receive.
         *
         * @param request number of the request, -1 for a blocking receive
         */
        abstract void receive(MessageKey key, int request);

        abstract void each(CollectiveCall call);

        @Override
        public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
            send(destination, tag, communicator, bytes, mode);
        }

        @Override
        public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
            send(new MessageKey(rank, destination, tag, communicator));
            number++;
        }

        @Override
        public void irecv(int request, int source, int tag, int communicator, long bytes) {
            receive(new MessageKey(source, rank, tag, communicator), request);
            number++;
        }

        @Override
        public void recv(int source, int tag, int communicator, long bytes) {
            irecv(-1, source, tag, communicator, bytes);
        }

        @Override
        public void collective(CollectiveCall call) {
            each(call);
            number++;
        }

        @Override
        public void icollective(int request, CollectiveCall call) {
            collective(call);
        }

        @Override
        public void start(int request, Program progressThread) {
            throw new InputException("Messages without a partner cannot be found in programs with progress threads");
        }
    }

    /** Returns a sink that counts all operations of a rank, once per rank. */
    public OperationSink counting(int rank) {
        return new Numbered(rank) {
            /** Receives in progress, which may still be cancelled. */
            private final Map<Integer, MessageKey> byRequest = new HashMap<>();

            @Override
            void send(MessageKey key) {
                messages.computeIfAbsent(key, any -> new long[2])[0]++;
            }

            @Override
            void receive(MessageKey key, int request) {
                countReceive(key, 1);
                if (request >= 0) {
                    byRequest.put(request, key);
                }
            }

            @Override
            public void cancel(int request) {
                MessageKey taken = byRequest.remove(request);
                if (taken != null) {
                    countReceive(taken, -1);
                }
            }

            @Override
            void each(CollectiveCall call) {
                collectives
                        .computeIfAbsent(call.communicator(), any -> new GroupCounts(members(call), new HashMap<>()))
                        .counts
                        .merge(rank, 1L, Long::sum);
            }
        };
    }

    /**
     * Returns a sink that notifies a listener of a rank's operations without a partner: the last operations of each
     * kind. All ranks must be counted before.
     */
    public OperationSink marking(int rank, UnmatchedListener listener) {
        settle();
        return new Numbered(rank) {
            private final Map<MessageKey, Long> sends = new HashMap<>();
            private final Map<MessageKey, Long> receives = new HashMap<>();
            private final Map<Integer, Long> performed = new HashMap<>();
            private final Map<Integer, Long> performedByAll = new HashMap<>();

            private <K> void mark(Unmatched kind, Map<K, Long> counts, K key, long partners) {
                if (counts.merge(key, 1L, Long::sum) > partners) {
                    listener.unmatched(kind, number);
                }
            }

            @Override
            void send(MessageKey key) {
                mark(Unmatched.SEND, sends, key, messages.getOrDefault(key, new long[2])[1]);
            }

            @Override
            void receive(MessageKey key, int request) {
                mark(Unmatched.RECEIVE, receives, key, sent(key));
            }

            @Override
            void each(CollectiveCall call) {
                int communicator = call.communicator();
                long partners = performedByAll.computeIfAbsent(communicator, any -> performedByAll(call));
                mark(Unmatched.COLLECTIVE, performed, communicator, partners);
            }
        };
    }

    private void countReceive(MessageKey key, int by) {
        if (key.isOpen()) {
            openReceives.merge(key, (long) by, Long::sum);
        } else {
            messages.computeIfAbsent(key, any -> new long[2])[1] += by;
        }
    }

    private int[] members(CollectiveCall call) {
        int[] group = call.group();
        return group != null ? group : IntStream.range(0, ranks).toArray();
    }

    /** Returns the number of sent messages with a key; for open receives, the number of messages left for them. */
    public long sent(MessageKey key) {
        return key.isOpen() ? openReceives.getOrDefault(key, 0L) : messages.getOrDefault(key, new long[2])[0];
    }

    /**
     * Returns the number of collective operations on a call's communicator that all its members call; additional
     * operations of a rank have no partner.
     */
    public long performedByAll(CollectiveCall call) {
        GroupCounts counts = collectives.get(call.communicator());
        return counts == null || call.ranks(ranks) < 2 || counts.members.length < 2 ? Long.MAX_VALUE : counts.least();
    }

    /** Assigns the remaining messages to open receives, first to receives with a source or a tag. */
    private void settle() {
        if (settled) {
            return;
        }
        settled = true;
        Map<Integer, List<MessageKey>> leftTo = new HashMap<>();
        messages.forEach((key, counts) -> {
            if (counts[0] > counts[1]) {
                leftTo.computeIfAbsent(key.destination, any -> new ArrayList<>())
                        .add(key);
            }
        });
        leftTo.values().forEach(keys -> keys.sort(BY_NUMBERS));
        List<MessageKey> open = new ArrayList<>(openReceives.keySet());
        open.sort(NARROW_FIRST.thenComparing(BY_NUMBERS));
        for (MessageKey receive : open) {
            openReceives.computeIfPresent(
                    receive, (key, wanted) -> take(key, wanted, leftTo.getOrDefault(key.destination, List.of())));
        }
    }

    private long take(MessageKey receive, long wanted, List<MessageKey> left) {
        long taken = 0;
        for (MessageKey message : left) {
            long[] counts = messages.getOrDefault(message, new long[2]);
            if (receive.takes(message)) {
                long given = Math.max(0, Math.min(wanted - taken, counts[0] - counts[1]));
                counts[1] += given;
                taken += given;
            }
        }
        return taken;
    }
}
