package org.tailback.trace.matching;

import java.util.HashMap;
import java.util.Map;
import org.tailback.program.CollectiveCall;
import org.tailback.trace.matching.MessageBalance.MessageKey;

/** Counts the operations of one rank. */
final class CountingMatches extends NumberingSink {
    private final int rank;
    private final MessageBalance balance;
    /** The receives under way, which may still be taken back. */
    private final Map<Integer, MessageKey> byRequest = new HashMap<>();

    CountingMatches(int rank, MessageBalance balance) {
        super(rank);
        this.rank = rank;
        this.balance = balance;
    }

    @Override
    void send(long number, MessageKey key, long bytes) {
        balance.countSend(key);
    }

    @Override
    void receive(long number, MessageKey key, int request) {
        balance.countReceive(key, 1);
        if (request >= 0) {
            byRequest.put(request, key);
        }
    }

    @Override
    public void cancel(int request) {
        MessageKey taken = byRequest.remove(request);
        if (taken != null) {
            balance.countReceive(taken, -1);
        }
    }

    @Override
    void collective(long number, CollectiveCall call) {
        balance.countCollective(rank, call);
    }
}
