package org.tailback.replay;

import static org.tailback.replay.Communications.RECEIVER_WAITS;
import static org.tailback.replay.Communications.SENDER_WAITS;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.loss.LossModel;
import org.tailback.observe.Awaited;
import org.tailback.observe.Envelope;
import org.tailback.observe.Observer;
import org.tailback.program.OperationKind;
import org.tailback.program.OperationSink;
import org.tailback.program.SendMode;
import org.tailback.schedule.DependencyProgress;
import org.tailback.schedule.OperationList;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.UnfinishedSchedule;
import org.tailback.units.Nanoseconds;

/**
 * Engine of the dependency graphs of all ranks, the hot core of schedules.
 *
 * <p><b>Rules.</b> An operation is ready when all operations on which it depends have completed or started, as
 * declared.
 *
 * <ul>
 *   <li>A calculation of n nanoseconds occupies its CPU for n * 1e-9 s times the platform's compute scale, and then
 *       completes.
 *   <li>A send occupies its CPU for the sender's overhead; it is posted when the overhead begins, and the message
 *       starts as the cost's protocol and the interface's gap allow. The send completes when its sender may continue:
 *       after the overhead if the protocol releases it, otherwise with the transfer.
 *   <li>A receive is posted at once, even if its CPU is busy. When its message has arrived, the receiver's overhead
 *       occupies the CPU, and then the receive completes; without overhead it needs no CPU.
 *   <li>A CPU performs one operation at a time, in the order in which operations become ready; a receive becomes ready
 *       for its CPU when its message arrives. If operations become ready at the same time, sends are first. Receives
 *       start when they are posted, other operations when their CPU begins to perform them.
 * </ul>
 *
 * <p>The first operation of a section ({@link org.tailback.schedule.RankSections}) is held by a {@link SectionGate}
 * until the section may start.
 *
 * <p>Messages match in the order in which they were posted. A rank finishes when its last operation has completed and
 * its CPUs are free. The {@code blocked} time of a rank is the time without calculation until its finish, summed over
 * its CPUs.
 *
 * <p><b>Worked example</b> ({@code ScheduleReplayTest}). One byte takes 1 s when uncontended, the latency is 2 s, and
 * there are no overheads. Rank 0 sends 3 bytes to rank 1, which computes 4 s at the same time and for 1 s after the
 * receive: the message arrives at 3 + 2 = 5 s, rank 1 finishes at 6 s.
 *
 * <p><b>Assumptions.</b> All NICs of a rank share the single interface of its node. A loss model that predicts starts
 * cannot predict them in a schedule. The result has a warning about each assumption that affects it. For LogGOPS
 * itself, where only CPUs and NICs are shared, there is also an exact simulation.
 *
 * <p>All events of one rank at one time are processed in {@link #advance}: ready operations are posted or queued for
 * its CPU, and free CPUs start the first operation in their queue, until no operation can start. Calls from {@link
 * Transfers} only add events.
 *
 * <p>O(1) expected per operation and dependency, O(log pending) per event, excluding the network; no allocation per
 * operation once the arrays have grown.
 */
final class ScheduleEngine extends RankEngine {
    private static final Schedule.Kind[] KINDS = Schedule.Kind.values();
    /** Relative difference up to which two sums of durations count as equal. */
    private static final double SAME_INSTANT = 4e-12;

    private final Schedule schedule;
    private final LossModel loss;
    private final List<String> remarks;
    private final RankStatistics ranks;
    private final DependencyProgress progress;
    private final ScheduleEvents events;
    private final CpuQueues cpus;
    /** Gate that starts sections; null if the schedule has none. */
    private final @Nullable SectionGate gate;
    /** Operations of the rank being advanced that have become ready. */
    private final OperationList ready = new OperationList();
    /** CPUs of the rank being advanced that may have operations to perform. */
    private final OperationList touched = new OperationList();

    private final OperationList forced = new OperationList();
    private int[] sendOperation = new int[64];
    private int[] receiveOperation = new int[64];
    private boolean opened;

    ScheduleEngine(ReplayWorld world, Schedule schedule) {
        super(world, new RankStatistics(world.nodes.length, world.nodes), 64, null);
        loss = world.platform.loss();
        remarks = world.remarks;
        this.schedule = schedule;
        ranks = ranks();
        progress = new DependencyProgress(schedule);
        cpus = new CpuQueues(ranks.count, schedule.cpus());
        events = new ScheduleEvents(times);
        gate = schedule.hasSections() ? new SectionGate(schedule) : null;
    }

    @Override
    void begin(double now) {
        Arrays.fill(ranks.finish, now);
        agenda.arm(now);
    }

    @Override
    boolean isOver() {
        return opened
                && progress.notReady() == 0
                && events.firstTime() == Double.POSITIVE_INFINITY
                && transfers.underWay() == 0
                && (gate == null || gate.isEmpty());
    }

    @Override
    void addWarnings(List<String> ofPlatform, List<String> warnings) {
        warnings.addAll(ofPlatform);
        warnings.addAll(schedule.approximations());
        warnings.addAll(remarks);
        if (gate != null) {
            gate.addWarnings(warnings);
        }
        if (schedule.nics() > 1) {
            warnings.add("The schedule has " + schedule.nics()
                    + " NICs per rank: they share the bandwidth and gap of the interface of the rank's node");
        }
        if (loss.losesMessages()) {
            warnings.add("Loss " + loss.name() + " cannot predict message starts in a schedule and may "
                    + "therefore find fewer losses");
        }
    }

    @Override
    void checkFinished() {
        if (!opened
                || progress.notReady() > 0
                || (gate != null && !gate.isEmpty())
                || transfers.matcher.unmatched() > 0) {
            throw unfinished();
        }
        for (int rank = 0; rank < ranks.count; rank++) {
            double present = schedule.cpus() * (ranks.finish[rank] - started);
            ranks.blocked[rank] = Math.max(0, present - ranks.compute[rank]);
        }
    }

    @Override
    void advance(double now) {
        if (!opened) {
            opened = true;
            for (int rank = 0; rank < ranks.count; rank++) {
                progress.open(rank, ready);
                advance(rank, now);
            }
        }
        advanceAfterEnds(now);
    }

    @Override
    void postingEnded(int posting, double end, double now) {
        int communication = posting >>> 1;
        double date = Math.max(end, now);
        if ((posting & 1) == 0) {
            sentAt(communication, date);
            events.add(
                    ScheduleEvents.COMPLETED,
                    communications.sender[communication],
                    sendOperation[communication],
                    date,
                    0);
        } else {
            int rank = communications.receiver[communication];
            double overhead = overheads.receive(communications, communication);
            taken(communication, rank, receiveOperation[communication], date, overhead, now);
            events.add(
                    overhead > 0 ? ScheduleEvents.ARRIVED : ScheduleEvents.COMPLETED,
                    rank,
                    receiveOperation[communication],
                    date,
                    overhead);
        }
        transfers.release(posting);
    }

    @Override
    void advanceAfterEnds(double now) {
        boolean moved;
        do {
            while (events.firstTime() <= now) {
                int event = events.take();
                int rank = events.rank(event);
                int operation = events.operation(event);
                switch (events.kind(event)) {
                    case ScheduleEvents.CPU_FREE -> cpuFree(rank, operation, events.seconds(event), now);
                    case ScheduleEvents.ARRIVED -> queue(rank, operation, events.seconds(event));
                    default -> completeMessage(rank, operation, now);
                }
                advance(rank, now);
            }
            moved = gate != null && startSections(gate, now);
        } while (moved);
    }

    /**
     * Starts sections when all events of this instant are known. Ends that differ only by rounding belong to the same
     * instant. Returns true if a section has started.
     */
    private boolean startSections(SectionGate opened, double now) {
        OperationList touched = opened.touched();
        if (!touched.isEmpty() && events.firstTime() <= now + SAME_INSTANT * Math.max(1e-3, now)) {
            return false;
        }
        boolean started = false;
        // the list may grow while its ranks are processed
        for (int i = 0; i < touched.size(); i++) {
            int rank = touched.get(i);
            for (int first = opened.next(rank, now); first >= 0; first = opened.next(rank, now)) {
                startSection(rank, first, now);
                started = true;
            }
        }
        opened.clearTouched();
        if (started || opened.isEmpty() || events.firstTime() < Double.POSITIVE_INFINITY || transfers.underWay() > 0) {
            return started;
        }
        forced.clear();
        int rank = opened.force(forced, now);
        startSection(rank, forced.get(0), now);
        return true;
    }

    private void startSection(int rank, int operation, double now) {
        post(rank, operation, schedule.kind(rank, operation), now);
        advance(rank, now);
    }

    private void cpuFree(int rank, int operation, double begin, double now) {
        int cpu = cpus.number(rank, schedule.cpu(rank, operation));
        cpus.setBusy(cpu, false);
        touched.add(cpu);
        Schedule.Kind kind = schedule.kind(rank, operation);
        leave(rank, operation, kind, begin, now);
        if (kind == Schedule.Kind.SEND) {
            ranks.finish[rank] = Math.max(ranks.finish[rank], now);
        } else {
            complete(rank, operation, now);
        }
    }

    private static OperationKind observed(Schedule.Kind kind) {
        return switch (kind) {
            case SEND -> OperationKind.ISEND;
            case RECEIVE -> OperationKind.IRECV;
            case CALCULATION -> OperationKind.COMPUTE;
        };
    }

    /** Posts or queues the ready operations, and starts the next operation on every touched CPU that is free. */
    private void advance(int rank, double now) {
        int taken = 0;
        int looked = 0;
        while (taken < ready.size() || looked < touched.size()) {
            int until = ready.size();
            for (Schedule.Kind kind : KINDS) {
                for (int i = taken; i < until; i++) {
                    if (schedule.kind(rank, ready.get(i)) == kind) {
                        begin(rank, ready.get(i), kind, now);
                    }
                }
            }
            taken = until;
            while (taken == ready.size() && looked < touched.size()) {
                int cpu = touched.get(looked);
                if (cpus.isBusy(cpu) || cpus.isEmpty(cpu)) {
                    looked++;
                } else {
                    run(rank, cpu, now);
                }
            }
        }
        ready.clear();
        touched.clear();
    }

    /** Posts a receive that is ready; queues other operations for their CPU. */
    private void begin(int rank, int operation, Schedule.Kind kind, double now) {
        if (gate == null || !gate.holds(rank, operation)) {
            post(rank, operation, kind, now);
        }
    }

    private void post(int rank, int operation, Schedule.Kind kind, double now) {
        if (kind == Schedule.Kind.RECEIVE) {
            postReceive(rank, operation, now);
        } else {
            queue(rank, operation, 0);
        }
    }

    private void queue(int rank, int operation, double overhead) {
        int cpu = cpus.number(rank, schedule.cpu(rank, operation));
        cpus.append(cpu, operation, overhead);
        touched.add(cpu);
    }

    /** Starts the first operation in the queue of a free CPU. */
    private void run(int rank, int cpu, double now) {
        int operation = cpus.firstOperation(cpu);
        double overhead = cpus.firstOverhead(cpu);
        cpus.removeFirst(cpu);
        switch (schedule.kind(rank, operation)) {
            case SEND -> {
                double duration =
                        overheads.isend(rank, schedule.peer(rank, operation), size(rank, operation), SendMode.STANDARD);
                boolean busy = occupy(cpu, rank, operation, now, duration);
                progress.started(rank, operation, ready);
                postSend(rank, operation, now, now + duration);
                if (!busy) {
                    leave(rank, operation, Schedule.Kind.SEND, now, now);
                }
            }
            case RECEIVE -> {
                if (!occupy(cpu, rank, operation, now, overhead)) {
                    leave(rank, operation, Schedule.Kind.RECEIVE, now, now);
                    complete(rank, operation, now);
                }
            }
            case CALCULATION -> {
                double duration = Nanoseconds.toSeconds(schedule.size(rank, operation)) * computeScale;
                ranks.compute[rank] += duration;
                progress.started(rank, operation, ready);
                if (!occupy(cpu, rank, operation, now, duration)) {
                    leave(rank, operation, Schedule.Kind.CALCULATION, now, now);
                    complete(rank, operation, now);
                }
            }
        }
    }

    /** Occupies a CPU with an operation. Returns false if the operation takes no time. */
    private boolean occupy(int cpu, int rank, int operation, double now, double duration) {
        double end = now + duration;
        if (observer != null) {
            enter(observer, rank, schedule.cpu(rank, operation), operation, now);
        }
        if (end > now) {
            cpus.setBusy(cpu, true);
            events.add(ScheduleEvents.CPU_FREE, rank, operation, end, now);
            return true;
        }
        return false;
    }

    private void postSend(int rank, int operation, double now, double readyDate) {
        int tag = schedule.tag(rank, operation);
        if (tag == Schedule.ANY) {
            throw problem(rank, operation, "a send needs a specific tag, found any tag");
        }
        int receiver = peer(rank, operation);
        long bytes = size(rank, operation);
        int posting = transfers.postSend(
                rank, receiver, matchedTag(tag), OperationSink.WORLD, bytes, SendMode.STANDARD, now, readyDate);
        int communication = posting >>> 1;
        sendOperation = Columns.fit(sendOperation, communication);
        sendOperation[communication] = operation;
        double end = transfers.knownEnd(posting);
        if (end == Double.POSITIVE_INFINITY) {
            communications.mark(communication, SENDER_WAITS);
        } else {
            sentAt(communication, end);
            completeAt(rank, operation, end, now);
            transfers.release(posting);
        }
    }

    /** Handles the time at which the sender may continue, when it becomes known. */
    private void sentAt(int communication, double end) {
        if (observer != null) {
            int sender = communications.sender[communication];
            int thread = schedule.cpu(sender, sendOperation[communication]);
            observer.endAwaited(sender, thread, communication, Awaited.SENT, end, 0);
        }
    }

    private void postReceive(int rank, int operation, double now) {
        if (observer != null) {
            observer.receivePosted(rank, operation, now);
        }
        progress.started(rank, operation, ready);
        int source = schedule.peer(rank, operation);
        int from = source == Schedule.ANY ? OperationSink.ANY_SOURCE : peer(rank, operation);
        int tag = matchedTag(schedule.tag(rank, operation));
        int posting = transfers.postReceive(rank, from, tag, OperationSink.WORLD, OperationSink.ANY_SIZE, now);
        int communication = posting >>> 1;
        receiveOperation = Columns.fit(receiveOperation, communication);
        receiveOperation[communication] = operation;
        double end = transfers.knownEnd(posting);
        if (end == Double.POSITIVE_INFINITY) {
            communications.mark(communication, RECEIVER_WAITS);
            return;
        }
        double overhead = overheads.receive(communications, communication);
        taken(communication, rank, operation, end, overhead, now);
        if (overhead == 0) {
            completeAt(rank, operation, end, now);
        } else if (end <= now) {
            queue(rank, operation, overhead);
        } else {
            events.add(ScheduleEvents.ARRIVED, rank, operation, end, overhead);
        }
        transfers.release(posting);
    }

    private void completeAt(int rank, int operation, double date, double now) {
        if (date <= now) {
            completeMessage(rank, operation, now);
        } else {
            events.add(ScheduleEvents.COMPLETED, rank, operation, date, 0);
        }
    }

    private void enter(Observer told, int rank, int thread, int operation, double now) {
        Schedule.Kind kind = schedule.kind(rank, operation);
        Envelope envelope = kind == Schedule.Kind.CALCULATION
                ? new Envelope(0, 0, OperationSink.WORLD, 0)
                : new Envelope(
                        schedule.peer(rank, operation),
                        matchedTag(schedule.tag(rank, operation)),
                        OperationSink.WORLD,
                        schedule.size(rank, operation));
        told.operationEntered(rank, thread, operation, observed(kind), envelope, now);
    }

    private void leave(int rank, int operation, Schedule.Kind kind, double begin, double now) {
        if (observer != null) {
            observer.operationLeft(rank, schedule.cpu(rank, operation), operation, observed(kind), begin, now);
        }
    }

    /** Handles a receive that a message has matched; a receive without overhead occupies no CPU. */
    private void taken(int communication, int rank, int operation, double end, double overhead, double now) {
        if (observer != null) {
            int thread = overhead == 0 ? schedule.cpus() : schedule.cpu(rank, operation);
            observer.messageTaken(communication, rank, thread, operation, now);
            observer.endAwaited(rank, thread, communication, Awaited.RECEIVED, end, overhead);
        }
    }

    private void completeMessage(int rank, int operation, double now) {
        if (observer != null && schedule.kind(rank, operation) == Schedule.Kind.RECEIVE) {
            tellReceived(observer, rank, operation, now);
        }
        complete(rank, operation, now);
    }

    /** Notifies the observer of a receive without overhead, which occupies no CPU. */
    private void tellReceived(Observer told, int rank, int operation, double now) {
        enter(told, rank, schedule.cpus(), operation, now);
        told.operationLeft(rank, schedule.cpus(), operation, OperationKind.IRECV, now, now);
    }

    private void complete(int rank, int operation, double now) {
        ranks.finish[rank] = Math.max(ranks.finish[rank], now);
        progress.completed(rank, operation, ready);
        if (gate != null) {
            gate.completed(rank, operation, now);
        }
    }

    /** Converts a schedule's tag (any int except -1, the wildcard) to a replay's tag (any int except the smallest). */
    private static int matchedTag(int tag) {
        return tag == Schedule.ANY ? OperationSink.ANY_TAG : tag == OperationSink.ANY_TAG ? Schedule.ANY : tag;
    }

    private long size(int rank, int operation) {
        long size = schedule.size(rank, operation);
        if (size < 0) {
            throw problem(rank, operation, "a message of " + Long.toUnsignedString(size) + " B is too large");
        }
        return size;
    }

    private int peer(int rank, int operation) {
        int peer = schedule.peer(rank, operation);
        if (peer < 0 || peer >= ranks.count) {
            throw problem(
                    rank, operation, "names rank " + peer + ", but the schedule has ranks 0 to " + (ranks.count - 1));
        }
        return peer;
    }

    private InputException problem(int rank, int operation, String problem) {
        String place = schedule.placeOf(rank, operation);
        return InputException.at(
                place.isEmpty() ? "rank " + rank + ", operation " + operation : place, problem, "Check the schedule");
    }

    private UnfinishedProgramException unfinished() {
        UnfinishedSchedule unfinished = new UnfinishedSchedule(schedule, progress);
        for (int communication : transfers.matcher.unmatchedEntries()) {
            if (communications.has(communication, Communications.SEND_POSTED)) {
                unfinished.messageWithoutReceive(
                        communications.receiver[communication],
                        communications.sender[communication],
                        sendOperation[communication]);
            } else {
                unfinished.receiveWithoutMessage(
                        communications.receiver[communication], receiveOperation[communication]);
            }
        }
        return unfinished.exception();
    }
}
