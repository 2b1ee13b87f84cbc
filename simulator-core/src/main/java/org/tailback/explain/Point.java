package org.tailback.explain;

import org.jspecify.annotations.Nullable;

/** An instant and the last segment of the chain that leads to it. */
final class Point {
    /** The last segment; null at the start of the replay, at 0 s. */
    @Nullable
    Cause cause;

    double time;

    void set(Point other) {
        cause = other.cause;
        time = other.time;
    }

    /** Moves to a time, by a segment from the present time to that one. */
    void append(double until, SegmentKind kind, int rank, Cause.@Nullable Sent message) {
        cause = new Cause(cause, until, kind, rank, message);
        time = until;
    }
}
