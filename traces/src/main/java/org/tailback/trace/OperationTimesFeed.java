package org.tailback.trace;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.program.ParallelProgram;

/** The recorded times of one rank's operations, for a consumer of the operations in their order. Not thread-safe. */
public final class OperationTimesFeed implements AutoCloseable {
    private final RecordedTimes.@Nullable Cursor cursor;
    private long operation = -1;
    private boolean more;
    private boolean known;
    private boolean changed;
    private double enter;
    private double leave;
    private @Nullable String call;
    private long callNumber;

    private OperationTimesFeed(RecordedTimes.@Nullable Cursor cursor) {
        this.cursor = cursor;
        this.more = cursor != null && cursor.next();
    }

    /** Returns the times of a rank; none if the program has none. */
    public static OperationTimesFeed of(ParallelProgram program, int rank) {
        return new OperationTimesFeed(program instanceof RecordedTimes times ? times.recordedTimes(rank) : null);
    }

    /** Goes to the next operation. */
    public void next() {
        operation++;
        boolean wasKnown = known;
        RecordedTimes.Cursor source = cursor;
        known = source != null && more && source.operation() == operation;
        changed = known != wasKnown;
        if (source != null && known) {
            changed |= callNumber != source.callNumber()
                    || Double.doubleToRawLongBits(enter) != Double.doubleToRawLongBits(source.enter())
                    || Double.doubleToRawLongBits(leave) != Double.doubleToRawLongBits(source.leave())
                    || !Objects.equals(call, source.call());
            enter = source.enter();
            leave = source.leave();
            call = source.call();
            callNumber = source.callNumber();
            more = source.next();
        }
    }

    /** Returns the number of the operation, from 0. */
    public long operation() {
        return operation;
    }

    /** Returns whether its times are known. */
    public boolean isKnown() {
        return known;
    }

    /** Returns whether they differ from those of the operation before it, or it belongs to another call. */
    public boolean isChanged() {
        return changed;
    }

    /** See {@link RecordedTimes.Cursor#enter}; of the last operation whose times are known. */
    public double enter() {
        return enter;
    }

    /** See {@link RecordedTimes.Cursor#leave}; of the last operation whose times are known. */
    public double leave() {
        return leave;
    }

    /** See {@link RecordedTimes.Cursor#call}; of the last operation whose times are known. */
    public @Nullable String call() {
        return call;
    }

    /** See {@link RecordedTimes.Cursor#callNumber}; of the last operation whose times are known. */
    public long callNumber() {
        return callNumber;
    }

    @Override
    public void close() {
        if (cursor != null) {
            cursor.close();
        }
    }
}
