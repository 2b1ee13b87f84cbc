package org.tailback.trace.nativeformat;

import org.jspecify.annotations.Nullable;
import org.tailback.program.IgnoringSink;
import org.tailback.program.OperationSink;
import org.tailback.trace.RecordedTimes;

/** Reads the times among a rank's records. */
final class NativeBinaryTimes implements RecordedTimes.Cursor {
    private static final OperationSink NOBODY = new IgnoringSink() {};

    private final NativeBinaryRecords records;
    private boolean ended;

    NativeBinaryTimes(NativeBinaryRecords records) {
        this.records = records;
    }

    @Override
    public boolean next() {
        while (!ended) {
            if (!records.next(NOBODY)) {
                ended = true;
            } else if (records.timesKnown()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long operation() {
        return records.operations() - 1;
    }

    @Override
    public double enter() {
        return records.enter();
    }

    @Override
    public double leave() {
        return records.leave();
    }

    @Override
    public @Nullable String call() {
        return records.call();
    }

    @Override
    public long callNumber() {
        return records.callNumber();
    }

    @Override
    public void close() {
        ended = true;
    }
}
