package org.tailback.explain;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.observe.Awaited;
import org.tailback.observe.Envelope;
import org.tailback.program.OperationKind;
import org.tailback.schedule.RankSections;
import org.tailback.schedule.Schedule;

/**
 * Keeps the chain of causes that leads to the present instant of each operation, CPU and message of a schedule. An
 * operation becomes ready by the last of those that it waits for; its CPU starts it then, or at the end of the CPU's
 * previous operation. O(1) per event and dependency; memory grows with the operations, 12 bytes each.
 */
final class ScheduleCauseLog extends MessageCauses {
    private final Schedule schedule;
    private final int[] first;
    /** The last segment and the time of readiness, by operation that has not completed. */
    private final @Nullable Cause[] cause;

    private final double[] time;
    private final Point[] cpus;
    private final Point[] finish;
    /** Operation that each rank is posting, by rank; and the operation that received the last message. */
    private final int[] posting;

    private int taking;
    /** Messages that occupy a CPU, or wait for one, by their operation. */
    private final Map<Integer, Cause.Sent> occupying = new HashMap<>();

    /** The end of the last section that occupied a resource, by rank and resource. */
    private final Point[][] freed;

    private final Point scratch = new Point();
    private boolean begun;

    ScheduleCauseLog(Schedule schedule, @Nullable MessageCauses before) {
        super(before);
        this.schedule = schedule;
        int ranks = schedule.ranks();
        first = new int[ranks + 1];
        for (int rank = 0; rank < ranks; rank++) {
            first[rank + 1] = Math.addExact(first[rank], schedule.operations(rank));
        }
        cause = new Cause[first[ranks]];
        time = new double[first[ranks]];
        cpus = points(ranks * schedule.cpus());
        finish = points(ranks);
        posting = new int[ranks];
        freed = new Point[ranks][];
        for (int rank = 0; rank < ranks; rank++) {
            RankSections sections = schedule.sections(rank);
            freed[rank] = points(sections == null ? 0 : sections.resourceCount());
        }
        beginAt(origin());
    }

    private void beginAt(Point start) {
        Arrays.fill(cause, start.cause);
        Arrays.fill(time, start.time);
        Arrays.stream(cpus).forEach(cpu -> cpu.set(start));
        Arrays.stream(finish).forEach(rank -> rank.set(start));
        Arrays.stream(freed).flatMap(Arrays::stream).forEach(resource -> resource.set(start));
    }

    /** Begins the log when the first operation is posted or entered. */
    private void begin(double now) {
        if (!begun) {
            begun = true;
            Point start = origin();
            advance(start, now, SegmentKind.START, 0, null);
            beginAt(start);
        }
    }

    private static Point[] points(int count) {
        Point[] points = new Point[count];
        Arrays.setAll(points, i -> new Point());
        return points;
    }

    @Override
    int lastRank() {
        int last = 0;
        for (int rank = 1; rank < finish.length; rank++) {
            last = finish[rank].time > finish[last].time ? rank : last;
        }
        return last;
    }

    @Override
    Point last() {
        return finish[lastRank()];
    }

    private void raise(int rank, int operation, Point point) {
        int at = first[rank] + operation;
        if (point.time > time[at]) {
            cause[at] = point.cause;
            time[at] = point.time;
        }
    }

    private Point point(int rank, int operation) {
        scratch.cause = cause[first[rank] + operation];
        scratch.time = time[first[rank] + operation];
        return scratch;
    }

    /**
     * Returns the cause of an operation's start: its readiness, or the end of the previous section. A start behind
     * both, by the rounding of ends that are one instant, continues the later one.
     */
    private Point starting(int rank, int operation, double now) {
        Point ready = point(rank, operation);
        RankSections sections = schedule.sections(rank);
        if (ready.time < now && sections != null && sections.beginning(operation) != RankSections.NONE) {
            int kind = sections.kind(sections.beginning(operation));
            for (int i = 0; i < sections.resources(kind); i++) {
                Point before = freed[rank][sections.resource(kind, i)];
                if (before.time > ready.time && before.time <= now) {
                    ready.set(before);
                }
            }
            advance(ready, now, SegmentKind.COMPUTE, rank, null);
        }
        return ready;
    }

    private void started(int rank, int operation, Point point) {
        int successors = schedule.startSuccessors(rank, operation);
        for (int i = 0; i < successors; i++) {
            raise(rank, schedule.startSuccessor(rank, operation, i), point);
        }
    }

    private void completed(int rank, int operation, Point point) {
        int successors = schedule.completionSuccessors(rank, operation);
        for (int i = 0; i < successors; i++) {
            raise(rank, schedule.completionSuccessor(rank, operation, i), point);
        }
        finished(rank, point);
        RankSections sections = schedule.sections(rank);
        if (sections != null && sections.ending(operation) != RankSections.NONE) {
            int kind = sections.kind(sections.ending(operation));
            for (int i = 0; i < sections.resources(kind); i++) {
                freed[rank][sections.resource(kind, i)].set(point);
            }
        }
        cause[first[rank] + operation] = null;
    }

    private void finished(int rank, Point point) {
        if (point.time > finish[rank].time) {
            finish[rank].set(point);
        }
    }

    private Point cpu(int rank, int cpu) {
        return cpus[rank * schedule.cpus() + cpu];
    }

    @Override
    public void receivePosted(int rank, long index, double now) {
        begin(now);
        int operation = (int) index;
        posting[rank] = operation;
        Point ready = starting(rank, operation, now);
        raise(rank, operation, ready);
        checkReached(ready, now, rank);
        started(rank, operation, ready);
    }

    @Override
    public void operationEntered(int rank, int thread, long index, OperationKind kind, Envelope envelope, double now) {
        begin(now);
        if (thread == schedule.cpus()) {
            return; // a receive that occupies no CPU
        }
        int operation = (int) index;
        Point cpu = cpu(rank, thread);
        Point ready = starting(rank, operation, now);
        if (ready.time == now) {
            cpu.set(ready);
        }
        checkReached(cpu, now, rank);
        if (kind != OperationKind.IRECV) {
            posting[rank] = operation;
            started(rank, operation, cpu);
        }
    }

    @Override
    public void operationLeft(int rank, int thread, long index, OperationKind kind, double enter, double leave) {
        if (thread == schedule.cpus()) {
            return;
        }
        int operation = (int) index;
        Point cpu = cpu(rank, thread);
        if (kind == OperationKind.COMPUTE) {
            advance(cpu, leave, SegmentKind.COMPUTE, rank, null);
        } else {
            SegmentKind overhead =
                    kind == OperationKind.IRECV ? SegmentKind.RECEIVE_OVERHEAD : SegmentKind.SEND_OVERHEAD;
            advance(cpu, leave, overhead, rank, occupying.remove(first[rank] + operation));
        }
        if (kind == OperationKind.ISEND) {
            finished(rank, cpu);
        } else {
            completed(rank, operation, cpu);
        }
    }

    @Override
    void sends(TracedMessage message, int rank, int thread) {
        int operation = posting[rank];
        message.sentBy = operation;
        message.posted.set(cpu(rank, schedule.cpu(rank, operation)));
        occupying.put(first[rank] + operation, message.sent);
    }

    @Override
    Point receives(int rank, int thread) {
        return point(rank, posting[rank]);
    }

    @Override
    public void messageTaken(int communication, int receiver, int thread, long index, double now) {
        taking = (int) index;
    }

    @Override
    public void endAwaited(int rank, int thread, int communication, Awaited what, double end, double overhead) {
        TracedMessage message = message(communication);
        Point ended = ended(message, what, end);
        checkReached(ended, end, rank);
        if (what == Awaited.SENT) {
            completed(rank, message.sentBy, ended);
            return;
        }
        raise(rank, taking, ended);
        if (overhead > 0) {
            occupying.put(first[rank] + taking, message.sent);
        } else {
            completed(rank, taking, point(rank, taking));
        }
    }
}
