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
 * A sent message: the handle by which its owner observes and cancels it. A message sent at the present instant has no
 * rate before the end of the instant.
 */
public final class Message {
    final Transfer transfer;
    final long sequence;
    final WhenDone whenDone;
    final @Nullable Group group;
    private final Messages messages;
    private final double sent;
    /** Time at which the message was sent on the network's clock, in seconds. */
    private final double begun;

    /** Index of the message in the network's table while it is not over. */
    int slot;
    /** The engine's number of the message while it moves. */
    int number = -1;

    MessageState state = MessageState.DELAYED;
    double contentionSeconds;
    double timeoutSeconds;
    double averagePenalty = 1;
    private double transferred = Double.NaN;
    private double loneSeconds;
    /** Cause of the loss, set before the loss is reported. */
    @Nullable
    LossCause cause;

    /**
     * Number of bytes that had not moved when the message was cancelled or lost; the size before the message starts.
     */
    double unmoved;

    private @Nullable Delivery delivery;
    private @Nullable LostMessage loss;
    /** Completion stage for the message's end, created at the first use. */
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

    /** Ends the transfer of the message after all its data have moved. */
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

    /** Completes the stage of the message's end, if the stage exists and the message is over. */
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

    /** Returns the sending node. */
    public int source() {
        return transfer.source;
    }

    /** Returns the receiving node. */
    public int destination() {
        return transfer.destination;
    }

    /** Returns the size of the message in bytes. */
    public long bytes() {
        return transfer.bytes;
    }

    /** Returns the object that the sender {@linkplain Transfer#attachment attached}; null without an attachment. */
    @Beta
    public @Nullable Object attachment() {
        return transfer.attachment;
    }

    /** Returns the time at which the message was sent, in seconds. */
    public double sent() {
        return sent;
    }

    /** Returns the present time on the clock of the network's engine, in seconds; available to observers of replays. */
    @Internal
    public double engineTime() {
        return messages.engineTime();
    }

    /** Returns the message's state. */
    public MessageState state() {
        return state;
    }

    /** Returns the arrival of the message; empty if it has not arrived. */
    @Beta
    public Optional<Delivery> delivery() {
        return Optional.ofNullable(delivery);
    }

    /** Returns the loss of the message; empty if it is not lost, or its owner has not been notified yet. */
    @Beta
    public Optional<LostMessage> loss() {
        return Optional.ofNullable(loss);
    }

    /**
     * Returns a completion stage for the message's end, for hosts that own their loop. The thread of the clock
     * completes the stage after {@link WhenDone}: with the arrival, or exceptionally with a {@link
     * LostMessageException} or, for a cancelled message, a {@link java.util.concurrent.CancellationException}. A
     * message that {@link Network#reset} removes is never completed.
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
     * Returns the present rate of the message's data in bytes per second; 0 if they do not move. O(1).
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
     * Returns the present penalty: the contention-free rate divided by the present rate; infinite if the message does
     * not move. O(1).
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
     * Returns the number of bytes that have not moved yet, from {@link #bytes} to 0; for a cancelled or lost message,
     * the number at its end. O(1).
     */
    public double remainingBytes() {
        return switch (state) {
            case MOVING -> messages.engine().progress().fractionLeft(number) * bytes();
            case ARRIVING, ARRIVED -> 0;
            case DELAYED, CANCELLED, LOST -> unmoved;
        };
    }

    /**
     * Returns the predicted time of the arrival at the present rate, in seconds. The prediction is exact if no other
     * message starts, ends or changes its rate; it ignores deadlines. After the arrival, returns its time; infinite if
     * the message does not move, or will not arrive. O(1). A prediction from {@link Network#fork} includes the ends of
     * the other messages.
     */
    @Beta
    public double expectedArrival() {
        return delivery != null
                ? delivery.arrived()
                : messages.host.now() + (messages.expectedArrival(this) - messages.engineTime());
    }

    /**
     * Returns the bandwidth-sharing model's explanation of the message's present rate; the value is in work per second,
     * see {@link org.tailback.sharing.BandwidthSharing}. This method is slow.
     *
     * @throws IllegalStateException if the message does not move between two nodes, or has no rate yet
     */
    public Explanation explain() {
        Preconditions.checkState(
                state == MessageState.MOVING && source() != destination() && penalty() < Double.POSITIVE_INFINITY,
                "%s has no rate that could be explained",
                this);
        return messages.engine().explain(number);
    }

    /**
     * Removes the message from the network; its effect on other messages so far remains. Its {@link WhenDone} is not
     * called.
     *
     * @return false, with nothing done, if the message is over, or all its data have moved by the present instant
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
