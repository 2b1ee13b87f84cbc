package org.tailback.model.sharing.reach;

import com.google.common.base.Preconditions;
import org.tailback.sharing.GroupedSharing;

/**
 * What models have in common that give one rate to all messages of a batch ({@link Batches}): this class keeps the
 * batches, and tells the network the rates that changed ({@link BatchRates}). A model says in {@link #update} what they
 * are.
 *
 * <p>Nothing is allocated per start, end or recomputation, apart from arrays that grow.
 */
public abstract class BatchedSharing implements GroupedSharing {
    /** The messages in flight. */
    protected final Batches batches = new Batches();

    /** The messages that have no rate yet. */
    protected final StartedMessages started = new StartedMessages();

    /** The rates of batches. */
    protected final BatchRates rates;

    /** A model in which batches share no bottlenecks. */
    protected BatchedSharing() {
        this(0);
    }

    /** @param bottlenecks number of bottlenecks that batches can share, >= 0 */
    protected BatchedSharing(int bottlenecks) {
        rates = new BatchRates(batches, started, bottlenecks);
    }

    @Override
    public final void flowStarted(int flow, int source, int destination) {
        flowStarted(flow, source, destination, Double.POSITIVE_INFINITY);
    }

    @Override
    public final void flowStarted(int flow, int source, int destination, double pace) {
        Preconditions.checkState(!batches.contains(flow), "flow %s is already in flight", flow);
        double counted = regardsPaces() ? pace : Double.POSITIVE_INFINITY;
        int batch = batches.find(source, destination, counted);
        if (batch == Batches.NONE) {
            check(flow, source, destination);
            batch = batches.open(flow, source, destination, counted);
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

    /** The rate that was set last; not a number if none was set since the batch opened. */
    protected final double rate(int batch) {
        return rates.rate(batch);
    }

    /** The batch of a message that {@link #explain} is asked for. */
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

    /** A batch of one message has come. */
    protected abstract void opened(int batch, int source, int destination, double pace);

    /** A batch has one message more (1) or less (-1), and is not empty. */
    protected abstract void resized(int batch, int by);

    /** The last message of a batch has gone. */
    protected abstract void closed(int batch);

    /** Sets the rates that may differ from the last time, those of new batches among them. */
    protected abstract void update();
}
