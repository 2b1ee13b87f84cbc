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
 * Log of the chain of causes that leads to the present instant of each operation, CPU and message of a schedule. An
 * operation becomes ready when its last predecessor completes; its CPU starts it at that time, or at the end of the
 * CPU's previous operation. O(1) per event and dependency; memory grows with the operations, 4 bytes each.
 */
final class ScheduleCauseLog extends MessageCauses {
    private final Schedule schedule;
    private final int[] first;
    /** Instant at which an operation that has not completed became ready, by operation. */
    private final Cause[] ready;

    private final Cause[][] cpus;
    private final Cause[] finish;
    /** Operation that each rank is posting, by rank; and the operation that received the last message. */
    private final int[] posting;

    private int taking;
    /** Messages that occupy a CPU, or wait for one, by their operation. */
    private final Map<Integer, Cause.Sent> occupying = new HashMap<>();

    /** End of the last section that occupied a resource, by rank and resource. */
    private final Cause[][] freed;

    private boolean begun;

    ScheduleCauseLog(Schedule schedule, @Nullable MessageCauses before) {
        super(before);
        this.schedule = schedule;
        int ranks = schedule.ranks();
        first = new int[ranks + 1];
        freed = new Cause[ranks][];
        for (int rank = 0; rank < ranks; rank++) {
            first[rank + 1] = Math.addExact(first[rank], schedule.operations(rank));
            RankSections sections = schedule.sections(rank);
            freed[rank] = new Cause[sections == null ? 0 : sections.resourceCount()];
        }
        ready = new Cause[first[ranks]];
        cpus = new Cause[ranks][schedule.cpus()];
        finish = new Cause[ranks];
        posting = new int[ranks];
        beginAt(origin);
    }

    private void beginAt(Cause start) {
        Arrays.fill(ready, start);
        Arrays.fill(finish, start);
        for (int rank = 0; rank < finish.length; rank++) {
            Arrays.fill(cpus[rank], start);
            Arrays.fill(freed[rank], start);
        }
    }

    /** Begins the log when the first operation is posted or entered. */
    private void begin(double now) {
        if (!begun) {
            begun = true;
            beginAt(origin.until(now, SegmentKind.START, 0, null));
        }
    }

    @Override
    int lastRank() {
        int last = 0;
        for (int rank = 1; rank < finish.length; rank++) {
            last = finish[rank].to() > finish[last].to() ? rank : last;
        }
        return last;
    }

    @Override
    Cause last() {
        return finish[lastRank()];
    }

    private static void raise(Cause[] instants, int index, Cause reached) {
        if (reached.to() > instants[index].to()) {
            instants[index] = reached;
        }
    }

    /**
     * Returns the cause of an operation's start: its readiness, or the end of the previous section. A start after both,
     * due to the rounding of ends at one instant, continues the later cause.
     */
    private Cause starting(int rank, int operation, double now) {
        Cause start = ready[first[rank] + operation];
        RankSections sections = schedule.sections(rank);
        if (start.to() < now && sections != null && sections.beginning(operation) != RankSections.NONE) {
            for (int resource : resources(sections, sections.beginning(operation))) {
                Cause before = freed[rank][resource];
                start = before.to() > start.to() && before.to() <= now ? before : start;
            }
            start = start.until(now, SegmentKind.COMPUTE, rank, null);
        }
        return start;
    }

    private static int[] resources(RankSections sections, int section) {
        return sections.resources(sections.section(section).kind());
    }

    private void started(int rank, int operation, Cause start) {
        int successors = schedule.startSuccessors(rank, operation);
        for (int i = 0; i < successors; i++) {
            raise(ready, first[rank] + schedule.startSuccessor(rank, operation, i), start);
        }
    }

    private void completed(int rank, int operation, Cause end) {
        int successors = schedule.completionSuccessors(rank, operation);
        for (int i = 0; i < successors; i++) {
            raise(ready, first[rank] + schedule.completionSuccessor(rank, operation, i), end);
        }
        raise(finish, rank, end);
        RankSections sections = schedule.sections(rank);
        if (sections != null && sections.ending(operation) != RankSections.NONE) {
            for (int resource : resources(sections, sections.ending(operation))) {
                freed[rank][resource] = end;
            }
        }
        ready[first[rank] + operation] = Cause.ORIGIN;
    }

    @Override
    public void receivePosted(int rank, long index, double now) {
        begin(now);
        int operation = (int) index;
        posting[rank] = operation;
        Cause start = starting(rank, operation, now);
        raise(ready, first[rank] + operation, start);
        started(rank, operation, start.checkedAt(now, rank));
    }

    @Override
    public void operationEntered(int rank, int thread, long index, OperationKind kind, Envelope envelope, double now) {
        begin(now);
        if (thread == schedule.cpus()) {
            return; // a receive that occupies no CPU
        }
        int operation = (int) index;
        Cause start = starting(rank, operation, now);
        Cause cpu = start.to() == now ? start : cpus[rank][thread].checkedAt(now, rank);
        cpus[rank][thread] = cpu;
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
        SegmentKind segment = switch (kind) {
            case COMPUTE -> SegmentKind.COMPUTE;
            case IRECV -> SegmentKind.RECEIVE_OVERHEAD;
            default -> SegmentKind.SEND_OVERHEAD;
        };
        Cause.Sent sent = kind == OperationKind.COMPUTE ? null : occupying.remove(first[rank] + operation);
        Cause end = cpus[rank][thread].until(leave, segment, rank, sent);
        cpus[rank][thread] = end;
        if (kind == OperationKind.ISEND) {
            raise(finish, rank, end);
        } else {
            completed(rank, operation, end);
        }
    }

    @Override
    void sends(TracedMessage message, int rank, int thread) {
        int operation = posting[rank];
        message.sentBy = operation;
        message.posted = cpus[rank][schedule.cpu(rank, operation)];
        occupying.put(first[rank] + operation, message.sent);
    }

    @Override
    Cause receives(int rank, int thread) {
        return ready[first[rank] + posting[rank]];
    }

    @Override
    public void messageTaken(int communication, int receiver, int thread, long index, double now) {
        taking = (int) index;
    }

    @Override
    public void endAwaited(int rank, int thread, int communication, Awaited what, double end, double overhead) {
        TracedMessage message = message(communication);
        Cause ended = message.ended(what, end).checkedAt(end, rank);
        if (what == Awaited.SENT) {
            completed(rank, message.sentBy, ended);
            return;
        }
        int receive = first[rank] + taking;
        raise(ready, receive, ended);
        if (overhead > 0) {
            occupying.put(receive, message.sent);
        } else {
            completed(rank, taking, ready[receive]);
        }
    }
}
