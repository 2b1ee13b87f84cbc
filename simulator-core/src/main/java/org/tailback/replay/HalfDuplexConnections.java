package org.tailback.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.tailback.columns.Columns;

/**
 * Messages that wait for messages in the opposite direction. Each pair of ranks has one connection. The clearance of a
 * message waits for the messages that its receiver has begun to send to its sender. Only messages that began before the
 * message was ready delay it.
 *
 * <p>Beginning and ending a message cost O(messages under way between the two ranks).
 */
final class HalfDuplexConnections {
    private final int ranks;
    /** Messages that have begun and not ended, by sender and receiver. */
    private final Map<Long, List<Begun>> underWay = new HashMap<>();
    /** Number of opposite messages that a communication still waits for, by communication. */
    private int[] ahead = new int[16];

    HalfDuplexConnections(int ranks) {
        this.ranks = ranks;
    }

    private record Begun(int communication, List<Integer> waiting) {}

    /**
     * Begins a message, or delays it until the opposite messages that have begun have ended. Returns true if the
     * message waits.
     */
    boolean mustWait(int communication, int sender, int receiver, boolean needsClearance) {
        List<Begun> opposite = needsClearance ? underWay.get(direction(receiver, sender)) : null;
        if (opposite == null) {
            begin(communication, sender, receiver);
            return false;
        }
        ahead = Columns.fit(ahead, communication);
        ahead[communication] = opposite.size();
        for (Begun message : opposite) {
            message.waiting().add(communication);
        }
        return true;
    }

    private void begin(int communication, int sender, int receiver) {
        underWay.computeIfAbsent(direction(sender, receiver), key -> new ArrayList<>())
                .add(new Begun(communication, new ArrayList<>(1)));
    }

    /** Ends a message that has begun. Begins and reports the messages that no longer need to wait. */
    void ended(int communication, int sender, int receiver, IntConsumer begins) {
        long direction = direction(sender, receiver);
        List<Begun> messages = underWay.get(direction);
        if (messages == null) {
            return;
        }
        int i = 0;
        while (i < messages.size() && messages.get(i).communication() != communication) {
            i++;
        }
        if (i == messages.size()) {
            return;
        }
        Begun ended = messages.remove(i);
        if (messages.isEmpty()) {
            underWay.remove(direction);
        }
        for (int next : ended.waiting()) {
            if (--ahead[next] == 0) {
                begin(next, receiver, sender);
                begins.accept(next);
            }
        }
    }

    private long direction(int sender, int receiver) {
        return (long) sender * ranks + receiver;
    }
}
