package org.tailback.explain;

import org.jspecify.annotations.Nullable;
import org.tailback.output.Output;

/**
 * A segment of a critical path.
 *
 * @param rank rank that computes, sends or receives
 * @param from start in seconds
 * @param to end in seconds, >= {@code from}
 * @param message message to which the segment belongs; null without a message
 * @param link link shared by the most messages in a segment of contention, or link on the route of a lost message;
 *     otherwise null
 */
public record Segment(
        int rank,
        double from,
        double to,
        @Output(name = "step") SegmentKind kind,
        @Output(orNull = true) @Nullable ChainMessage message,
        @Output(orNull = true) @Nullable String link) {
    /** Returns the part of the makespan to which the segment belongs. */
    @Output(name = "kind", after = "to")
    public PartKind part() {
        return kind.part();
    }

    /** Returns the length of the segment in seconds, >= 0. */
    public double seconds() {
        return to - from;
    }

    Segment between(double begin, double end) {
        return new Segment(rank, begin, end, kind, message, link);
    }

    Segment withLink(String name) {
        return new Segment(rank, from, to, kind, message, name);
    }
}
