package org.tailback.model.sharing.reach;

import com.google.common.base.Preconditions;
import org.tailback.sharing.GroupedSharing;

/**
 * Base of the models that give one rate to all messages of a batch ({@link Batches}). This class keeps the batches, and
 * reports changed rates to the network ({@link BatchRates}). A model sets the rates in {@link #update}.
 *
 * <p>Nothing is allocated per start, end or recomputation, apart from arrays that grow.
 */
public abstract class BatchedSharing implements GroupedSharing {
    /** The messages in flight. */
    protected final Batches batches;

    /** The messages that have no rate yet. */
    protected final StartedMessages started = new StartedMessages();

    /** The rates of batches. */
    protected final BatchRates rates;

    /** A model in which batches share no bottlenecks. */
    protected BatchedSharing() {
        this(0, 0);
    }

    /**
     * @param bottlenecks number of bottlenecks that batches can share, >= 0
     * @param expected batches that there is room for at once, >= 0
     */
    protected BatchedSharing(int bottlenecks, int expected) {
        batches = new Batches(expected);
        rates = new BatchRates(batches, started, bottlenecks, expected);
    }

    @Override
    public final void flowStarted(int flow, int source, int destination) {
        flowStarted(flow, source, destination, Double.POSITIVE_INFINITY);
    }

    @Override
    public final void flowStarted(int flow, int source, int destination, double pace) {
        flowStarted(flow, source, destination, pace, source, destination);
    }

    @Override
    public final void flowStarted(int flow, int source, int destination, double pace, int sender, int receiver) {
        Preconditions.checkState(!batches.contains(flow), "flow %s is already in flight", flow);
        double counted = regardsPaces() ? pace : Double.POSITIVE_INFINITY;
        int from = regardsRanks() ? sender : source;
        int to = regardsRanks() ? receiver : destination;
        int batch = batches.find(from, to, counted);
        if (batch == Batches.NONE) {
            check(flow, source, destination);
            batch = batches.open(flow, from, to, counted);
            rates.opened(batch);
            opened(batch, source, destination, pace);
        } else {
            batches.join(flow, batch);
            resized(batch, 1);
        }
        started.add(flow);
    }

    @Override
    public final void flowEnded(int flow) {
        Preconditions.checkState(batches.contains(flow), "flow %s is not in flight", flow);
        int batch = batches.of(flow);
        started.remove(flow);
        if (batches.size(batch) > 1) {
            batches.leave(flow);
            resized(batch, -1);
        } else {
            batches.close(batch);
            closed(batch);
        }
    }

    @Override
    public void recompute(RateConsumer consumer) {
        update();
        rates.tell(consumer);
    }

    @Override
    public void recomputeGroups(GroupConsumer consumer) {
        rates.useGroups();
        update();
        rates.tellGroups(consumer);
    }

    @Override
    public final double rateFactor(int flow) {
        return rates.factor(batches.of(flow));
    }

    /** Sets the rate of a batch's messages, finite and > 0. Setting the same value again is harmless. */
    protected final void setRate(int batch, double rate) {
        rates.set(batch, rate);
    }

    /** Returns the rate that was set last; NaN if none was set since the batch opened. */
    protected final double rate(int batch) {
        return rates.rate(batch);
    }

    /** Returns the batch of a message whose rate is to be explained. */
    protected final int batchToExplain(int flow) {
        Preconditions.checkArgument(batches.contains(flow), "flow %s is not in flight", flow);
        Preconditions.checkState(!started.contains(flow), "flow %s has no rate before recompute", flow);
        return batches.of(flow);
    }

    /** Rejects a message before it becomes a batch. */
    protected void check(int flow, int source, int destination) {}

    /** True if messages of different paces between the same two nodes may have different rates. */
    protected boolean regardsPaces() {
        return false;
    }

    /** True if messages of different ranks between the same two nodes may have different rates; then batches have them. */
    protected boolean regardsRanks() {
        return false;
    }

    /** Adds a batch of one message between two nodes. */
    protected abstract void opened(int batch, int source, int destination, double pace);

    /** Adds a message to a batch (1), or removes one of several (-1). */
    protected abstract void resized(int batch, int by);

    /** Removes a batch whose last message has ended. */
    protected abstract void closed(int batch);

    /** Sets the rates that may differ from the last time, those of new batches among them. */
    protected abstract void update();
}
