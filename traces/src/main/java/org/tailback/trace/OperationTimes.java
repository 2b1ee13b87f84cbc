package org.tailback.trace;

import org.jspecify.annotations.Nullable;
import org.tailback.stability.Internal;

/** Cursor over recorded times that holds those of the current operation in fields. */
@Internal
public abstract class OperationTimes implements RecordedTimes.Cursor {
    /** Number of the operation; -1 before the first one. */
    protected long operation = -1;
    /** Time at which its call was entered, in seconds. */
    protected double enter;
    /** Time at which its call was left, in seconds. */
    protected double leave;
    /** Duration, seconds. */
    protected double seconds;
    /** Name of its call; null for a computation. */
    protected @Nullable String call;
    /** Number of its call. */
    protected long callNumber;

    /** Creates a cursor before the first operation. */
    protected OperationTimes() {}

    @Override
    public final long operation() {
        return operation;
    }

    @Override
    public final double enter() {
        return enter;
    }

    @Override
    public final double leave() {
        return leave;
    }

    @Override
    public final double seconds() {
        return seconds;
    }

    @Override
    public final @Nullable String call() {
        return call;
    }

    @Override
    public final long callNumber() {
        return callNumber;
    }
}
