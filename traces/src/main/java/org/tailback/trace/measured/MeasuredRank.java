package org.tailback.trace.measured;

import java.util.ArrayDeque;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.RecordedTimes;

/** Cursor over the recorded times of one rank's operations, synchronous with its replay. */
final class MeasuredRank implements AutoCloseable {
    private static final long NOT_KNOWN = Long.MAX_VALUE;

    final TreeMap<String, Tally> tallies = new TreeMap<>();
    double firstEnter = Double.NaN;
    double lastLeave = Double.NaN;
    double recorded;
    double finish;

    private final RecordedTimes.Cursor cursor;
    private final ArrayDeque<Collective> collectives = new ArrayDeque<>(2);
    private @Nullable Collective latest;
    /**
     * Index of the first expanded operation that corresponds to the program's operations from {@code programBase} on.
     */
    private long expandedBase;

    private long programBase;
    private long lastCall = Long.MIN_VALUE;
    private boolean atOperation;
    private Tally tally = new Tally();

    /** Sums of one kind of calls. */
    static final class Tally {
        long count;
        double recorded;
        double simulated;
    }

    private static final class Collective {
        private final long begin;
        private final long ofProgram;
        private long end = NOT_KNOWN;

        Collective(long begin, long ofProgram) {
            this.begin = begin;
            this.ofProgram = ofProgram;
        }
    }

    MeasuredRank(RecordedTimes.Cursor cursor) {
        this.cursor = cursor;
    }

    void beginCollective(long operation, long ofProgram) {
        Collective collective = new Collective(operation, ofProgram);
        collectives.addLast(collective);
        latest = collective;
    }

    void endCollective(long operation) {
        if (latest != null) {
            latest.end = operation;
            latest = null;
        }
    }

    void enter(long operation) {
        long ofProgram = ofProgram(operation);
        while ((!atOperation || cursor.operation() < ofProgram) && read()) {
            // the operations in between took no time
        }
    }

    private long ofProgram(long operation) {
        while (!collectives.isEmpty() && collectives.getFirst().begin <= operation) {
            Collective collective = collectives.getFirst();
            if (operation < collective.end) {
                return collective.ofProgram;
            }
            expandedBase = collective.end;
            programBase = collective.ofProgram + 1;
            collectives.removeFirst();
        }
        return programBase + operation - expandedBase;
    }

    private boolean read() {
        if (!cursor.next()) {
            return false;
        }
        atOperation = true;
        if (Double.isNaN(firstEnter)) {
            firstEnter = cursor.enter();
        }
        lastLeave = cursor.leave();
        String call = cursor.call();
        tally = tallies.computeIfAbsent(call == null ? MeasuredRun.COMPUTE : call, kind -> new Tally());
        if (call == null || cursor.callNumber() != lastCall) {
            tally.count++;
            tally.recorded += cursor.seconds();
            recorded += cursor.seconds();
        }
        if (call != null) {
            lastCall = cursor.callNumber();
        }
        return true;
    }

    void leave(double seconds) {
        tally.simulated += seconds;
    }

    /** Ends the program. The duration of remaining operations is 0. */
    void end(double time) {
        finish = time;
        while (read()) {
            // counts
        }
        close();
    }

    double callEnter() {
        return atOperation ? cursor.enter() : Double.NaN;
    }

    double callLeave() {
        return atOperation ? cursor.leave() : Double.NaN;
    }

    @Override
    public void close() {
        cursor.close();
    }
}
