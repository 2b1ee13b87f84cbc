package org.tailback.model.loggops;

import java.util.concurrent.CancellationException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.schedule.DependencyProgress;
import org.tailback.schedule.OperationList;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.ScheduleTotals;
import org.tailback.schedule.UnfinishedSchedule;

/**
 * Engine of one run of a schedule under LogGOPS. The rules are in {@link LogGopsSimulation}; the engine applies them
 * without repeated visits to waiting elements.
 *
 * <p><b>Waiting lines.</b> By the rules, an element whose CPU or NIC is busy returns to the queue at the time r at
 * which these resources become free, and keeps its stamp. When n elements wait for the same resources, all except one
 * move in every round: n^2 / 2 moves. Assume that r never decreases. Then every element that waits for the same
 * resources is in the queue at a time not above r, and elements below r are moved up to r before time reaches r. The
 * next element to be served is therefore the element with the smallest stamp, at the first time that equals r when the
 * element is selected. Hence only the first element of each line, in order of stamps, has to be in the queue. After its
 * removal, the next element enters at the current r. Sends and calculations join their line when they become ready
 * (with the largest stamp so far), and messages join when the receiver is busy. A message that would have to overtake
 * another message in the line stays outside and is moved by the rules.
 *
 * <p>r decreases only if a time wraps modulo 2^64 or a message of 0 bytes has a negative cost (G > g or O > o). In this
 * case the run stops, {@link #run} returns false, and a run without lines computes the result.
 *
 * <p><b>Roots.</b> All operations without dependencies are ready at time 0, with smaller stamps than all other
 * elements, in order of ranks. Ranks are initialised one after the other. The operations of each rank at time 0 are
 * processed before the next rank is initialised.
 */
final class LogGopsEngine {
    private final Schedule schedule;
    private final LogGops parameters;
    private final int cpus;
    private final int nics;
    private final boolean withLines;

    private final long[] cpuFree;
    private final long[] sendFree;
    private final long[] receiveFree;
    private final Elements elements = new Elements();
    private final EventQueue queue = new EventQueue();
    private final MatchQueue posted;
    private final MatchQueue unexpected;
    private final DependencyProgress progress;
    private final ScheduleTotals totals;
    private final WaitingLines sendLines;
    private final WaitingLines messageLines;
    private final WaitingLines calculationLines;
    private int[] kindsAndPorts = new int[16];
    private final OperationList ready = new OperationList();
    private final OperationList readyAtSender = new OperationList();

    private long stamp;
    private long lostCompletions;
    private long repeatedCompletions;
    private boolean ranBackwards;

    LogGopsEngine(Schedule schedule, LogGops parameters, boolean withLines) {
        this.schedule = schedule;
        this.withLines = withLines;
        this.parameters = parameters;
        cpus = schedule.cpus();
        nics = schedule.nics();
        int ranks = schedule.ranks();
        progress = new DependencyProgress(schedule);
        totals = new ScheduleTotals(ranks);
        cpuFree = new long[Math.multiplyExact(ranks, cpus)];
        sendFree = new long[Math.multiplyExact(ranks, nics)];
        receiveFree = new long[Math.multiplyExact(ranks, nics)];
        posted = new MatchQueue(ranks, schedule::peer, schedule::tag);
        unexpected = new MatchQueue(ranks, schedule::peer, schedule::tag);
        int lines = withLines ? Math.multiplyExact(Math.multiplyExact(ranks, cpus), nics) : 0;
        sendLines = new WaitingLines(elements, lines);
        messageLines = new WaitingLines(elements, lines);
        calculationLines = new WaitingLines(elements, withLines ? ranks * cpus : 0);
    }

    /** Runs the schedule to its end; returns false if a run without lines is necessary. */
    boolean run() {
        long rootStamp = 0;
        stamp = schedule.operations();
        for (int rank = 0; rank < schedule.ranks() && !ranBackwards; rank++) {
            progress.open(rank, ready);
            rootStamp = enqueue(rank, ready, rootStamp);
            work(true, Elements.smallestKey(rootStamp));
        }
        work(false, Long.MAX_VALUE);
        return !ranBackwards;
    }

    /**
     * Returns the result of the run.
     *
     * @throws org.tailback.error.UnfinishedProgramException if an operation did not run or has no partner
     */
    LogGopsResult result() {
        if (posted.size() > 0 || unexpected.size() > 0 || progress.notReady() > 0) {
            throw unfinished();
        }
        long[] finish = cpuFree;
        if (cpus > 1) {
            finish = new long[schedule.ranks()];
            for (int i = 0; i < cpuFree.length; i++) {
                finish[i / cpus] = later(finish[i / cpus], cpuFree[i]);
            }
        }
        return new LogGopsResult(finish, totals, lostCompletions, repeatedCompletions);
    }

    private UnfinishedProgramException unfinished() {
        UnfinishedSchedule unfinished = new UnfinishedSchedule(schedule, progress);
        for (int rank = 0; rank < schedule.ranks(); rank++) {
            posted.separate(rank);
            for (int entry = posted.first(rank); entry != MatchQueue.NONE; entry = posted.next(entry)) {
                unfinished.receiveWithoutMessage(rank, posted.payload(entry));
            }
            for (int entry = unexpected.first(rank); entry != MatchQueue.NONE; entry = unexpected.next(entry)) {
                unfinished.messageWithoutReceive(rank, unexpected.source(entry), unexpected.payload(entry));
            }
        }
        if (lostCompletions > 0) {
            unfinished.remark("The size of a late receive decides whether the sender is notified: " + lostCompletions
                    + (lostCompletions == 1 ? " send" : " sends") + " of more than " + parameters.eagerLimit()
                    + " B matched a late receive declared with less and never completed; "
                    + "declare both with the same size");
        }
        return unfinished.exception();
    }

    private void work(boolean atTimeZero, long keyLimit) {
        while (!ranBackwards && queue.select()) {
            long time = queue.time();
            long key = queue.key();
            if (atTimeZero && (time != 0 || key >= keyLimit)) {
                return;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException("the thread of the simulation was interrupted");
            }
            queue.remove();
            int element = Elements.ofKey(key);
            switch (elements.kind(element)) {
                case Elements.SEND -> send(element, time);
                case Elements.RECEIVE -> receive(element, time);
                case Elements.CALCULATION -> calculate(element, time);
                default -> arrive(element, time);
            }
        }
    }

    private void calculate(int element, long time) {
        int rank = elements.rank[element];
        int cpu = rank * cpus + elements.cpu(element);
        if (isAfter(cpuFree[cpu], time)) {
            queue.push(cpuFree[cpu], elements.key(element));
            return;
        }
        int operation = elements.operation[element];
        long duration = schedule.size(rank, operation);
        totals.calculation(rank, duration);
        cpuFree[cpu] = notBefore(time, time + duration);
        pushNext(nextInLine(calculationLines, cpu, element), cpuFree[cpu]);
        progress.started(rank, operation, ready);
        progress.completed(rank, operation, ready);
        stamp = enqueue(rank, ready, stamp);
    }

    private void send(int element, long time) {
        int rank = elements.rank[element];
        int cpuIndex = elements.cpu(element);
        int nicIndex = elements.nic(element);
        int cpu = rank * cpus + cpuIndex;
        int nic = rank * nics + nicIndex;
        long free = later(cpuFree[cpu], sendFree[nic]);
        if (isAfter(free, time)) {
            queue.push(free, elements.key(element));
            return;
        }
        int operation = elements.operation[element];
        long bytes = schedule.size(rank, operation);
        long overhead = parameters.overhead() + (bytes - 1) * parameters.overheadPerByte();
        cpuFree[cpu] = notBefore(time, time + overhead);
        sendFree[nic] = notBefore(time, time + gap(bytes));
        int line = line(rank, cpuIndex, nicIndex);
        pushNext(nextInLine(sendLines, line, element), later(cpuFree[cpu], sendFree[nic]));
        totals.send(rank, bytes);
        int message = elements.makeMessage(
                Elements.kindAndPorts(Elements.MESSAGE, cpuIndex, nicIndex),
                schedule.peer(rank, operation),
                operation,
                stamp++,
                rank,
                schedule.tag(rank, operation),
                bytes);
        queue.push(notBefore(time, time + parameters.overhead() + parameters.latency()), elements.key(message));

        progress.started(rank, operation, ready);
        if (isEager(bytes)) {
            progress.completed(rank, operation, ready);
        }
        stamp = enqueue(rank, ready, stamp);
    }

    private void receive(int element, long time) {
        if (elements.tagOrCount[element] > 1 && onlyPosts(element)) {
            posted.addRun(
                    elements.rank[element],
                    elements.operation[element],
                    elements.sourceOrStride[element],
                    elements.tagOrCount[element]);
            elements.release(element);
            return;
        }
        do {
            receiveOne(element, time);
            if (!elements.advance(element)) {
                elements.release(element);
                return;
            }
        } while (isNext(element, time));
        queue.push(time, elements.key(element));
    }

    /**
     * Returns whether all receives of a run are posted without a match and no operation waits for their start. The cost
     * is O(receives of the run).
     */
    private boolean onlyPosts(int run) {
        int rank = elements.rank[run];
        if (unexpected.first(rank) != MatchQueue.NONE) {
            return false;
        }
        int operation = elements.operation[run];
        for (int i = elements.tagOrCount[run]; i > 0; i--) {
            if (schedule.startSuccessors(rank, operation) > 0) {
                return false;
            }
            operation += elements.sourceOrStride[run];
        }
        return true;
    }

    /** Returns whether no element in the queue precedes an element at a time. */
    private boolean isNext(int element, long time) {
        if (!queue.select()) {
            return true;
        }
        int order = Long.compareUnsigned(time, queue.time());
        return order < 0 || (order == 0 && elements.key(element) < queue.key());
    }

    private void receiveOne(int element, long time) {
        int rank = elements.rank[element];
        int operation = elements.operation[element];
        progress.started(rank, operation, ready);
        int source = schedule.peer(rank, operation);
        int tag = schedule.tag(rank, operation);
        if (!unexpected.take(rank, source, tag)) {
            posted.add(rank, source, tag, operation);
            stamp = enqueue(rank, ready, stamp);
            return;
        }
        int sender = unexpected.takenSource();
        int send = unexpected.takenPayload();
        boolean senderWaits = !isEager(schedule.size(sender, send));
        if (isEager(schedule.size(rank, operation))) {
            lostCompletions += senderWaits ? 1 : 0;
            complete(rank, operation);
        } else {
            repeatedCompletions += senderWaits ? 0 : 1;
            completeBoth(rank, operation, sender, send, elements.cpu(element), elements.nic(element), time);
        }
    }

    private void arrive(int element, long time) {
        int rank = elements.rank[element];
        int cpuIndex = elements.cpu(element);
        int nicIndex = elements.nic(element);
        int cpu = rank * cpus + cpuIndex;
        int nic = rank * nics + nicIndex;
        long free = later(cpuFree[cpu], receiveFree[nic]);
        boolean isAlone = elements.next[element] == Elements.ALONE;
        if (isAfter(free, time)) {
            int line = line(rank, cpuIndex, nicIndex);
            boolean joins = isAlone && withLines && messageLines.mayJoin(line, element);
            if (!joins || messageLines.join(line, element)) {
                queue.push(free, elements.key(element));
            }
            return;
        }
        long bytes = elements.bytes[element];
        long busy = later((bytes - 1) * parameters.overheadPerByte(), (bytes - 1) * parameters.gapPerByte());
        cpuFree[cpu] = notBefore(time, time + parameters.overhead() + busy);
        receiveFree[nic] = notBefore(time, time + gap(bytes));
        if (!isAlone) {
            int next = messageLines.leave(line(rank, cpuIndex, nicIndex), element);
            pushNext(next, later(cpuFree[cpu], receiveFree[nic]));
        }
        int sender = elements.sourceOrStride[element];
        int send = elements.operation[element];
        int tag = elements.tagOrCount[element];
        elements.release(element);

        if (!posted.take(rank, sender, tag)) {
            unexpected.add(rank, sender, tag, send);
            return;
        }
        if (isEager(bytes)) {
            complete(rank, posted.takenPayload());
        } else {
            completeBoth(rank, posted.takenPayload(), sender, send, cpuIndex, nicIndex, time);
        }
    }

    private void complete(int receiver, int receive) {
        progress.completed(receiver, receive, ready);
        stamp = enqueue(receiver, ready, stamp);
    }

    /** Completes a rendezvous send and its receive together; if they are on one rank, the send completes first. */
    private void completeBoth(int receiver, int receive, int sender, int send, int cpuIndex, int nicIndex, long time) {
        int cpu = sender * cpus + cpuIndex;
        int nic = sender * nics + nicIndex;
        cpuFree[cpu] = later(cpuFree[cpu], time);
        sendFree[nic] = later(sendFree[nic], time);
        if (sender == receiver) {
            progress.completed(sender, send, ready);
            complete(receiver, receive);
            return;
        }
        progress.completed(sender, send, readyAtSender);
        if (sender < receiver) {
            stamp = enqueue(sender, readyAtSender, stamp);
            complete(receiver, receive);
        } else {
            complete(receiver, receive);
            stamp = enqueue(sender, readyAtSender, stamp);
        }
    }

    /**
     * Assigns stamps to all operations of a list: first to sends, then to receives, then to calculations. Empties the
     * list.
     */
    private long enqueue(int rank, OperationList list, long firstStamp) {
        int count = list.size();
        if (count == 0) {
            return firstStamp;
        }
        if (kindsAndPorts.length < count) {
            kindsAndPorts = new int[Math.max(count, 2 * kindsAndPorts.length)];
        }
        for (int i = 0; i < count; i++) {
            kindsAndPorts[i] = kindAndPorts(rank, list.get(i));
        }
        long next = firstStamp;
        for (int kind = Elements.SEND; kind <= Elements.CALCULATION; kind++) {
            int run = Elements.ALONE;
            for (int i = 0; i < count; i++) {
                int kindAndPorts = kindsAndPorts[i];
                if ((kindAndPorts & 0xff) == kind) {
                    int operation = list.get(i);
                    if (run == Elements.ALONE || !withLines || !elements.extend(run, kindAndPorts, operation)) {
                        push(rank, run);
                        run = elements.makeOperation(kindAndPorts, rank, operation, next);
                    }
                    next++;
                }
            }
            push(rank, run);
        }
        list.clear();
        return next;
    }

    private int kindAndPorts(int rank, int operation) {
        int cpuIndex = cpus == 1 ? 0 : schedule.cpu(rank, operation);
        int nicIndex = nics == 1 ? 0 : schedule.nic(rank, operation);
        return Elements.kindAndPorts(schedule.kind(rank, operation).ordinal(), cpuIndex, nicIndex);
    }

    /** Puts a run of newly ready operations into its line or the queue. */
    private void push(int rank, int run) {
        if (run == Elements.ALONE) {
            return;
        }
        int cpuIndex = elements.cpu(run);
        int nicIndex = elements.nic(run);
        long free = cpuFree[rank * cpus + cpuIndex];
        boolean isFirst = true;
        switch (elements.kind(run)) {
            case Elements.SEND -> {
                free = later(free, sendFree[rank * nics + nicIndex]);
                isFirst = !withLines || sendLines.join(line(rank, cpuIndex, nicIndex), run);
            }
            case Elements.CALCULATION -> isFirst = !withLines || calculationLines.join(rank * cpus + cpuIndex, run);
            default -> {}
        }
        if (isFirst) {
            queue.push(free, elements.key(run));
        }
    }

    /** Puts the first element of a line, unless it is ALONE, into the queue. */
    private void pushNext(int first, long time) {
        if (first != Elements.ALONE) {
            queue.push(time, elements.key(first));
        }
    }

    /** Removes the first operation of a line after its completion; returns the new first element, or ALONE. */
    private int nextInLine(WaitingLines lines, int line, int element) {
        if (elements.advance(element)) {
            return element;
        }
        int next = withLines ? lines.leave(line, element) : Elements.ALONE;
        elements.release(element);
        return next;
    }

    private int line(int rank, int cpuIndex, int nicIndex) {
        return (rank * cpus + cpuIndex) * nics + nicIndex;
    }

    /** Returns the time between a message and the next message at an interface. */
    private long gap(long bytes) {
        return parameters.gap() + (bytes - 1) * parameters.gapPerByte();
    }

    private boolean isEager(long bytes) {
        return Long.compareUnsigned(bytes, parameters.eagerLimit()) <= 0;
    }

    private long notBefore(long time, long then) {
        ranBackwards |= withLines && isAfter(time, then);
        return then;
    }

    private static boolean isAfter(long a, long b) {
        return Long.compareUnsigned(a, b) > 0;
    }

    private static long later(long a, long b) {
        return isAfter(a, b) ? a : b;
    }
}
