package org.tailback.explain;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.observe.Awaited;
import org.tailback.observe.Envelope;
import org.tailback.observe.Observer;

/**
 * Keeps the chain of causes that leads to the present instant of each message; those of ranks are kept by {@link
 * CauseLog} and, of schedules, by {@link ScheduleCauseLog}. O(1) per event; memory grows with the messages between
 * posting and receipt, and the segments that lead to them.
 */
abstract class MessageCauses implements Observer {
    /** End of the replay before, or the clock's beginning. */
    private final Point origin = new Point();

    private final List<TracedMessage> messages = new ArrayList<>();
    private final Point scratch = new Point();
    private long started;
    private double begun;

    /** @param before the log of the replay of the same job after which this one starts; null for the first */
    MessageCauses(@Nullable MessageCauses before) {
        if (before != null) {
            origin.set(before.last());
            started = before.started;
        }
    }

    @Override
    public final void replayStarted(double time, double instant) {
        begun = time;
    }

    @Override
    public final boolean needsOneClock() {
        return true;
    }

    /** Returns the start of the replay, in seconds on its clock. */
    final double begun() {
        return begun;
    }

    final Point origin() {
        return origin;
    }

    /** Returns the rank that finishes last, the lowest of several; -1 before one has finished. */
    abstract int lastRank();

    abstract Point last();

    /** A rank posts a message: sets its operation and the point of its posting. */
    abstract void sends(TracedMessage message, int rank, int thread);

    /** Returns the point at which a rank posts a receive for which a message waited. */
    abstract Point receives(int rank, int thread);

    final TracedMessage message(int communication) {
        while (messages.size() <= communication) {
            messages.add(new TracedMessage());
        }
        return messages.get(communication);
    }

    final void advance(Point point, double until, SegmentKind kind, int rank, Cause.@Nullable Sent message) {
        if (until > point.time) {
            point.append(until, kind, rank, message);
        } else {
            checkReached(point, until, rank);
        }
    }

    static void checkReached(Point point, double time, int rank) {
        checkReached(point.time, time, rank);
    }

    static void checkReached(double reached, double time, int rank) {
        if (reached != time) {
            throw new IllegalStateException(
                    "the chain of rank " + rank + " has reached " + reached + " s, the replay " + time + " s");
        }
    }

    /** Returns the time and cause of the end of a message or progress thread. */
    final Point ended(TracedMessage message, Awaited what, double end) {
        if (what == Awaited.RECEIVED) {
            return message.arrived;
        }
        if (what != Awaited.ENVELOPE && message.ended && message.moving.time == end) {
            return message.moving;
        }
        scratch.set(message.posted);
        if (what == Awaited.ENVELOPE) {
            advance(scratch, end, SegmentKind.LATENCY, message.sent.receiver, message.sent);
        } else {
            // the protocol released the sender when it had posted the message
            advance(scratch, end, SegmentKind.SEND_OVERHEAD, message.sent.sender, message.sent);
        }
        return scratch;
    }

    @Override
    public void messagePosted(int communication, int sender, int thread, Envelope envelope, double time) {
        TracedMessage message = message(communication);
        message.sent = new Cause.Sent(sender, envelope);
        message.ended = false;
        sends(message, sender, thread);
    }

    @Override
    public void startKnown(
            int communication,
            boolean byReceiver,
            int thread,
            double ready,
            double agreed,
            double leaves,
            double start) {
        TracedMessage message = message(communication);
        Point point = message.moving;
        if (byReceiver) {
            point.set(receives(message.sent.receiver, thread));
            checkReached(point, ready, message.sent.receiver);
            point.append(ready, SegmentKind.RENDEZVOUS, message.sent.receiver, message.sent);
        } else {
            point.set(message.posted);
            advance(point, ready, SegmentKind.SEND_OVERHEAD, message.sent.sender, message.sent);
        }
        advance(point, agreed, SegmentKind.HANDSHAKE, message.sent.sender, message.sent);
        starts(message, leaves, start);
    }

    @Override
    public void startPostponed(int communication, int behind, double leaves, double start) {
        TracedMessage message = message(communication);
        Point point = message.moving;
        Point released = message(behind).arrived;
        if (released.time > point.time) {
            point.set(released);
            point.append(released.time, SegmentKind.RENDEZVOUS, message.sent.sender, message.sent);
        }
        starts(message, leaves, start);
    }

    private void starts(TracedMessage message, double leaves, double start) {
        advance(message.moving, leaves, SegmentKind.INTERFACE, message.sent.sender, message.sent);
        advance(message.moving, start, SegmentKind.LATENCY, message.sent.sender, message.sent);
    }

    @Override
    public void messageStarted(int message, int communication, int sender, int receiver, long bytes, double time) {
        message(communication).sent.serial = started++;
    }

    @Override
    public void transferTimed(int communication, double moved, double contention, double end, double latencyOver) {
        TracedMessage message = message(communication);
        Point point = message.moving;
        double alone = Math.max(point.time, moved - Math.max(0, contention));
        advance(point, alone, SegmentKind.TRANSFER, message.sent.sender, message.sent);
        advance(point, moved, SegmentKind.CONTENTION, message.sent.sender, message.sent);
        advance(point, end, SegmentKind.TIMEOUT, message.sent.sender, message.sent);
        message.arrived.set(point);
        advance(message.arrived, latencyOver, SegmentKind.LATENCY, message.sent.receiver, message.sent);
    }

    @Override
    public void messageArrives(int communication, double end, double arrival) {
        TracedMessage message = message(communication);
        if (message.sent.sender == message.sent.receiver) {
            message.arrived.set(message.moving);
        }
        advance(message.arrived, arrival, SegmentKind.INTERFACE, message.sent.receiver, message.sent);
        message.ended = true;
    }
}
