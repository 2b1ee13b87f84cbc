package org.tailback.explain;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.observe.Awaited;
import org.tailback.observe.Envelope;
import org.tailback.observe.Observer;

/**
 * Writes the cause of every instant of messages into a window of segments; what ranks do between messages is written by
 * {@link CauseLog} and, of schedules, by {@link ScheduleCauseLog}. Numbers of segments are the same in every equal
 * replay. O(1) per event; memory grows with the messages between posting and receipt.
 */
abstract class MessageCauses implements Observer {
    private final SegmentWindow window;
    /** When the replay before has finished, or the clock's beginning. */
    private final Point origin = new Point();

    private final List<TracedMessage> messages = new ArrayList<>();
    private final Point scratch = new Point();
    private long started;
    private double begun;

    /** @param before the log of the replay of the same job after which this one starts; null for the first */
    MessageCauses(SegmentWindow window, @Nullable MessageCauses before) {
        this.window = window;
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

    /** The start of the replay, in seconds on its clock. */
    final double begun() {
        return begun;
    }

    final Point origin() {
        return origin;
    }

    /** The rank that finishes last, the lowest of several; -1 before one has finished. */
    abstract int lastRank();

    /** The finish of that rank. */
    abstract Point last();

    /** A rank posts a message: sets its operation and the point of its posting. */
    abstract void sends(TracedMessage message, int rank, int thread);

    /** Returns the point at which a rank posts a receive that a message waited for. */
    abstract Point receives(int rank, int thread);

    final SegmentWindow window() {
        return window;
    }

    final TracedMessage message(int communication) {
        while (messages.size() <= communication) {
            messages.add(new TracedMessage());
        }
        return messages.get(communication);
    }

    final void advance(Point point, double until, SegmentKind kind, int rank, @Nullable TracedMessage message) {
        if (until > point.time) {
            window.append(point, until, kind, rank, message);
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

    /** Returns when and by what the end of a message or helper was caused. */
    final Point ended(TracedMessage message, Awaited what, double end) {
        switch (what) {
            case RECEIVED -> {
                return message.arrived;
            }
            case ENVELOPE -> {
                scratch.set(message.posted);
                advance(scratch, end, SegmentKind.LATENCY, message.receiver, message);
                return scratch;
            }
            case SENT, HELPER -> {
                if (message.ended && message.moving.time == end) {
                    return message.moving;
                }
                // the protocol released the sender when it had posted the message
                scratch.set(message.posted);
                advance(scratch, end, SegmentKind.SEND_OVERHEAD, message.sender, message);
                return scratch;
            }
        }
        throw new AssertionError(what);
    }

    @Override
    public void messagePosted(int communication, int sender, int thread, Envelope envelope, double time) {
        TracedMessage message = message(communication);
        message.sender = sender;
        message.receiver = envelope.peer();
        message.tag = envelope.tag();
        message.communicator = envelope.communicator();
        message.bytes = envelope.bytes();
        message.serial = -1;
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
            point.set(receives(message.receiver, thread));
            checkReached(point, ready, message.receiver);
            window.append(point, ready, SegmentKind.RENDEZVOUS, message.receiver, message);
        } else {
            point.set(message.posted);
            advance(point, ready, SegmentKind.SEND_OVERHEAD, message.sender, message);
        }
        advance(point, agreed, SegmentKind.HANDSHAKE, message.sender, message);
        advance(point, leaves, SegmentKind.INTERFACE, message.sender, message);
        advance(point, start, SegmentKind.LATENCY, message.sender, message);
    }

    @Override
    public void startPostponed(int communication, int behind, double leaves, double start) {
        TracedMessage message = message(communication);
        Point point = message.moving;
        Point turn = message(behind).arrived;
        if (turn.time > point.time) {
            point.set(turn);
            window.append(point, turn.time, SegmentKind.RENDEZVOUS, message.sender, message);
        }
        advance(point, leaves, SegmentKind.INTERFACE, message.sender, message);
        advance(point, start, SegmentKind.LATENCY, message.sender, message);
    }

    @Override
    public void messageStarted(int message, int communication, int sender, int receiver, long bytes, double time) {
        message(communication).serial = started++;
    }

    @Override
    public void transferTimed(int communication, double moved, double contention, double end, double latencyOver) {
        TracedMessage message = message(communication);
        Point point = message.moving;
        double alone = Math.max(point.time, moved - Math.max(0, contention));
        advance(point, alone, SegmentKind.TRANSFER, message.sender, message);
        advance(point, moved, SegmentKind.CONTENTION, message.sender, message);
        advance(point, end, SegmentKind.TIMEOUT, message.sender, message);
        message.arrived.set(point);
        advance(message.arrived, latencyOver, SegmentKind.LATENCY, message.receiver, message);
    }

    @Override
    public void messageArrives(int communication, double end, double arrival) {
        TracedMessage message = message(communication);
        if (message.sender == message.receiver) {
            message.arrived.set(message.moving);
        }
        advance(message.arrived, arrival, SegmentKind.INTERFACE, message.receiver, message);
        message.ended = true;
    }
}
