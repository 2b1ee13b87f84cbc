package org.tailback.explain;

/** An instant and the last segment of the chain that leads to it. */
final class Point {
    /** The number of the segment; {@link SegmentWindow#NONE} at the start of the replay. */
    long segment = SegmentWindow.NONE;

    double time;

    void set(Point other) {
        segment = other.segment;
        time = other.time;
    }
}
