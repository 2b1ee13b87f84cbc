package org.tailback.network;

import com.google.common.base.Preconditions;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.IntraNodePath;
import org.tailback.columns.Columns;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.TimeQueue;
import org.tailback.observe.Observer;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.part.Batches;

/**
 * Messages that share links or the path inside a node, and their rates. Messages with the same source, destination and
 * injection rate form one batch with one rate and one clock ({@link BatchClocks}), unless the model needs one rate per
 * message.
 *
 * <p>The starts, ends and changes of capacity of an instant are collected, and {@link #flush} calls the model once. A
 * start or an end has the cost of the sharing model and O(log batches) for each changed rate.
 */
final class Flows {
    private static final double NEVER = Double.POSITIVE_INFINITY;

    final BandwidthSharing sharing;
    final ConflictMeter conflicts;
    private final EventKernel kernel;
    private final MessageTable messages;
    private final BandwidthSharing.Batching batching;
    private final BandwidthSharing.RateConsumer rateConsumer = this::rateChanged;
    private final Batches batches;
    private final BatchClocks clocks;
    private final NodePaths inside;
    /**
     * Batches of messages with an individual limit, by the model's flow; used if the model computes one rate for all
     * messages of a flow, regardless of their injection rates.
     */
    private final BatchGroups limited = new BatchGroups();

    private int[] entering;
    private int enteringCount;
    private boolean changed;
    /** Messages whose observer may have to be notified of a new rate. */
    private int[] noted = {};

    private int notedCount;
    private boolean observed;
    /** Time from which the rates being computed are valid, in seconds. */
    private double ratesFrom;

    private @Nullable LinkMeter meter;

    Flows(NetworkEngineBuilder builder, MessageTable messages, BandwidthSharing sharing) {
        this.sharing = sharing;
        this.messages = messages;
        kernel = builder.kernel;
        batching = sharing.batching();
        conflicts = new ConflictMeter(builder.cluster, builder.expectedMessages);
        batches = new Batches(builder.expectedMessages);
        clocks = new BatchClocks(messages, builder.expectedMessages);
        IntraNodePath path = builder.intraNode;
        inside = new NodePaths(path.shared() ? path.bytesPerSecond(0) : NEVER, batches, builder.cluster.nodes());
        entering = new int[Math.max(16, builder.expectedMessages)];
    }

    void observed(boolean value) {
        observed = value;
    }

    /** Starts to measure the links' loads from this instant on, unless the measurement has begun. */
    LinkMeter measured() {
        if (meter == null) {
            LinkMeter started = new LinkMeter(kernel, sharing);
            messages.forEach(message -> {
                int batch = messages.batch[message];
                if (batch != Batches.NONE && messages.source[message] != messages.destination[message]) {
                    started.open(batch, messages.source[message], messages.destination[message]);
                    started.carry(batch, rateOfAll(batch));
                }
            });
            meter = started;
        }
        return meter;
    }

    @Nullable
    LinkMeter meter() {
        return meter;
    }

    /** Returns whether rates must be computed at the end of this instant. */
    boolean isChanged() {
        return changed || inside.isChanged();
    }

    void capacityChanged() {
        changed = true;
        if (meter != null) {
            meter.capacitiesChanged();
        }
    }

    void clockSetBack(double seconds) {
        if (meter != null) {
            meter.clockSetBack(seconds);
        }
    }

    void stop() {
        if (meter != null) {
            meter.stop();
        }
    }

    /**
     * Makes a message share the network from the end of this instant on: it does not contend with messages that end
     * now.
     */
    void enter(int message) {
        entering = Columns.fit(entering, enteringCount);
        entering[enteringCount++] = message;
        changed = true;
    }

    /**
     * Withdraws a message that would share the network from the end of this instant on. Returns false for any other
     * message.
     */
    boolean removeEntering(int message) {
        for (int i = 0; i < enteringCount; i++) {
            if (entering[i] == message) {
                System.arraycopy(entering, i + 1, entering, i, enteringCount - i - 1);
                enteringCount--;
                return true;
            }
        }
        return false;
    }

    /** Adds a message to the batch to which it belongs. */
    void join(int message) {
        int source = messages.source[message];
        int destination = messages.destination[message];
        double injectionRate = messages.injectionRate[message];
        int sender = messages.sender[message];
        int receiver = messages.receiver[message];
        int flow = source == destination
                ? batches.join(source, source, injectionRate)
                : batching == BandwidthSharing.Batching.RANKS_AND_INJECTION_RATE
                        ? batches.join(sender, receiver, injectionRate)
                        : batches.join(source, destination, batching.key(injectionRate));
        int size = batches.size(flow);
        if (size == 1) {
            clocks.open(flow);
        }
        int batch = messages.isLimited(message) && source != destination ? limitedBatch(flow, message) : flow;
        messages.batch[message] = batch;
        clocks.join(message, batch, messages.workLeft[message], kernel.now());
        if (source == destination) {
            inside.joined(flow);
        } else if (size == 1) {
            sharing.flowStarted(flow, source, destination, injectionRate, sender, receiver);
        } else {
            sharing.flowResized(flow, size);
        }
        if (meter != null && source != destination) {
            meter.open(batch, source, destination);
        }
        note(message);
    }

    /**
     * Returns the batch of a limited message that has joined a flow: the flow itself if the model respects injection
     * rates.
     */
    private int limitedBatch(int flow, int message) {
        boolean byNodes = batching == BandwidthSharing.Batching.NODES;
        if (!byNodes && batching != BandwidthSharing.Batching.NONE) {
            return flow;
        }
        double limit = messages.injectionRate[message];
        int batch = batches.join(messages.source[message], messages.destination[message], byNodes ? limit : Double.NaN);
        if (batches.size(batch) == 1) {
            limited.add(batch, flow, limit);
            clocks.open(batch);
            clocks.setRate(batch, Math.min(limit, clocks.rate(flow)), kernel.now());
        }
        return batch;
    }

    /** Removes a message from its clock and its batch. */
    void leave(int message) {
        clocks.remove(message, messages.batch[message]);
        leaveBatch(message);
    }

    /** Removes a message without a clock from its batch, and an empty batch from the model's state. */
    void leaveBatch(int message) {
        int batch = messages.batch[message];
        int left = batches.leave(batch);
        messages.batch[message] = Batches.NONE;
        int source = messages.source[message];
        if (source == messages.destination[message]) {
            inside.left(batch, source, left);
            return;
        }
        changed = true;
        if (meter != null) {
            meter.left(batch, left);
        }
        int flow = batch;
        if (limited.contains(batch)) {
            flow = limited.owner(batch);
            if (left == 0) {
                limited.remove(batch);
            }
            left = batches.leave(flow);
        }
        if (left == 0) {
            sharing.flowEnded(flow);
        } else {
            sharing.flowResized(flow, left);
        }
    }

    /** Returns the time of the first end, in seconds; infinite if no batch has a rate. */
    double firstTime() {
        return clocks.firstTime();
    }

    /** Removes the message that ends first from its clock; it remains in its batch. */
    int takeFirst() {
        int message = clocks.first();
        messages.rate[message] = clocks.rate(messages.batch[message]);
        clocks.takeFirst();
        return message;
    }

    /** Applies the changes of this instant. */
    void flush() {
        if (changed) {
            changed = false;
            for (int i = 0; i < enteringCount; i++) {
                int message = entering[i];
                conflicts.started(message, messages.source[message], messages.destination[message]);
                join(message);
            }
            enteringCount = 0;
            recompute();
        }
        settle();
    }

    private void recompute() {
        ratesFrom = kernel.now();
        sharing.recompute(rateConsumer);
    }

    private void rateChanged(int flow, double rate) {
        setRate(flow, rate);
        for (int batch = limited.first(flow); batch != Batches.NONE; batch = limited.next(batch)) {
            setRate(batch, Math.min(rate, limited.limit(batch)));
        }
    }

    private void setRate(int batch, double rate) {
        if (rate == clocks.rate(batch)) {
            return;
        }
        if (!(rate > 0 && rate < NEVER)) {
            throw new IllegalStateException("the sharing model's rate of messages from node " + batches.source(batch)
                    + " to node " + batches.destination(batch) + " is not finite and above 0: " + rate);
        }
        clocks.setRate(batch, rate, ratesFrom);
        if (meter != null) {
            meter.rateChanged(batch);
        }
        if (observed) {
            clocks.forEach(batch, this::note);
        }
    }

    /** Returns the sum of the rates of all messages of a batch, in work per second. */
    private double rateOfAll(int batch) {
        return batches.size(batch) * clocks.rate(batch);
    }

    /** Applies changed rates and notifies observers of them. */
    private void settle() {
        ratesFrom = kernel.now();
        inside.share(rateConsumer);
        clocks.settle();
        if (meter != null) {
            meter.settle(this::rateOfAll);
        }
        Arrays.sort(noted, 0, notedCount);
        for (int i = 0; i < notedCount; i++) {
            int message = noted[i];
            int batch = messages.batch[message];
            // a message may have been noted twice, or have left
            if (batch != Batches.NONE && messages.rate[message] != clocks.rate(batch)) {
                messages.rate[message] = clocks.rate(batch);
                tellRate(message);
            }
        }
        notedCount = 0;
    }

    private void note(int message) {
        if (observed) {
            noted = Columns.fit(noted, notedCount);
            noted[notedCount++] = message;
        }
    }

    private void tellRate(int message) {
        Observer observer = messages.user[message].observer;
        if (observer != null) {
            double penalty = penalty(message);
            double seconds = penalty * messages.uncontendedSeconds[message];
            observer.rateChanged(message, penalty, messages.bytes[message] / seconds, kernel.now());
        }
    }

    boolean has(int message) {
        return messages.batch[message] != Batches.NONE;
    }

    /** Returns the present work per second of a message; 0 before its first rate. */
    double rate(int message) {
        return clocks.rate(messages.batch[message]);
    }

    double penalty(int message) {
        return messages.uncontendedRate[message] / (has(message) ? rate(message) : messages.rate[message]);
    }

    double workLeft(int message) {
        return clocks.workLeft(message, messages.batch[message], kernel.now());
    }

    /** Returns the end of a message with a rate, at that rate, in seconds. */
    double date(int message) {
        return clocks.date(message, messages.batch[message]);
    }

    void forEachUntil(double horizon, TimeQueue.Visitor visitor) {
        clocks.forEachUntil(horizon, visitor);
    }

    /**
     * Returns the rate at which a link carries the messages in flight now, in the model's unit of rates. O(messages in
     * flight).
     */
    double carriedBy(int link) {
        double[] sum = {0};
        messages.forEach(message -> {
            int source = messages.source[message];
            int destination = messages.destination[message];
            if (has(message) && source != destination) {
                sum[0] += LinkMeter.part(sharing, link, source, destination) * rate(message);
            }
        });
        return sum[0];
    }

    Explanation explain(int message) {
        Preconditions.checkState(has(message), "message %s does not share the network now", message);
        int batch = messages.batch[message];
        Explanation ofModel = sharing.explain(limited.contains(batch) ? limited.owner(batch) : batch);
        double limit = messages.injectionRate[message];
        return messages.isLimited(message) && limit < ofModel.value()
                ? Explanation.of("rate", limit, "the message's maximum rate, below its rate under the model", ofModel)
                : ofModel;
    }

    /** Copies the state of another network with the same messages. None of them has joined a batch yet. */
    void copyOf(Flows original, List<Integer> inOrder) {
        entering = original.entering.clone();
        enteringCount = original.enteringCount;
        changed = original.changed;
        original.conflicts.copyTo(conflicts);
        for (int message : inOrder) {
            if (original.has(message)) {
                messages.workLeft[message] = original.workLeft(message);
                messages.rate[message] = 0;
                join(message);
            }
        }
        recompute();
        settle();
        changed = original.changed;
    }

    /** Removes a message from its clock because another queue ends it at this instant; it remains in its batch. */
    void takeOff(int message) {
        messages.rate[message] = rate(message);
        clocks.remove(message, messages.batch[message]);
    }
}
