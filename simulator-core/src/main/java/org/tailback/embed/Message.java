package org.tailback.embed;

import com.google.common.base.Preconditions;
import org.jspecify.annotations.Nullable;
import org.tailback.sharing.Explanation;
import org.tailback.stability.Internal;

/**
 * A message that was sent: the handle by which its owner watches and cancels it. A message sent at this instant has no
 * rate before the instant is over.
 */
public final class Message {
    final Network network;
    final int source;
    final int destination;
    final long bytes;
    final double sent;
    /** The same on the network's clock. */
    final double begun;

    final long sequence;
    final WhenDone whenDone;
    /** Index in the network's table while it is not over. */
    int slot;
    /** The engine's number while it moves. */
    int number = -1;

    MessageState state = MessageState.DELAYED;
    double transferred = Double.NaN;
    double contentionSeconds;
    double timeoutSeconds;
    double loneSeconds;
    double averagePenalty = 1;
    /** The node that failed, if it is lost or about to be; -1 otherwise. */
    int failedNode = -1;
    /** The link that failed, likewise. */
    @Nullable
    String failedLink;
    /** Bytes that had not moved when it was cancelled or lost, and before it starts. */
    double unmoved;

    Message(
            Network network,
            int source,
            int destination,
            long bytes,
            double sent,
            double begun,
            long sequence,
            WhenDone whenDone) {
        this.network = network;
        this.source = source;
        this.destination = destination;
        this.bytes = bytes;
        this.sent = sent;
        this.begun = begun;
        this.sequence = sequence;
        this.whenDone = whenDone;
        this.unmoved = bytes;
    }

    Message(Network network, Message original, WhenDone whenDone) {
        this(
                network,
                original.source,
                original.destination,
                original.bytes,
                original.sent,
                original.begun,
                original.sequence,
                whenDone);
        slot = original.slot;
        number = original.number;
        state = original.state;
        transferred = original.transferred;
        contentionSeconds = original.contentionSeconds;
        timeoutSeconds = original.timeoutSeconds;
        loneSeconds = original.loneSeconds;
        averagePenalty = original.averagePenalty;
        failedNode = original.failedNode;
        failedLink = original.failedLink;
        unmoved = original.unmoved;
    }

    /** True if a failure has ended it, or will at this instant. */
    boolean fails() {
        return failedNode >= 0 || failedLink != null;
    }

    /** Node that sends. */
    public int source() {
        return source;
    }

    /** Node that receives. */
    public int destination() {
        return destination;
    }

    /** Size in bytes. */
    public long bytes() {
        return bytes;
    }

    /** The time at which it was sent, in seconds. */
    public double sent() {
        return sent;
    }

    /** Returns the present time on the clock of the network's engine, in seconds; also for observers of replays. */
    @Internal
    public double engineTime() {
        return network.engine().kernel().now();
    }

    /** Its state. */
    public MessageState state() {
        return state;
    }

    /**
     * The present rate of its data in bytes per second; 0 if they do not move. O(1).
     *
     * <p>Bytes are spread evenly over the time that the message takes alone: a message of m bytes that takes T seconds
     * alone moves at m / T / {@link #penalty}.
     */
    public double rate() {
        double penalty = penalty();
        double alone = state == MessageState.MOVING ? network.engine().times().loneSeconds(number) : 0;
        return alone > 0 && penalty < Double.POSITIVE_INFINITY ? bytes / alone / penalty : 0;
    }

    /** The present penalty: the factor by which it moves slower than alone; infinite if it does not move. O(1). */
    public double penalty() {
        if (state != MessageState.MOVING || network.engine().waitsForTimeout(number)) {
            return Double.POSITIVE_INFINITY;
        }
        if (source == destination && !network.sharesInsideNodes()) {
            return 1;
        }
        return network.engine().penalty(number);
    }

    /**
     * Bytes that have not moved yet, from {@link #bytes} to 0; that had not moved, if it has been cancelled or
     * lost. O(1).
     */
    public double remainingBytes() {
        return switch (state) {
            case MOVING -> network.engine().fractionLeft(number) * bytes;
            case ARRIVING, ARRIVED -> 0;
            case DELAYED, CANCELLED, LOST -> unmoved;
        };
    }

    /**
     * Why it has its present rate, as the bandwidth-sharing model explains it; the value is in work per second, see
     * {@link org.tailback.sharing.BandwidthSharing}. Not for hot paths.
     *
     * @throws IllegalStateException if it does not move between two nodes, or has no rate yet
     */
    public Explanation explain() {
        Preconditions.checkState(
                state == MessageState.MOVING && source != destination && penalty() < Double.POSITIVE_INFINITY,
                "%s has no rate that could be explained",
                this);
        return network.engine().explain(number);
    }

    /**
     * Takes the message out of the network; what it has cost others so far stays. Its {@link WhenDone} is not called.
     *
     * @return false, with nothing done, if it is over, or its data has all been moved by the present instant
     */
    public boolean cancel() {
        return network.cancel(this);
    }

    @Override
    public String toString() {
        return "message of " + bytes + " bytes from node " + source + " to node " + destination + ", sent at " + sent
                + " s, " + state;
    }
}
