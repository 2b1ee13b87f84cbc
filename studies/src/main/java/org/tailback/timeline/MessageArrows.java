package org.tailback.timeline;

import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.observe.Envelope;

/**
 * Arrows of messages from the sending to the receiving operation. An arrow ends when the message has arrived and its
 * receiver is in the operation that receives it. Ends that are known in advance are queued; all other events of a
 * timeline are written immediately.
 */
final class MessageArrows {
    private final TimelineWriter writer;
    private final PriorityQueue<Ending> endings =
            new PriorityQueue<>(Comparator.comparingDouble(Ending::time).thenComparingLong(Ending::order));
    private final TreeMap<Long, TimedMessage> open = new TreeMap<>();
    /** Messages whose receiver has not entered the receiving operation, by rank and operation; never iterated. */
    private final Map<Awaited, TimedMessage> awaited = new HashMap<>();

    private final BitSet takenBeforePosted = new BitSet();
    private @Nullable TimedMessage[] posted = new TimedMessage[64];
    private long nextId;
    private long nextOrder;

    private record Ending(double time, long order, TimedMessage message) {}

    private record Awaited(int rank, long operation) {}

    MessageArrows(TimelineWriter writer) {
        this.writer = writer;
    }

    /** Adds a message when it is posted; {@code drawn} is true if sender and receiver are currently shown. */
    void post(int communication, int sender, int lane, Envelope envelope, double time, boolean drawn) {
        TimedMessage message = new TimedMessage(nextId++, sender, lane, envelope, time);
        posted = Columns.fit(posted, communication);
        posted[communication] = message;
        message.taken = takenBeforePosted.get(communication);
        takenBeforePosted.clear(communication);
        if (drawn) {
            message.drawn = true;
            open.put(message.id, message);
            writer.arrowBegins(message, time);
        }
    }

    /** Returns the message of a communication; null if the message has not been posted. */
    @Nullable
    TimedMessage posted(int communication) {
        return communication < posted.length ? posted[communication] : null;
    }

    /** Records the arrival time of a message. */
    void arrives(int communication, double end, double arrival) {
        TimedMessage message = posted[communication];
        if (message != null) {
            message.ended = end;
            message.arrival = arrival;
            if (message.taken) {
                posted[communication] = null;
                endAt(arrival, message);
            }
        }
    }

    /**
     * Records that an operation of the receiver takes a message, and returns the message; null if the message has not
     * been posted.
     */
    @Nullable
    TimedMessage taken(int communication) {
        TimedMessage message = posted(communication);
        if (message == null) {
            takenBeforePosted.set(communication);
        } else if (!Double.isNaN(message.arrival)) {
            posted[communication] = null;
        }
        return message;
    }

    /** Keeps a message until its receiver enters the operation that takes it. */
    void await(int receiver, long operation, TimedMessage message) {
        awaited.put(new Awaited(receiver, operation), message);
    }

    /** Returns the message that an entered operation takes; null if the operation awaits no message. */
    @Nullable
    TimedMessage awaitedBy(int receiver, long operation) {
        return awaited.isEmpty() ? null : awaited.remove(new Awaited(receiver, operation));
    }

    /**
     * Records that the receiver is in the operation that receives the message. Returns whether the end of the arrow is
     * known.
     */
    boolean take(TimedMessage message, int lane, double time) {
        message.taken = true;
        message.receiverLane = lane;
        if (Double.isNaN(message.arrival)) {
            return false;
        }
        endAt(Math.max(time, message.arrival), message);
        return true;
    }

    private void endAt(double time, TimedMessage message) {
        endings.add(new Ending(time, nextOrder++, message));
    }

    /** Returns the time at which the next arrow ends, in seconds; infinite if no known end is queued. */
    double nextEnd() {
        return endings.isEmpty() ? Double.POSITIVE_INFINITY : endings.peek().time();
    }

    /** Ends the arrow with the earliest queued end. */
    void endNext() {
        Ending ending = endings.remove();
        TimedMessage message = ending.message();
        if (message.drawn && open.remove(message.id) != null) {
            writer.arrowEnds(message, message.receiverLane, ending.time());
        }
    }

    /** Ends all arrows at the end of the timeline. */
    void endAll(double time) {
        for (TimedMessage message : open.values()) {
            writer.arrowEnds(message, message.receiverLane, time);
        }
        open.clear();
    }
}
