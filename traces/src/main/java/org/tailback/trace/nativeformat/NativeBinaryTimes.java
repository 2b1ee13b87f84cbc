package org.tailback.trace.nativeformat;

import org.tailback.program.IgnoringSink;
import org.tailback.program.OperationSink;
import org.tailback.trace.OperationTimes;

/** Reads the times among a rank's records. */
final class NativeBinaryTimes extends OperationTimes {
    private static final OperationSink NOWHERE = new IgnoringSink() {};

    private final NativeBinaryRecords records;
    private boolean ended;

    NativeBinaryTimes(NativeBinaryRecords records) {
        this.records = records;
    }

    @Override
    public boolean next() {
        while (!ended) {
            if (!records.next(NOWHERE)) {
                ended = true;
            } else if (records.timesKnown()) {
                operation = records.operations() - 1;
                enter = records.enter();
                leave = records.leave();
                seconds = leave - enter;
                call = records.call();
                callNumber = records.callNumber();
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        ended = true;
    }
}
