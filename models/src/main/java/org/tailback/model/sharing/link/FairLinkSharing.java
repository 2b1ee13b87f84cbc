package org.tailback.model.sharing.link;

import com.google.common.base.Preconditions;
import java.util.Arrays;
import org.tailback.model.sharing.reach.Batches;
import org.tailback.model.sharing.reach.ConnectedPart;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.GroupedSharing;

/**
 * Weighted max-min fair sharing of links: every start and end has the connected part that it reaches filled from nothing
 * ({@link ProgressiveFilling}).
 *
 * <p><b>Groups.</b> All messages with the same bottleneck rise and fall together. So a batch whose bottleneck has {@link #MANY} messages is
 * put in the group of that link, and goes from group to group from then on: a new level of the link costs the network O(1).
 * Batches on emptier links have rates of their own, which costs less than a clock.
 *
 * <p><b>Rounding.</b> A level that is within 1e-12, relative, of the one that the network was told is no change. Since it is compared with what
 * was told, not with the level before, this never adds up.
 *
 * <p><b>Cost.</b> O(m log m) for the m crossings (batch on link) of the connected part. No allocation but growth.
 */
public abstract class FairLinkSharing extends LinkSharing implements GroupedSharing {
    /** Messages on a bottleneck that make a group. */
    private static final int MANY = 16;

    private static final int NONE = Batches.NONE;
    /** While about everything is connected, what is connected is searched for only every so many times. */
    private static final int SEARCH = 16;
    /** Relative; more than what is lost by rounding. */
    private static final double MARGIN = 1e-9;

    private final ProgressiveFilling filling;
    private final ConnectedPart reached;
    /** By batch. */
    private double[] inverseWeight = new double[16];
    /** By batch in no group: the level that the network knows; not a number if it knows none. */
    private double[] ownLevel = new double[16];
    /** By group: likewise. */
    private double[] groupLevel;
    /** True if the last search reached about all there is. */
    private boolean isLarge;

    private int sinceSearch;
    /** No batch at a level below this one can have another level now. */
    private double from = Double.POSITIVE_INFINITY;
    /** The largest part of a link that a message took so far. */
    private double largestPart;

    private final double[] parts;

    /**
     * @param topology the links
     * @param nodes number of nodes, >= 1
     */
    protected FairLinkSharing(Topology topology, int nodes) {
        super(topology, nodes);
        filling = new ProgressiveFilling(crossings, batches, capacity);
        reached = new ConnectedPart(crossings, capacity.length);
        groupLevel = new double[capacity.length + 16];
        Arrays.fill(groupLevel, Double.NaN);
        parts = new double[topology.longestRoute()];
    }

    /**
     * The weight w of a message: its rate is the level of its bottleneck / w. 1 unless a model says otherwise.
     *
     * @param parts for each link of the route, what the message takes of it per unit of its rate, finite, > 0: 1 unless changed here
     */
    protected double weigh(int source, int destination, double[] parts) {
        return 1;
    }

    /** Most work per second of a message by itself, whatever its links could carry; infinite unless a model says otherwise. */
    protected double window(int source, int destination) {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    protected final void opened(int batch, int source, int destination) {
        filling.opened(batch);
        if (batch >= ownLevel.length) {
            int length = Math.max(batch + 1, ownLevel.length + (ownLevel.length >> 1));
            inverseWeight = Arrays.copyOf(inverseWeight, length);
            ownLevel = Arrays.copyOf(ownLevel, length);
        }
        ownLevel[batch] = Double.NaN;
        int links = crossings.length(batch);
        Arrays.fill(parts, 0, links, 1);
        double weight = weigh(source, destination, parts);
        inverseWeight[batch] = 1 / weight;
        for (int i = 0; i < links; i++) {
            filling.setPart(crossings.first(batch) + i, parts[i] / weight);
            largestPart = Math.max(largestPart, parts[i] / weight);
        }
        filling.setBound(batch, weight * Math.min(batches.pace(batch), window(source, destination)));
    }

    /** A link with k messages is not full below capacity / (k * largest part): the new level of the batch is not below that. */
    @Override
    protected final void grown(int batch) {
        from = Math.min(from, filling.bound(batch));
        for (int i = crossings.length(batch); --i >= 0; ) {
            int link = crossings.link(batch, i);
            from = Math.min(from, capacity[link] / (messages[link] * largestPart));
        }
    }

    @Override
    protected final void shrinks(int batch) {
        double before = filling.levelOf(batch);
        from = before < from ? before : from;
    }

    @Override
    protected final void capacityChanged() {
        from = 0;
    }

    @Override
    public final double rateFactor(int flow) {
        return inverseWeight[batches.of(flow)];
    }

    @Override
    public final void recompute(RateConsumer rates) {
        solve();
        for (int i = 0; i < filling.restlessCount; i++) {
            setOwn(filling.restless[i], rates);
        }
        for (int flow = started.take(); flow >= 0; flow = started.take()) {
            rates.rate(flow, rate(flow));
        }
    }

    @Override
    public final void recomputeGroups(GroupConsumer groups) {
        solve();
        for (int i = 0; i < filling.fullCount; i++) {
            int link = filling.full[i];
            if (link < groupLevel.length && groupLevel[link] > 0) {
                setGroup(link, groups);
            }
        }
        for (int i = 0; i < filling.restlessCount; i++) {
            int batch = filling.restless[i];
            int link = filling.bottleneck[batch];
            if (filling.known[batch] != NONE || (link < capacity.length && messages[link] >= MANY)) {
                move(batch, link, groups);
            } else {
                setOwn(batch, groups);
            }
        }
        for (int flow = started.take(); flow >= 0; flow = started.take()) {
            int batch = batches.of(flow);
            if (filling.known[batch] == NONE) {
                groups.rate(flow, rate(flow));
            } else {
                groups.moved(flow, filling.known[batch]);
            }
        }
    }

    private void solve() {
        reached.clear();
        for (int i = 0; i < changedLinks.size(); i++) {
            reached.addLink(changedLinks.get(i));
        }
        if (isLarge && ++sinceSearch % SEARCH != 0) {
            for (int link = 0; link < capacity.length; link++) {
                if (crossings.count(link) > 0) {
                    reached.addLink(link);
                }
            }
        } else {
            reached.extend();
            isLarge = reached.links().size() > capacity.length / 4
                    && reached.flows().size() > batches.count() / 2;
        }
        changedLinks.clear();
        filling.fill(reached.links(), from * (1 - MARGIN));
        from = Double.POSITIVE_INFINITY;
    }

    private void setOwn(int batch, RateConsumer rates) {
        double now = filling.level[filling.bottleneck[batch]];
        if (isNew(now, ownLevel[batch])) {
            ownLevel[batch] = now;
            double rate = now * inverseWeight[batch];
            for (int flow = batches.first(batch); flow != NONE; flow = batches.next(flow)) {
                if (!started.contains(flow)) {
                    rates.rate(flow, rate);
                }
            }
        }
    }

    private void setGroup(int link, GroupConsumer groups) {
        double now = filling.level[link];
        if (isNew(now, groupLevel[link])) {
            groupLevel[link] = now;
            groups.groupRate(link, now);
        }
    }

    private void move(int batch, int link, GroupConsumer groups) {
        if (link >= groupLevel.length) {
            int old = groupLevel.length;
            groupLevel = Arrays.copyOf(groupLevel, link + 1 + (link >> 1));
            Arrays.fill(groupLevel, old, groupLevel.length, Double.NaN);
        }
        setGroup(link, groups);
        filling.known[batch] = link;
        for (int flow = batches.first(batch); flow != NONE; flow = batches.next(flow)) {
            if (!started.contains(flow)) {
                groups.moved(flow, link);
            }
        }
    }

    /** Also if there is none that was told. */
    private static boolean isNew(double level, double told) {
        return !(Math.abs(level - told) <= ProgressiveFilling.TOLERANCE * told);
    }

    /** The batch of a flow in flight that has a rate. */
    protected final int batchOf(int flow) {
        Preconditions.checkArgument(batches.contains(flow), "flow %s is not in flight", flow);
        Preconditions.checkState(!started.contains(flow), "flow %s has no rate before recompute", flow);
        return batches.of(flow);
    }

    /** The level of a batch's bottleneck. */
    protected final double levelOf(int batch) {
        return filling.known[batch] == NONE ? ownLevel[batch] : groupLevel[filling.known[batch]];
    }

    /** The level at which the messages of a batch have reached their own bound; infinite without one. */
    protected final double boundOf(int batch) {
        return filling.bound(batch);
    }

    /** The rate of a flow in flight. */
    protected final double rate(int flow) {
        return levelOf(batches.of(flow)) * rateFactor(flow);
    }

    /** What each message of a batch takes of its {@code index}-th link per unit of its level. */
    protected final double partOf(int batch, int index) {
        return filling.part(crossings.first(batch) + index);
    }

    /**
     * What a link carries.
     *
     * @param used what all messages take
     * @param highestLevel the highest level of a message there
     * @param full true if no capacity is left, but for rounding
     */
    protected record Load(double used, double highestLevel, boolean full) {}

    /** What a link carries. O(batches on it). */
    protected final Load load(int link) {
        double used = 0;
        double highest = 0;
        for (int i = 0; i < crossings.count(link); i++) {
            int crossing = crossings.on(link)[i];
            int batch = crossings.flowOf(crossing);
            used += batches.size(batch) * filling.part(crossing) * levelOf(batch);
            highest = Math.max(highest, levelOf(batch));
        }
        return new Load(used, highest, used >= capacity[link] * (1 - 1e-9));
    }
}
