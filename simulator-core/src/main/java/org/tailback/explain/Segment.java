package org.tailback.explain;

import org.jspecify.annotations.Nullable;
import org.tailback.output.Output;

/**
 * A segment of a chain.
 *
 * @param rank that computes, sends or receives
 * @param from seconds
 * @param to seconds, >= {@code from}
 * @param message that the segment belongs to; null for those without
 * @param link that was shared most in a segment of contention, or that a lost message was to pass; otherwise null
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
