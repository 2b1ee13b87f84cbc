package org.tailback.explain;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.observe.Envelope;
import org.tailback.observe.Observer;

/**
 * Log of the chain of causes that leads to the present instant of each message. {@link CauseLog} keeps the chains of
 * ranks, and {@link ScheduleCauseLog} keeps the chains of operations in schedules. O(1) per event; memory grows with
 * the messages between posting and receipt, and the segments that lead to them.
 */
abstract class MessageCauses implements Observer {
    /** End of the previous replay, or the clock's beginning. */
    final Cause origin;

    private final List<TracedMessage> messages = new ArrayList<>();
    private long started;
    private double begun;

    /**
     * Creates the log of a replay.
     *
     * @param before log of the previous replay of the same job; null for the first
     */
    MessageCauses(@Nullable MessageCauses before) {
        origin = before == null ? Cause.ORIGIN : before.last();
        started = before == null ? 0 : before.started;
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

    /** Returns the rank that finishes last, or the lowest such rank; -1 before a rank has finished. */
    abstract int lastRank();

    /** Returns the finish of the rank that finishes last. */
    abstract Cause last();

    /** Handles the posting of a message by a rank: sets its operation and the instant of its posting. */
    abstract void sends(TracedMessage message, int rank, int thread);

    /** Returns the instant at which a rank posts a receive for which a message waited. */
    abstract Cause receives(int rank, int thread);

    final TracedMessage message(int communication) {
        while (messages.size() <= communication) {
            messages.add(new TracedMessage());
        }
        return messages.get(communication);
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
        int receiver = message.sent.message.receiver();
        Cause known = byReceiver
                ? rendezvous(receives(receiver, thread).checkedAt(ready, receiver), receiver, message)
                : message.bySender(message.posted, ready, SegmentKind.SEND_OVERHEAD);
        starts(message, message.bySender(known, agreed, SegmentKind.HANDSHAKE), leaves, start);
    }

    @Override
    public void startPostponed(int communication, int behind, double leaves, double start) {
        TracedMessage message = message(communication);
        Cause released = message(behind).arrived;
        boolean waits = released.to() > message.moving.to();
        Cause free = waits ? rendezvous(released, message.sent.message.sender(), message) : message.moving;
        starts(message, free, leaves, start);
    }

    /** Returns a segment without duration with which the chain of another rank or message continues in a message. */
    private static Cause rendezvous(Cause from, int rank, TracedMessage message) {
        return new Cause(from, from.to(), SegmentKind.RENDEZVOUS, rank, message.sent);
    }

    private static void starts(TracedMessage message, Cause ready, double leaves, double start) {
        Cause leaving = message.bySender(ready, leaves, SegmentKind.INTERFACE);
        message.moving = message.bySender(leaving, start, SegmentKind.LATENCY);
    }

    @Override
    public void messageStarted(int message, int communication, int sender, int receiver, long bytes, double time) {
        message(communication).sent.serial = started++;
    }

    @Override
    public void transferTimed(int communication, double moved, double contention, double end, double latencyOver) {
        TracedMessage message = message(communication);
        double alone = Math.max(message.moving.to(), moved - Math.max(0, contention));
        Cause transferred = message.bySender(message.moving, alone, SegmentKind.TRANSFER);
        Cause contended = message.bySender(transferred, moved, SegmentKind.CONTENTION);
        message.moving = message.bySender(contended, end, SegmentKind.TIMEOUT);
        message.arrived = message.byReceiver(message.moving, latencyOver, SegmentKind.LATENCY);
    }

    @Override
    public void messageArrives(int communication, double end, double arrival) {
        TracedMessage message = message(communication);
        boolean isOwn = message.sent.message.sender() == message.sent.message.receiver();
        Cause arrived = isOwn ? message.moving : message.arrived;
        message.arrived = message.byReceiver(arrived, arrival, SegmentKind.INTERFACE);
        message.ended = true;
    }
}
