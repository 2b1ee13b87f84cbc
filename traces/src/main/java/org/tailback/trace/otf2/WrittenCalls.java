package org.tailback.trace.otf2;

import java.util.Optional;
import org.tailback.program.SendMode;
import org.tailback.trace.OperationTimesFeed;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.mpi.MpiCall;

/**
 * The MPI calls of one rank that is being written, and the time between them: calls are at their recorded times if they
 * have any. Computations keep their lengths: where recorded calls are further apart than the computation between them,
 * the rest becomes a call of which no operation is known; where they are nearer, they are moved. Without recorded times
 * a call takes no time.
 */
final class WrittenCalls {
    /** Differences up to so many ticks are those of rounding. */
    private static final int ROUNDING = 2;

    private final ChunkedOutput out;
    private final OperationTimesFeed times;
    private final WrittenRegions regions;
    private final WritingLosses losses;
    private final double ticksPerSecond;
    private final double beginning;
    private final RecordWriter single = new RecordWriter();

    private boolean started;
    private boolean inCall;
    private boolean completedInCall;
    private SendMode callMode = SendMode.STANDARD;
    private int callRegion;
    private long callLeave;
    private long lastLeave;
    /** Computation since then, ticks. */
    private long pending;

    /** @param beginning the earliest recorded time of all ranks, seconds */
    WrittenCalls(
            ChunkedOutput out,
            OperationTimesFeed times,
            WrittenRegions regions,
            WritingLosses losses,
            double ticksPerSecond,
            double beginning) {
        this.out = out;
        this.times = times;
        this.regions = regions;
        this.losses = losses;
        this.ticksPerSecond = ticksPerSecond;
        this.beginning = beginning;
    }

    private long ticks(double time) {
        return (long) Math.rint((time - beginning) * ticksPerSecond);
    }

    private void startAt(long ticks) {
        if (!started) {
            started = true;
            lastLeave = ticks;
            out.time(ticks);
            record(EventKind.ENTER, regions.id(WrittenRegions.PROGRAM));
        }
    }

    /** Writes an event with one number. */
    void record(EventKind kind, long value) {
        out.append(single.clear().raw(kind.code()).number(value));
    }

    /** Begins the call of the next operation, unless it belongs to the current one. */
    void enter(String usual, SendMode mode, boolean plainMessage) {
        times.next();
        boolean same = inCall && times.isKnown() && !times.isChanged();
        if (same && !completedInCall) {
            if (mode != callMode) {
                losses.count(Otf2Losses.MODE);
            }
            return;
        }
        leave();
        boolean known = times.isKnown() && !same;
        if (known) {
            startAt(ticks(times.enter()));
        }
        startAt(0);
        long expected = lastLeave + pending;
        long enter = known ? ticks(times.enter()) : expected;
        if (Math.abs(enter - expected) <= ROUNDING) {
            enter = expected;
        } else if (enter > expected) {
            out.time(lastLeave);
            record(EventKind.ENTER, regions.id(WrittenRegions.OTHER));
            out.time(enter - pending);
            record(EventKind.LEAVE, regions.id(WrittenRegions.OTHER));
        } else {
            losses.count(Otf2Losses.LATE);
            enter = expected;
        }
        pending = 0;
        callLeave = known ? Math.max(enter, ticks(times.leave())) : enter;
        callRegion = regions.id(region(usual, mode, plainMessage));
        callMode = mode;
        inCall = true;
        completedInCall = false;
        out.time(enter);
        record(EventKind.ENTER, callRegion);
    }

    /** Returns the recorded name, if a reader does not take it for something else. */
    private String region(String usual, SendMode mode, boolean plainMessage) {
        String recorded = times.isKnown() ? times.call() : null;
        Optional<MpiCall> call = recorded == null ? Optional.empty() : MpiCall.of(recorded);
        if (recorded == null || call.isEmpty() || call.get().mode() != mode) {
            return usual;
        }
        MpiCall.Kind kind = call.get().kind();
        boolean misread = plainMessage
                && (kind == MpiCall.Kind.NONBLOCKING_SEND || kind == MpiCall.Kind.SENDRECV || kind.completes());
        return misread ? usual : recorded;
    }

    private void leave() {
        if (inCall) {
            inCall = false;
            goToLeave();
            record(EventKind.LEAVE, callRegion);
            lastLeave = out.time();
        }
    }

    /** Moves to the end of the present call, at which the following events happen. */
    void goToLeave() {
        out.time(Math.max(out.time(), callLeave));
    }

    /** The present call has completed a request. */
    void noteCompletion() {
        completedInCall = true;
    }

    /** The next operation is a computation. */
    void compute(double seconds) {
        times.next();
        leave();
        long ticks = (long) Math.rint(seconds * ticksPerSecond);
        startAt(times.isKnown() ? Math.max(0, ticks(times.leave()) - ticks) : 0);
        add(seconds, ticks);
    }

    /** A computation that is none of the program's operations. */
    void work(double seconds) {
        leave();
        add(seconds, (long) Math.rint(seconds * ticksPerSecond));
    }

    private void add(double seconds, long ticks) {
        if (ticks == 0) {
            losses.count(seconds == 0 ? Otf2Losses.EMPTY : Otf2Losses.ROUNDED);
            return;
        }
        if (ticks / ticksPerSecond != seconds) {
            losses.count(Otf2Losses.ROUNDED);
        }
        if (pending > 0) {
            losses.count(Otf2Losses.JOINED);
        }
        pending += ticks;
    }

    /** Begins a call that ends with everything. */
    void enterLast(String name) {
        leave();
        startAt(0);
        lastLeave += pending;
        pending = 0;
        callLeave = lastLeave;
        callRegion = regions.id(name);
        inCall = true;
        out.time(lastLeave);
        record(EventKind.ENTER, callRegion);
    }

    /** Writes the end of everything. */
    void end() {
        leave();
        startAt(0);
        out.time(lastLeave + pending);
        record(EventKind.LEAVE, regions.id(WrittenRegions.PROGRAM));
    }
}
