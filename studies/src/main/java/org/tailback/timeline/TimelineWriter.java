package org.tailback.timeline;

import java.io.Closeable;
import java.util.BitSet;
import org.tailback.explain.Segment;

/** Writer of one format of timelines. Calls are in the order of time; times are seconds. */
interface TimelineWriter extends Closeable {
    /**
     * Begins the timeline.
     *
     * @param ranks number of ranks of the program
     * @param shown ranks that are shown
     * @param time start of the timeline
     */
    void begin(int ranks, BitSet shown, double time);

    /** Adds a lane other than lane 0 to a shown rank. Called before the first use of the lane. */
    default void lane(int rank, int lane, double time) {}

    /** Begins a slice that is nested in the open slices of the lane. */
    default void enter(int rank, int lane, Slice slice, double time) {}

    /** Ends the slice that began last in the lane. */
    void leave(int rank, int lane, Slice slice, double begin, double time);

    /** Begins an arrow in the slice of the sender's lane. */
    default void arrowBegins(TimedMessage message, double time) {}

    /** Ends an arrow in a slice of a lane of the receiver. */
    void arrowEnds(TimedMessage message, int lane, double time);

    /**
     * Sets the total rate of a rank's messages in bytes per second, and the mean penalty of these messages (0 without
     * messages).
     */
    default void rate(int rank, double bytesPerSecond, double penalty, double time) {}

    /** Sets the number of messages that share the network. */
    default void messagesInNetwork(int count, double time) {}

    /** Marks the beginning of a retransmission timeout of a rank's message. */
    default void retransmissionTimeout(int rank, double time, double until) {}

    /** Adds a segment of the critical path. */
    default void chain(Segment segment) {}

    default void end(double time) {}
}
