package org.tailback.timeline;

import java.io.Closeable;
import java.util.BitSet;
import org.tailback.explain.Segment;

/** Writes one form of timeline. The calls come in the order of time; times are seconds. */
interface TimelineWriter extends Closeable {
    /**
     * Begins.
     *
     * @param ranks how many the program has
     * @param shown those that are shown
     * @param time where the timeline begins
     */
    void begin(int ranks, BitSet shown, double time);

    /** A lane above 0 of a shown rank is used for the first time. */
    default void lane(int rank, int lane, double time) {}

    /** A slice begins, on top of those that the lane is in. */
    default void enter(int rank, int lane, Slice slice, double time) {}

    /** The slice that began last in the lane ends. */
    void leave(int rank, int lane, Slice slice, double begin, double time);

    /** A message is posted in the slice of its sender's lane. */
    default void arrowBegins(TimedMessage message, double time) {}

    /** Ends an arrow in a slice of a lane of the receiver. */
    void arrowEnds(TimedMessage message, int lane, double time);

    /** The rates of a rank's messages from now on: bytes per second of all, mean penalty (0 without any). */
    default void rate(int rank, double bytesPerSecond, double penalty, double time) {}

    /** The number of messages that share the network from now on. */
    default void messagesInNetwork(int count, double time) {}

    /** A message of a rank has to wait for a retransmission. */
    default void retransmissionTimeout(int rank, double time, double until) {}

    /** A segment of the chain that determines the makespan. */
    default void chain(Segment segment) {}

    default void end(double time) {}
}
