package org.tailback.model.sharing.reach;

import java.util.Arrays;
import org.tailback.sharing.BandwidthSharing.RateConsumer;
import org.tailback.sharing.GroupedSharing.GroupConsumer;

/**
 * Rates of batches, and the changes that the network must be notified of.
 *
 * <p><b>Groups.</b> Messages with the same bottleneck usually have the same level and change together. A bottleneck
 * with {@link #MANY} messages or more is therefore a group of the network ({@link
 * org.tailback.sharing.GroupedSharing}): a new level costs the network O(1) however many messages there are. A batch
 * whose level differs from that of its bottleneck is a group by itself. A batch that has joined a group stays in groups
 * until it is empty. Batches at smaller bottlenecks have individual rates, which cost less than the clock of a group.
 *
 * <p><b>Levels and rates.</b> The rate of a message is the level of its batch times the batch's factor, 1 unless set.
 *
 * <p><b>Rounding.</b> A level within {@link #TOLERANCE} of the one that the network knows is no change. The comparison
 * is always with the level that the network knows, so that small differences do not add up.
 *
 * <p>Nothing is allocated, apart from arrays that grow.
 */
public final class BatchRates {
    /** Relative difference below which levels are equal; some thousand times the error of rounding. */
    public static final double TOLERANCE = 1e-12;

    /** Messages that make a bottleneck a group. */
    private static final int MANY = 16;

    private static final int NONE = Batches.NONE;

    private final Batches batches;
    private final StartedMessages started;
    private final int bottlenecks;
    /** True if the network takes groups. */
    private boolean grouped;

    /** By batch: the level that the network knows while the batch is in no group; NaN before the first. */
    private double[] level;

    private double[] factor;
    private int[] group;

    /** By group: the level that the network knows. Empty until there is a group. */
    private double[] groupLevel = {};

    private final DenseSet changed = new DenseSet(16);
    private final DenseSet changedGroups;
    /** Groups whose level has been set since the network was last notified. */
    private final DenseSet setGroups;

    /**
     * @param batches the batches
     * @param started the messages that have no rate yet
     * @param bottlenecks number of bottlenecks that batches can always share, >= 0; others are {@link #onDemand}
     * @param expected batches that there is room for at once, >= 0
     */
    public BatchRates(Batches batches, StartedMessages started, int bottlenecks, int expected) {
        this.batches = batches;
        this.started = started;
        this.bottlenecks = bottlenecks;
        level = new double[Math.max(16, expected)];
        factor = new double[level.length];
        group = new int[level.length];
        changedGroups = new DenseSet(bottlenecks);
        setGroups = new DenseSet(bottlenecks);
    }

    /** The number of the {@code index}-th bottleneck that is there on demand. */
    public int onDemand(int index) {
        return bottlenecks + 2 * index + 1;
    }

    /** The number of the bottleneck that a batch shares with no other. */
    public int own(int batch) {
        return bottlenecks + 2 * batch;
    }

    /** True if a bottleneck belongs to one batch. */
    public boolean isOwn(int bottleneck) {
        return bottleneck >= bottlenecks && (bottleneck - bottlenecks & 1) == 0;
    }

    /** The batch of its {@link #own} bottleneck, or the index of one that is there on demand. */
    public int indexOf(int bottleneck) {
        return (bottleneck - bottlenecks) / 2;
    }

    /** Adds a batch without a rate. */
    public void opened(int batch) {
        if (batch >= level.length) {
            int length = Math.max(batch + 1, level.length + (level.length >> 1));
            level = Arrays.copyOf(level, length);
            factor = Arrays.copyOf(factor, length);
            group = Arrays.copyOf(group, length);
        }
        level[batch] = Double.NaN;
        factor[batch] = 1;
        group[batch] = NONE;
    }

    /** Sets the rate of a message per unit of its level, before the first level of the batch. */
    public void setFactor(int batch, double value) {
        factor[batch] = value;
    }

    /** The rate of a message per unit of its level. */
    public double factor(int batch) {
        return factor[batch];
    }

    /** Sets the level of a batch that shares no bottleneck. */
    public void set(int batch, double newLevel) {
        set(batch, own(batch), batches.size(batch), newLevel);
    }

    /**
     * Sets the level of a batch at a bottleneck. Whenever the level of a bottleneck changes, all its batches must be
     * set.
     *
     * @param batch the batch
     * @param bottleneck its bottleneck, >= 0; its {@link #own} if it shares none
     * @param messages messages at the bottleneck
     * @param newLevel the level, finite and > 0
     */
    public void set(int batch, int bottleneck, int messages, double newLevel) {
        if (group[batch] == NONE && (messages < MANY || !grouped)) {
            if (differ(newLevel, level[batch])) {
                level[batch] = newLevel;
                changed.add(batch);
            }
            return;
        }
        boolean differs =
                !isOwn(bottleneck) && setGroups.contains(bottleneck) && differ(newLevel, groupLevel[bottleneck]);
        int to = differs ? own(batch) : bottleneck;
        setGroup(to, newLevel);
        if (group[batch] != to) {
            group[batch] = to;
            changed.add(batch);
        }
    }

    /**
     * Sets the level of all batches in the group of a bottleneck, if it is a group; batches that are elsewhere now are
     * set next.
     */
    public void setShared(int bottleneck, double newLevel) {
        if (bottleneck < groupLevel.length && groupLevel[bottleneck] > 0) {
            setGroup(bottleneck, newLevel);
        }
    }

    private void setGroup(int its, double newLevel) {
        if (its >= groupLevel.length) {
            int old = groupLevel.length;
            groupLevel = Arrays.copyOf(groupLevel, Math.max(bottlenecks, its + 1 + (its >> 1)));
            Arrays.fill(groupLevel, old, groupLevel.length, Double.NaN);
        }
        setGroups.add(its);
        if (differ(newLevel, groupLevel[its])) {
            groupLevel[its] = newLevel;
            changedGroups.add(its);
        }
    }

    /** Returns true if levels differ, or one of them is NaN. */
    private static boolean differ(double newLevel, double known) {
        return !(Math.abs(newLevel - known) <= TOLERANCE * known);
    }

    /** The level of a batch; NaN before the first. */
    public double level(int batch) {
        return group[batch] == NONE ? level[batch] : groupLevel[group[batch]];
    }

    /** The group of a batch: a bottleneck or, by itself, its {@link #own}; NONE for individual rates. */
    public int group(int batch) {
        return group[batch];
    }

    /** The rate of each message of a batch; NaN before the first. */
    public double rate(int batch) {
        return level(batch) * factor[batch];
    }

    /** Makes groups from now on; to be called before levels are set. */
    public void useGroups() {
        grouped = true;
    }

    /**
     * Reports the messages that started or whose rate changed since the last call, to a network that takes no groups.
     */
    public void tell(RateConsumer consumer) {
        for (int i = 0; i < changed.size(); i++) {
            for (int flow = batches.first(changed.get(i)); flow != NONE; flow = batches.next(flow)) {
                consumer.rate(flow, rate(changed.get(i)));
            }
        }
        for (int flow = started.take(); flow != NONE; flow = started.take()) {
            if (!changed.contains(batches.of(flow))) {
                consumer.rate(flow, rate(batches.of(flow)));
            }
        }
        changed.clear();
    }

    /**
     * Reports groups whose level changed and messages that started, changed group or have an individual rate that
     * changed.
     */
    public void tellGroups(GroupConsumer consumer) {
        for (int i = 0; i < changedGroups.size(); i++) {
            consumer.groupRate(changedGroups.get(i), groupLevel[changedGroups.get(i)]);
        }
        for (int i = 0; i < changed.size(); i++) {
            for (int flow = batches.first(changed.get(i)); flow != NONE; flow = batches.next(flow)) {
                tell(flow, changed.get(i), consumer);
            }
        }
        for (int flow = started.take(); flow != NONE; flow = started.take()) {
            if (!changed.contains(batches.of(flow))) {
                tell(flow, batches.of(flow), consumer);
            }
        }
        changedGroups.clear();
        setGroups.clear();
        changed.clear();
    }

    private void tell(int flow, int batch, GroupConsumer consumer) {
        if (group[batch] == NONE) {
            consumer.rate(flow, rate(batch));
        } else {
            consumer.moved(flow, group[batch]);
        }
    }
}
