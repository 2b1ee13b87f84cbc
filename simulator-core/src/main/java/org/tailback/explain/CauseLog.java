package org.tailback.explain;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.observe.Awaited;
import org.tailback.observe.Envelope;
import org.tailback.program.OperationKind;

/**
 * Log of the chain of causes that leads to the present instant of each rank, progress thread and message. The later of
 * two causes is recorded: the last awaited event causes the end of a wait, or the event that is reported first if
 * several are last. O(1) per event.
 */
final class CauseLog extends MessageCauses {
    private final int ranks;
    private final List<Row> rows = new ArrayList<>();
    private Cause last = Cause.ORIGIN;
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
    Cause last() {
        return last;
    }

    private Row row(int rank, int thread) {
        int number = thread < 0 ? ranks - 1 - thread : rank;
        while (rows.size() <= number) {
            rows.add(new Row(origin));
        }
        return rows.get(number);
    }

    @Override
    public void operationEntered(int rank, int thread, long index, OperationKind kind, Envelope envelope, double time) {
        Row row = row(rank, thread);
        row.begin(rank, time);
        row.wait = row.at;
        row.operation = kind;
    }

    @Override
    public void operationLeft(int rank, int thread, long index, OperationKind kind, double enter, double leave) {
        Row row = row(rank, thread);
        row.at = switch (kind) {
            case COMPUTE -> row.at.until(leave, SegmentKind.COMPUTE, rank, null);
            case ISEND -> row.at.until(leave, SegmentKind.SEND_OVERHEAD, rank, row.sent);
            case IPROBE -> row.at.until(leave, SegmentKind.RECEIVE_OVERHEAD, rank, null);
            default -> row.wait.checkedAt(leave, rank);
        };
    }

    @Override
    public void endAwaited(int rank, int thread, int communication, Awaited what, double end, double overhead) {
        Row row = row(rank, thread);
        TracedMessage message = message(communication);
        if (end > row.wait.to()) {
            row.wait = message.ended(what, end).checkedAt(end, rank);
        }
        row.wait = row.wait.until(row.wait.to() + overhead, SegmentKind.RECEIVE_OVERHEAD, rank, message.sent);
    }

    @Override
    public void progressThreadStarted(int rank, int thread, int progressThread, int communication, double time) {
        Row row = row(rank, progressThread);
        row.at = row(rank, thread).at;
        row.begun = true;
        row.communication = communication;
        message(communication).ended = false;
    }

    @Override
    public void programEnded(int rank, int thread, double time) {
        Row row = row(rank, thread);
        row.begin(rank, time);
        if (thread < 0) {
            TracedMessage progressThread = message(row.communication);
            progressThread.moving = row.at;
            progressThread.ended = true;
        } else if (lastRank < 0 || time > last.to() || (time == last.to() && rank < lastRank)) {
            last = row.at;
            lastRank = rank;
        }
    }

    @Override
    void sends(TracedMessage message, int rank, int thread) {
        Row row = row(rank, thread);
        message.sent.operation = row.operation;
        message.posted = row.at;
        row.sent = message.sent;
    }

    @Override
    Cause receives(int rank, int thread) {
        return row(rank, thread).at;
    }

    /** State of a rank or of one of its progress threads. */
    private static final class Row {
        /** Instant at which the thread entered or left its last operation. */
        Cause at;
        /** Earliest known end of the current operation. */
        Cause wait = Cause.ORIGIN;

        boolean begun;
        OperationKind operation = OperationKind.COMPUTE;
        /** Number of the message that represents a progress thread. */
        int communication;

        Cause.@Nullable Sent sent;

        Row(Cause origin) {
            at = origin;
        }

        void begin(int rank, double time) {
            at = begun ? at.checkedAt(time, rank) : at.until(time, SegmentKind.START, rank, null);
            begun = true;
        }
    }
}
