package org.tailback.embed;

import com.google.common.base.Preconditions;
import org.jspecify.annotations.Nullable;
import org.tailback.stability.Beta;

/**
 * Request to send bytes from one node to another, with its options: {@code Transfer.of(0, 1,
 * 1_000_000).maxRate(1e8).deadlineAfter(0.5)}. Immutable; it can be sent any number of times.
 */
@Beta
public final class Transfer {
    final int source;
    final int destination;
    final long bytes;
    final double maxRate;
    final double deadline;
    final @Nullable Object attachment;

    private Transfer(
            int source, int destination, long bytes, double maxRate, double deadline, @Nullable Object attachment) {
        this.source = source;
        this.destination = destination;
        this.bytes = bytes;
        this.maxRate = maxRate;
        this.deadline = deadline;
        this.attachment = attachment;
    }

    /**
     * Returns a transfer without options.
     *
     * @param source node that sends, 0 to nodes - 1
     * @param destination node that receives, 0 to nodes - 1; if it is the source, the message takes the intra-node path
     * @param bytes size, >= 0
     * @throws IllegalArgumentException if the size is negative
     */
    public static Transfer of(int source, int destination, long bytes) {
        Preconditions.checkArgument(bytes >= 0, "a message has 0 bytes or more, not %s", bytes);
        return new Transfer(source, destination, bytes, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, null);
    }

    /**
     * Returns a copy with a limit of the rate: the message moves at the smaller of the limit and the rate that the
     * network allows. Under models that share capacities, other messages use the remainder of its share of links; under
     * penalty models, such as {@code infiniband}, the remainder is unused. The contention-free time, on which penalties
     * are based, is the time at the limited rate.
     *
     * @param bytesPerSecond > 0; infinite for no limit
     * @throws IllegalArgumentException if the limit is out of range, or the time at this rate is too long to represent
     */
    public Transfer maxRate(double bytesPerSecond) {
        Preconditions.checkArgument(
                bytesPerSecond > 0 && bytes / bytesPerSecond < Double.POSITIVE_INFINITY,
                "the maximum rate must be > 0 bytes/s and high enough for the message to end, not %s",
                bytesPerSecond);
        return new Transfer(source, destination, bytes, bytesPerSecond, deadline, attachment);
    }

    /**
     * Returns a copy with a deadline: a message that has not arrived by its deadline is lost with the cause {@link
     * org.tailback.loss.LossCause.DeadlinePassed}. An arrival exactly at the deadline is in time.
     *
     * @param seconds time from the sending, > 0; infinite without a deadline
     */
    public Transfer deadlineAfter(double seconds) {
        Preconditions.checkArgument(seconds > 0, "a deadline is more than 0 s after the sending, not %s", seconds);
        return new Transfer(source, destination, bytes, maxRate, seconds, attachment);
    }

    /** Returns a copy with an attached object of the caller, which {@link Message#attachment} returns. */
    public Transfer attachment(@Nullable Object object) {
        return new Transfer(source, destination, bytes, maxRate, deadline, object);
    }

    @Override
    public String toString() {
        return bytes + " bytes from node " + source + " to node " + destination
                + (maxRate < Double.POSITIVE_INFINITY ? ", at most " + maxRate + " bytes/s" : "")
                + (deadline < Double.POSITIVE_INFINITY ? ", within " + deadline + " s" : "");
    }
}
