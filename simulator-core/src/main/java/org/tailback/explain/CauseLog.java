package org.tailback.explain;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.observe.Awaited;
import org.tailback.observe.Observer;
import org.tailback.program.OperationKind;

/**
 * Writes the cause of every instant of ranks, helpers and messages into a window of segments. What was later decides: a
 * wait is left because of the last end that it waited for, and of equal ones because of the first that became known.
 * Numbers of segments are the same in every equal replay. O(1) per event; memory grows with the ranks and the messages
 * between posting and receipt.
 */
final class CauseLog implements Observer {
    private final int ranks;
    private final SegmentWindow window;
    private final List<TracedRow> rows = new ArrayList<>();
    private final List<TracedMessage> messages = new ArrayList<>();
    private final Point last = new Point();
    private final Point scratch = new Point();
    private int lastRank = -1;
    private long started;

    CauseLog(int ranks, SegmentWindow window) {
        this.ranks = ranks;
        this.window = window;
    }

    /** The rank that finishes last, the lowest of several; -1 before one has finished. */
    int lastRank() {
        return lastRank;
    }

    /** The finish of that rank. */
    Point last() {
        return last;
    }

    SegmentWindow window() {
        return window;
    }

    private TracedRow row(int rank, int thread) {
        int number = thread < 0 ? ranks - 1 - thread : rank;
        while (rows.size() <= number) {
            rows.add(new TracedRow());
        }
        return rows.get(number);
    }

    private TracedMessage message(int communication) {
        while (messages.size() <= communication) {
            messages.add(new TracedMessage());
        }
        return messages.get(communication);
    }

    private void advance(Point point, double until, SegmentKind kind, int rank, @Nullable TracedMessage message) {
        if (until > point.time) {
            window.append(point, until, kind, rank, message);
        } else {
            checkReached(point, until, rank);
        }
    }

    private static void checkReached(Point point, double time, int rank) {
        if (point.time != time) {
            throw new IllegalStateException(
                    "the chain of rank " + rank + " has reached " + point.time + " s, the replay " + time + " s");
        }
    }

    // ---- ranks

    @Override
    public void operationEntered(
            int rank,
            int thread,
            long index,
            OperationKind kind,
            int peer,
            int tag,
            int communicator,
            long bytes,
            double time) {
        TracedRow row = row(rank, thread);
        begin(row, rank, time);
        row.wait.set(row.at);
        row.operation = kind;
    }

    private void begin(TracedRow row, int rank, double time) {
        if (row.begun) {
            checkReached(row.at, time, rank);
        } else {
            row.begun = true;
            advance(row.at, time, SegmentKind.START, rank, null);
        }
    }

    @Override
    public void operationLeft(int rank, int thread, long index, OperationKind kind, double enter, double leave) {
        TracedRow row = row(rank, thread);
        switch (kind) {
            case COMPUTE -> advance(row.at, leave, SegmentKind.COMPUTE, rank, null);
            case ISEND -> advance(row.at, leave, SegmentKind.SEND_OVERHEAD, rank, row.sent);
            default -> {
                row.at.set(row.wait);
                checkReached(row.at, leave, rank);
            }
        }
    }

    @Override
    public void endAwaited(int rank, int thread, int communication, Awaited what, double end, double overhead) {
        TracedRow row = row(rank, thread);
        TracedMessage message = message(communication);
        if (end > row.wait.time) {
            row.wait.set(ended(message, what, end));
            checkReached(row.wait, end, rank);
        }
        advance(row.wait, row.wait.time + overhead, SegmentKind.RECEIVE_OVERHEAD, rank, message);
    }

    private Point ended(TracedMessage message, Awaited what, double end) {
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
    public void helperStarted(int rank, int thread, int helper, int communication, double time) {
        TracedRow row = row(rank, helper);
        row.at.set(row(rank, thread).at);
        row.begun = true;
        row.communication = communication;
        message(communication).ended = false;
    }

    @Override
    public void programEnded(int rank, int thread, double time) {
        TracedRow row = row(rank, thread);
        begin(row, rank, time);
        if (thread < 0) {
            TracedMessage helper = message(row.communication);
            helper.moving.set(row.at);
            helper.ended = true;
        } else if (lastRank < 0 || time > last.time || (time == last.time && rank < lastRank)) {
            last.set(row.at);
            lastRank = rank;
        }
    }

    // ---- messages

    @Override
    public void messagePosted(
            int communication,
            int sender,
            int thread,
            int receiver,
            int tag,
            int communicator,
            long bytes,
            double time) {
        TracedRow row = row(sender, thread);
        TracedMessage message = message(communication);
        message.sender = sender;
        message.receiver = receiver;
        message.tag = tag;
        message.bytes = bytes;
        message.serial = -1;
        message.operation = row.operation;
        message.ended = false;
        message.posted.set(row.at);
        row.sent = message;
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
            point.set(row(message.receiver, thread).at);
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
