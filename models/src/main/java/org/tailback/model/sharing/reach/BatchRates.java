package org.tailback.model.sharing.reach;

import java.util.Arrays;
import org.tailback.sharing.BandwidthSharing.RateConsumer;
import org.tailback.sharing.GroupedSharing.GroupConsumer;

/**
 * The rates of messages that are known by batch, and what the network has to be told of them.
 *
 * <p>A batch whose rate changes while it has {@link #MANY} messages becomes a group, and stays one until it is empty: a changed
 * rate then costs the network O(1) however many messages the batch has. Messages of smaller batches have rates of their own,
 * which costs less than the clock of a group.
 *
 * <p>Nothing is allocated but growth.
 */
public final class BatchRates {
    /** Messages that make a batch a group. */
    private static final int MANY = 8;

    private final Batches batches;
    private final StartedMessages started;
    private final DenseSet changed = new DenseSet(16);
    /** By batch: not a number if none was set since it opened, so that the first one is always told. */
    private double[] rates = new double[16];

    private boolean[] isGroup = new boolean[16];

    /** No rates yet. */
    public BatchRates(Batches batches, StartedMessages started) {
        this.batches = batches;
        this.started = started;
    }

    /** A batch has been opened. */
    public void opened(int batch) {
        if (batch >= rates.length) {
            int length = Math.max(batch + 1, rates.length + (rates.length >> 1));
            rates = Arrays.copyOf(rates, length);
            isGroup = Arrays.copyOf(isGroup, length);
        }
        rates[batch] = Double.NaN;
        isGroup[batch] = false;
    }

    /** Sets the rate of a batch's messages. */
    public void set(int batch, double rate) {
        if (rates[batch] != rate) {
            rates[batch] = rate;
            changed.add(batch);
        }
    }

    /** The rate of a batch's messages. */
    public double get(int batch) {
        return rates[batch];
    }

    /** Tells the rates of all messages that started or changed since the last time. */
    public void tell(RateConsumer consumer) {
        for (int i = 0; i < changed.size(); i++) {
            tellMessages(changed.get(i), consumer);
        }
        for (int message = started.take(); message >= 0; message = started.take()) {
            int batch = batches.of(message);
            if (!changed.contains(batch)) {
                consumer.rate(message, rates[batch]);
            }
        }
        changed.clear();
    }

    /** The same, large batches as groups. */
    public void tellGroups(GroupConsumer consumer) {
        for (int i = 0; i < changed.size(); i++) {
            int batch = changed.get(i);
            if (isGroup[batch]) {
                consumer.groupRate(batch, rates[batch]);
            } else if (batches.size(batch) >= MANY) {
                becomeGroup(batch, consumer);
            } else {
                tellMessages(batch, consumer);
            }
        }
        for (int message = started.take(); message >= 0; message = started.take()) {
            int batch = batches.of(message);
            if (isGroup[batch]) {
                consumer.moved(message, batch);
            } else if (!changed.contains(batch)) {
                consumer.rate(message, rates[batch]);
            }
        }
        changed.clear();
    }

    private void tellMessages(int batch, RateConsumer consumer) {
        double rate = rates[batch];
        for (int message = batches.first(batch); message >= 0; message = batches.next(message)) {
            consumer.rate(message, rate);
        }
    }

    private void becomeGroup(int batch, GroupConsumer consumer) {
        isGroup[batch] = true;
        consumer.groupRate(batch, rates[batch]);
        for (int message = batches.first(batch); message >= 0; message = batches.next(message)) {
            // new ones come later
            if (!started.contains(message)) {
                consumer.moved(message, batch);
            }
        }
    }
}
