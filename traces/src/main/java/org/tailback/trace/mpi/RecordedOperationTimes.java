package org.tailback.trace.mpi;

import org.jspecify.annotations.Nullable;
import org.tailback.trace.OperationTimes;

/** Times of one rank's operations, read from its records. */
final class RecordedOperationTimes extends OperationTimes {
    private final double ticksPerSecond;
    private @Nullable RecordedRank records;

    /** @param records null for a rank without records */
    RecordedOperationTimes(@Nullable RecordedRank records, double ticksPerSecond) {
        this.records = records;
        this.ticksPerSecond = ticksPerSecond;
    }

    @Override
    public boolean next() {
        RecordedRank source = records;
        if (source == null || !source.readToOperation()) {
            return false;
        }
        OperationQueue queue = source.translator().queue;
        operation++;
        enter = queue.enter() / ticksPerSecond;
        leave = queue.leave() / ticksPerSecond;
        MpiCall of = queue.call();
        call = of == null ? null : of.name();
        seconds = of == null ? queue.seconds() : leave - enter;
        callNumber = queue.callNumber();
        queue.remove();
        return true;
    }

    @Override
    public void close() {
        RecordedRank source = records;
        records = null;
        if (source != null) {
            source.close();
        }
    }
}
