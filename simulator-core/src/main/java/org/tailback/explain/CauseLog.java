package org.tailback.explain;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.observe.Awaited;
import org.tailback.observe.Envelope;
import org.tailback.program.OperationKind;

/**
 * Keeps the chain of causes that leads to the present instant of each rank, progress thread and message. The later of
 * two causes decides: a wait ends because of the last of the awaited ends, and of equal ones because of the first that
 * was reported. O(1) per event.
 */
final class CauseLog extends MessageCauses {
    private final int ranks;
    private final List<Row> rows = new ArrayList<>();
    private final Point last = new Point();
    private int lastRank = -1;

    CauseLog(int ranks, @Nullable MessageCauses before) {
        super(before);
        this.ranks = ranks;
    }

    @Override
    int lastRank() {
        return lastRank;
    }

    @Override
    Point last() {
        return last;
    }

    private Row row(int rank, int thread) {
        int number = thread < 0 ? ranks - 1 - thread : rank;
        while (rows.size() <= number) {
            Row row = new Row();
            row.at.set(origin());
            rows.add(row);
        }
        return rows.get(number);
    }

    @Override
    public void operationEntered(int rank, int thread, long index, OperationKind kind, Envelope envelope, double time) {
        Row row = row(rank, thread);
        begin(row, rank, time);
        row.wait.set(row.at);
        row.operation = kind;
    }

    private void begin(Row row, int rank, double time) {
        if (row.begun) {
            checkReached(row.at, time, rank);
        } else {
            row.begun = true;
            advance(row.at, time, SegmentKind.START, rank, null);
        }
    }

    @Override
    public void operationLeft(int rank, int thread, long index, OperationKind kind, double enter, double leave) {
        Row row = row(rank, thread);
        switch (kind) {
            case COMPUTE -> advance(row.at, leave, SegmentKind.COMPUTE, rank, null);
            case ISEND -> advance(row.at, leave, SegmentKind.SEND_OVERHEAD, rank, row.sent);
            case IPROBE -> advance(row.at, leave, SegmentKind.RECEIVE_OVERHEAD, rank, null);
            default -> {
                row.at.set(row.wait);
                checkReached(row.at, leave, rank);
            }
        }
    }

    @Override
    public void endAwaited(int rank, int thread, int communication, Awaited what, double end, double overhead) {
        Row row = row(rank, thread);
        TracedMessage message = message(communication);
        if (end > row.wait.time) {
            row.wait.set(ended(message, what, end));
            checkReached(row.wait, end, rank);
        }
        advance(row.wait, row.wait.time + overhead, SegmentKind.RECEIVE_OVERHEAD, rank, message.sent);
    }

    @Override
    public void progressThreadStarted(int rank, int thread, int progressThread, int communication, double time) {
        Row row = row(rank, progressThread);
        row.at.set(row(rank, thread).at);
        row.begun = true;
        row.communication = communication;
        message(communication).ended = false;
    }

    @Override
    public void programEnded(int rank, int thread, double time) {
        Row row = row(rank, thread);
        begin(row, rank, time);
        if (thread < 0) {
            TracedMessage progressThread = message(row.communication);
            progressThread.moving.set(row.at);
            progressThread.ended = true;
        } else if (lastRank < 0 || time > last.time || (time == last.time && rank < lastRank)) {
            last.set(row.at);
            lastRank = rank;
        }
    }

    @Override
    void sends(TracedMessage message, int rank, int thread) {
        Row row = row(rank, thread);
        message.sent.operation = row.operation;
        message.posted.set(row.at);
        row.sent = message.sent;
    }

    @Override
    Point receives(int rank, int thread) {
        return row(rank, thread).at;
    }

    /** The state of a rank or of one of its progress threads. */
    private static final class Row {
        /** Instant at which it entered or left its last operation. */
        final Point at = new Point();
        /** Earliest known end of the current operation. */
        final Point wait = new Point();

        boolean begun;
        OperationKind operation = OperationKind.COMPUTE;
        /** The message that represents a progress thread. */
        int communication;

        Cause.@Nullable Sent sent;
    }
}
