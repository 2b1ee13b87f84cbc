package org.tailback.trace.matching;

import java.util.HashMap;
import java.util.Map;
import org.tailback.program.CollectiveCall;
import org.tailback.trace.matching.MessageBalance.MessageKey;

/** Finds the operations of one rank that have no partner: of each kind those after the last one that has. */
final class MarkingMatches extends NumberingSink {
    private final MessageBalance balance;
    private final UnmatchedListener listener;
    private final Map<MessageKey, Long> sends = new HashMap<>();
    private final Map<MessageKey, Long> receives = new HashMap<>();
    private final Map<Integer, Long> collectives = new HashMap<>();
    private final Map<Integer, Long> performedByAll = new HashMap<>();

    MarkingMatches(int rank, MessageBalance balance, UnmatchedListener listener) {
        super(rank);
        this.balance = balance;
        this.listener = listener;
    }

    private static <K> long number(Map<K, Long> counts, K key) {
        return counts.merge(key, 1L, Long::sum);
    }

    @Override
    void send(long number, MessageKey key, long bytes) {
        if (number(sends, key) > balance.received(key)) {
            listener.send(number, key.destination(), key.tag(), key.communicator(), bytes);
        }
    }

    @Override
    void receive(long number, MessageKey key, int request) {
        if (number(receives, key) > balance.sent(key)) {
            listener.receive(number);
        }
    }

    @Override
    void collective(long number, CollectiveCall call) {
        long shared = performedByAll.computeIfAbsent(call.communicator(), any -> balance.performedByAll(call));
        if (number(collectives, call.communicator()) > shared) {
            listener.collective(number);
        }
    }
}
