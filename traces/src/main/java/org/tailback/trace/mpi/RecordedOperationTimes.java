package org.tailback.trace.mpi;

import org.jspecify.annotations.Nullable;
import org.tailback.trace.RecordedTimes;

/** The times of one rank's operations, read from its records. */
public final class RecordedOperationTimes implements RecordedTimes.Cursor {
    private final double ticksPerSecond;
    private @Nullable RecordedRank records;
    private long operation = -1;
    private double enter;
    private double leave;
    private double seconds;
    private @Nullable String call;
    private long callNumber;

    /**
     * @param records null for a rank without records
     * @param ticksPerSecond of the records' times, > 0
     */
    public RecordedOperationTimes(@Nullable RecordedRank records, double ticksPerSecond) {
        this.records = records;
        this.ticksPerSecond = ticksPerSecond;
    }

    @Override
    public boolean next() {
        RecordedRank source = records;
        if (source == null || !source.readToOperation()) {
            return false;
        }
        CallTranslator translator = source.translator();
        operation++;
        enter = translator.nextEnter() / ticksPerSecond;
        leave = translator.nextLeave() / ticksPerSecond;
        MpiCall ofOperation = translator.nextCall();
        call = ofOperation == null ? null : ofOperation.name();
        seconds = ofOperation == null ? translator.nextSeconds() : leave - enter;
        callNumber = translator.nextCallNumber();
        translator.skip();
        return true;
    }

    @Override
    public long operation() {
        return operation;
    }

    @Override
    public double enter() {
        return enter;
    }

    @Override
    public double leave() {
        return leave;
    }

    @Override
    public double seconds() {
        return seconds;
    }

    @Override
    public @Nullable String call() {
        return call;
    }

    @Override
    public long callNumber() {
        return callNumber;
    }

    @Override
    public void close() {
        records = null;
    }
}
