package org.tailback.embed;

import com.google.common.base.Preconditions;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.tailback.loss.LossCause;
import org.tailback.network.MessageTimes;
import org.tailback.sharing.Explanation;
import org.tailback.stability.Beta;
import org.tailback.stability.Internal;

/**
 * A message that was sent: the handle by which its owner watches and cancels it. A message sent at this instant has no
 * rate before the instant is over.
 */
public final class Message {
    final Transfer transfer;
    final long sequence;
    final WhenDone whenDone;
    final @Nullable Group group;
    private final Messages messages;
    private final double sent;
    /** Time of sending on the network's clock, in seconds. */
    private final double begun;

    /** Index in the network's table while it is not over. */
    int slot;
    /** The engine's number while it moves. */
    int number = -1;

    MessageState state = MessageState.DELAYED;
    double contentionSeconds;
    double timeoutSeconds;
    double averagePenalty = 1;
    private double transferred = Double.NaN;
    private double loneSeconds;
    /** Cause of its loss, also while the loss is yet to be reported. */
    @Nullable
    LossCause cause;

    /** Bytes that had not moved when it was cancelled or lost, and before it starts. */
    double unmoved;

    private @Nullable Delivery delivery;
    private @Nullable LostMessage loss;
    /** The stage of its end, made at the first use. */
    private @Nullable CompletableFuture<Delivery> future;

    Message(
            Messages messages,
            Transfer transfer,
            double sent,
            double begun,
            long sequence,
            WhenDone whenDone,
            @Nullable Group group) {
        this.messages = messages;
        this.transfer = transfer;
        this.sent = sent;
        this.begun = begun;
        this.sequence = sequence;
        this.whenDone = whenDone;
        this.group = group;
        this.unmoved = transfer.bytes;
    }

    Message(Messages messages, Message original, WhenDone whenDone) {
        this(messages, original.transfer, original.sent, original.begun, original.sequence, whenDone, null);
        slot = original.slot;
        number = original.number;
        state = original.state;
        transferred = original.transferred;
        contentionSeconds = original.contentionSeconds;
        timeoutSeconds = original.timeoutSeconds;
        loneSeconds = original.loneSeconds;
        averagePenalty = original.averagePenalty;
        cause = original.cause;
        unmoved = original.unmoved;
    }

    /** Ends its transfer: all its data have moved. */
    void transferEnded(double hostTime, MessageTimes times, int itsNumber) {
        transferred = hostTime;
        contentionSeconds = times.contentionSeconds(itsNumber);
        timeoutSeconds = times.timeoutSeconds(itsNumber);
        loneSeconds = times.uncontendedSeconds(itsNumber);
        averagePenalty = loneSeconds > 0 ? times.averagePenalty(itsNumber) : 1;
        number = -1;
    }

    Delivery delivered(double hostTime, double now) {
        delivery = new Delivery(
                source(),
                destination(),
                bytes(),
                sent,
                transferred,
                hostTime,
                now - begun,
                loneSeconds,
                averagePenalty);
        return delivery;
    }

    LostMessage lost(double hostTime, LossCause why) {
        loss = new LostMessage(source(), destination(), bytes(), sent, hostTime, why);
        return loss;
    }

    /** Completes the stage of its end, if there is one and the message is over. */
    void complete() {
        if (future == null) {
            return;
        }
        if (delivery != null) {
            future.complete(delivery);
        } else if (loss != null) {
            future.completeExceptionally(new LostMessageException(loss));
        } else if (state == MessageState.CANCELLED) {
            future.cancel(false);
        }
    }

    /** Returns the node that sends. */
    public int source() {
        return transfer.source;
    }

    /** Returns the node that receives. */
    public int destination() {
        return transfer.destination;
    }

    /** Returns the size in bytes. */
    public long bytes() {
        return transfer.bytes;
    }

    /** Returns the object that its sender {@linkplain Transfer#attachment attached}; null if none. */
    @Beta
    public @Nullable Object attachment() {
        return transfer.attachment;
    }

    /** Returns the time at which it was sent, in seconds. */
    public double sent() {
        return sent;
    }

    /** Returns the present time on the clock of the network's engine, in seconds; also for observers of replays. */
    @Internal
    public double engineTime() {
        return messages.engineTime();
    }

    /** Returns the message's state. */
    public MessageState state() {
        return state;
    }

    /** Returns its arrival; empty if it has not arrived. */
    @Beta
    public Optional<Delivery> delivery() {
        return Optional.ofNullable(delivery);
    }

    /** Returns its loss; empty if it is not lost, or its owner has not been notified yet. */
    @Beta
    public Optional<LostMessage> loss() {
        return Optional.ofNullable(loss);
    }

    /**
     * Returns its end as a stage for hosts that own their loop: completed with the arrival after {@link WhenDone}, by
     * the thread of the clock; exceptionally with a {@link LostMessageException} or, if it is cancelled, a {@link
     * java.util.concurrent.CancellationException}. A message that {@link Network#reset} removes is never completed.
     */
    @Beta
    public CompletionStage<Delivery> completion() {
        if (future == null) {
            future = new CompletableFuture<>();
            complete();
        }
        return future.minimalCompletionStage();
    }

    /**
     * Returns the present rate of its data in bytes per second; 0 if they do not move. O(1).
     *
     * <p>Bytes are spread evenly over the contention-free time: a message of m bytes with a contention-free time of T
     * seconds moves at m / T / {@link #penalty}.
     */
    public double rate() {
        double penalty = penalty();
        double alone = state == MessageState.MOVING ? messages.engine().times().uncontendedSeconds(number) : 0;
        return alone > 0 && penalty < Double.POSITIVE_INFINITY ? bytes() / alone / penalty : 0;
    }

    /**
     * Returns the present penalty: the contention-free rate over its rate; infinite if it does not move. O(1).
     */
    public double penalty() {
        if (state != MessageState.MOVING || messages.engine().progress().waitsForTimeout(number)) {
            return Double.POSITIVE_INFINITY;
        }
        if (source() == destination() && !messages.sharesInsideNodes()) {
            return 1;
        }
        return messages.engine().penalty(number);
    }

    /**
     * Returns the bytes that have not moved yet, from {@link #bytes} to 0; of a cancelled or lost message, those that
     * had not moved then. O(1).
     */
    public double remainingBytes() {
        return switch (state) {
            case MOVING -> messages.engine().progress().fractionLeft(number) * bytes();
            case ARRIVING, ARRIVED -> 0;
            case DELAYED, CANCELLED, LOST -> unmoved;
        };
    }

    /**
     * Returns the predicted time of its arrival if its rate stays as it is, in seconds: exact if nothing else starts,
     * ends or changes, regardless of deadlines. Returns the time of the arrival itself once the message has arrived;
     * infinite if it does not move, or will not arrive. O(1). {@link Network#fork} predicts with the ends of the other
     * messages.
     */
    @Beta
    public double expectedArrival() {
        return delivery != null
                ? delivery.arrived()
                : messages.host.now() + (messages.expectedArrival(this) - messages.engineTime());
    }

    /**
     * Returns the bandwidth-sharing model's explanation of its present rate; the value is in work per second, see
     * {@link org.tailback.sharing.BandwidthSharing}. Not for hot paths.
     *
     * @throws IllegalStateException if it does not move between two nodes, or has no rate yet
     */
    public Explanation explain() {
        Preconditions.checkState(
                state == MessageState.MOVING && source() != destination() && penalty() < Double.POSITIVE_INFINITY,
                "%s has no rate that could be explained",
                this);
        return messages.engine().explain(number);
    }

    /**
     * Removes the message from the network; its effect on others so far remains. Its {@link WhenDone} is not called.
     *
     * @return false, with nothing done, if it is over, or its data has all been moved by the present instant
     */
    public boolean cancel() {
        return messages.cancel(this);
    }

    @Override
    public String toString() {
        return "message of " + bytes() + " bytes from node " + source() + " to node " + destination() + ", sent at "
                + sent + " s, " + state;
    }
}
