package org.tailback.model.sharing.link;

import com.google.common.base.Preconditions;
import java.util.Arrays;
import org.tailback.model.sharing.conflict.DenseSet;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.GroupedSharing;

/**
 * Weighted max-min fair sharing of links, kept up to date locally: the group of a flow is its bottleneck link.
 *
 * <p><b>What is kept.</b> Flow i progresses at the rate level / w(i) of its bottleneck, and takes the part a(i, l) / w(i) of its level on
 * each link l it crosses. A link that is some flow's bottleneck is settled: its flows are full at
 *
 * <pre>
 * level(l) = (capacity - what the flows take that have another bottleneck) / sum of the parts of the flows that have not
 * </pre>
 *
 * Both terms are kept per link, so that a level costs one division.
 *
 * <p><b>What a change reaches.</b> A flow has its bottleneck at the lowest of its links' levels, so the level of a link follows from
 * lower ones only. Where few flows change, links are solved one by one from the changed ones upwards ({@link Relaxation}); where many do, and after
 * changes of capacities, what can be reached is filled again ({@link ProgressiveFilling}). All else stays untouched.
 *
 * <p><b>Arithmetic.</b> Levels and sums are whole numbers of 128 bits, in units of 2^-96 of the largest capacity (rounded up to a power of
 * two). Adding and taking away what a flow takes is therefore exact in any order, so that nothing drifts and a local change gives
 * what solving all from scratch gives. Rates are the levels rounded once to a double: those of flows in equal positions
 * are equal to the last bit although they are computed in different ways, because the ways differ by some 2^-90.
 *
 * <p><b>Cost.</b> For every link whose level changes: an addition for each other link that its flows cross, in a
 * sequential array; O(k log k) for the k links touched, or O(links) where they are a good part of all. A flow that keeps its bottleneck is
 * not looked at and not reported. No allocation but growth.
 */
public abstract class FairLinkSharing extends LinkSharing implements GroupedSharing {
    /** Capacities can be multiplied by this at least and at most, twice, for link and node: whole numbers have room for that. */
    private static final double SMALLEST_FRACTION = 0x1p-20;

    private static final double LARGEST_FRACTION = 0x1p15;

    private final boolean weighted;
    private final int links;
    private final LinkLevels levels;
    private final Relaxation relaxation;
    private final ProgressiveFilling filling;
    /** Changed links that are more than a flow that started alone. */
    private final DenseSet unsolved;
    /** By group; not a number for those that have never been reported. */
    private double[] reportedRate;

    private boolean capacitiesChanged;
    private int inFlight;
    /** Flows in flight that can reach a bound of their own. */
    private int bounded;

    /**
     * @param topology the links
     * @param nodes number of nodes, >= 1
     * @param weighted false if every flow takes 1 of each of its links; then {@link #weigh} is never asked
     */
    protected FairLinkSharing(Topology topology, int nodes, boolean weighted) {
        super(topology, nodes);
        this.weighted = weighted;
        links = topology.links();
        levels = new LinkLevels(flows, topology, weighted);
        relaxation = new Relaxation(levels);
        filling = new ProgressiveFilling(levels);
        reportedRate = new double[links];
        Arrays.fill(reportedRate, Double.NaN);
        unsolved = new DenseSet(links);
    }

    /**
     * Says what a flow that has been put on its route takes, through {@link #setWeight} and {@link #setPart} for each of its links.
     * Asked only if flows are weighted.
     */
    protected void weigh(int flow, int source, int destination) {
        throw new IllegalStateException("not weighted");
    }

    /**
     * @param weight w, finite, > 0: the flow's rate is its level / w
     * @param boundLevel level that it does not exceed, > 0; infinite for none
     */
    protected final void setWeight(int flow, double weight, double boundLevel) {
        levels.inverseWeight[flow] = 1 / weight;
        levels.bound[flow] = boundLevel;
        bounded += boundLevel < LinkLevels.NONE ? 1 : 0;
    }

    /**
     * @param part what the flow takes of its {@code index}-th link per unit of its rate, finite, > 0
     */
    protected final void setPart(int flow, int index, double part) {
        double perLevel = part * levels.inverseWeight[flow];
        if (!(perLevel > 0x1p-28 && perLevel < 0x1p28)) {
            throw new IllegalStateException("flow " + flow + " takes " + perLevel
                    + " of a link per level: the weights of the routes are too far apart");
        }
        levels.partNumber[flows.firstCrossing(flow) + index] = levels.parts.numberOf(perLevel);
    }

    @Override
    public final double rateFactor(int flow) {
        return weighted ? levels.inverseWeight[flow] : 1;
    }

    /** The level of a flow's bottleneck, as a double. */
    protected final double levelOf(int flow) {
        Preconditions.checkArgument(flows.contains(flow), "flow %s is not in flight", flow);
        return levels.group(flow) < 0 ? Double.NaN : levels.level[levels.group(flow)];
    }

    /** The level at which a flow has reached its own bound; infinite without one. */
    protected final double boundOf(int flow) {
        return weighted ? levels.bound[flow] : Double.POSITIVE_INFINITY;
    }

    /** The rate of a flow in flight. */
    protected final double rate(int flow) {
        return levelOf(flow) * rateFactor(flow);
    }

    /** What a flow takes of its {@code index}-th link per unit of its level. */
    protected final double partOf(int flow, int index) {
        return levels.part(flows.firstCrossing(flow) + index);
    }

    @Override
    protected final void started(int flow, int source, int destination) {
        levels.ensureCapacity(flow);
        levels.setGroup(flow, LinkLevels.STARTED);
        flows.records()[flows.firstCrossing(flow + 1) + LinkLevels.REPORTED] = LinkLevels.OPEN;
        if (weighted) {
            weigh(flow, source, destination);
        }
        levels.noteOpened(flow);
        inFlight++;
    }

    @Override
    protected final void ending(int flow) {
        inFlight--;
        if (weighted && levels.bound[flow] < LinkLevels.NONE) {
            bounded--;
        }
        int bottleneck = levels.group(flow);
        if (bottleneck < 0) {
            return;
        }
        int first = flows.firstCrossing(flow);
        for (int c = first; c < first + flows.length(flow); c++) {
            int link = flows.linkOf(c);
            if (bottleneck == link) {
                levels.removePart(link, c);
            } else if (bottleneck < links) {
                levels.release(link, c, bottleneck);
            } else {
                levels.hold(flow, link, c, true);
            }
        }
        if (bottleneck >= links) {
            levels.level[bottleneck] = LinkLevels.NONE;
        }
    }

    /** As for every model; the limits leave room in whole numbers of 128 bits. */
    @Override
    protected void checkFraction(double fraction) {
        super.checkFraction(fraction);
        Preconditions.checkArgument(
                fraction >= SMALLEST_FRACTION && fraction <= LARGEST_FRACTION,
                "a capacity can become %s to %s times what it was, not %s times",
                SMALLEST_FRACTION,
                LARGEST_FRACTION,
                fraction);
    }

    @Override
    protected final void capacityChanged(int link) {
        levels.setCapacity(link, topology.capacity(link));
        capacitiesChanged = true;
    }

    @Override
    public final void recompute(RateConsumer consumer) {
        update();
        // flow by flow: those in groups whose rate changed, and those that changed to another rate
        for (int i = 0; i < levels.settledCount; i++) {
            int group = levels.settled[i];
            if (rateIsNew(group)) {
                for (int at = group < links ? flows.front(group) : 0; --at >= 0; ) {
                    int flow = flows.flowOf(flows.crossing(group, at));
                    reported(flow, group);
                    consumer.rate(flow, rate(flow));
                }
            }
        }
        for (int i = 0; i < levels.openedCount; i++) {
            int flow = levels.opened[i];
            if (flows.contains(flow) && reported(flow, levels.group(flow))) {
                consumer.rate(flow, rate(flow));
            }
        }
        levels.openedCount = 0;
    }

    @Override
    public final void recomputeGroups(GroupConsumer consumer) {
        update();
        for (int i = 0; i < levels.settledCount; i++) {
            int group = levels.settled[i];
            if (rateIsNew(group)) {
                consumer.groupRate(group, levels.level[group]);
            }
        }
        for (int i = 0; i < levels.openedCount; i++) {
            int flow = levels.opened[i];
            if (flows.contains(flow)) {
                int group = levels.group(flow);
                if (reported(flow, group)) {
                    consumer.moved(flow, group);
                }
            }
        }
        levels.openedCount = 0;
    }

    /** True if a group has another rate than the one reported; it counts as reported then. */
    private boolean rateIsNew(int group) {
        double level = levels.level[group];
        if (group >= reportedRate.length) {
            int old = reportedRate.length;
            reportedRate = Arrays.copyOf(reportedRate, levels.level.length);
            Arrays.fill(reportedRate, old, reportedRate.length, Double.NaN);
        }
        if (level == reportedRate[group] || level == LinkLevels.NONE) {
            return false;
        }
        reportedRate[group] = level;
        return true;
    }

    /** A flow's group is reported; false if it was already. */
    private boolean reported(int flow, int itsGroup) {
        int at = flows.firstCrossing(flow + 1) + LinkLevels.REPORTED;
        boolean isNew = flows.records()[at] != itsGroup;
        flows.records()[at] = itsGroup;
        return isNew;
    }

    /**
     * Brings levels and groups up to date. In one piece, because what is as long as this is compiled once and not again with each of its
     * callers.
     */
    private void update() {
        unsolved.clear();
        levels.settledCount = 0;
        int started = levels.openedCount;
        int[] records = flows.records();
        for (int i = 0; i < changedLinks.size(); i++) {
            int link = changedLinks.get(i);
            int count = flows.count(link);
            if (count == 0) {
                levels.clearLevel(link);
                continue;
            }
            int flow = flows.flowOf(flows.crossing(link, 0));
            int end = flows.firstCrossing(flow + 1);
            if (weighted || count > 1 || records[end + LinkLevels.REPORTED] != LinkLevels.OPEN) {
                unsolved.add(link);
                continue;
            }
            // the short way for most messages of sparse patterns, which started and are the only ones on all their
            // links: the
            // bottleneck is the narrowest link, and nothing else changes
            int first = flows.firstCrossing(flow);
            boolean isNew = records[end + LinkLevels.GROUP] == LinkLevels.STARTED;
            int narrowest = first;
            double smallest = LinkLevels.NONE;
            boolean alone = true;
            for (int c = first; alone && isNew && c < end - RoutedFlows.SPARE && records[c] >= 0; c++) {
                double capacity = levels.capacity(records[c]);
                alone = flows.count(records[c]) == 1;
                if (capacity < smallest) {
                    smallest = capacity;
                    narrowest = c;
                }
            }
            if (!alone) {
                unsolved.add(link);
            } else if (isNew) {
                settleAlone(flow, narrowest, smallest);
            }
        }
        changedLinks.clear();
        if (unsolved.size() > 0) {
            boolean many = started > 8 && started > inFlight >> 2;
            if (many || capacitiesChanged || bounded > 0 || !relaxation.run(unsolved)) {
                filling.run(unsolved);
                if (bounded == 0 && !relaxation.polish(unsolved)) {
                    filling.run(unsolved);
                }
            }
        }
        capacitiesChanged = false;
    }

    private void settleAlone(int flow, int narrowest, double due) {
        int[] records = flows.records();
        long[] state = levels.state;
        int end = flows.firstCrossing(flow + 1);
        int bottleneck = records[narrowest];
        int own = bottleneck << LinkLevels.FIELDS;
        long itsHigh = state[own + LinkLevels.CAPACITY];
        long itsLow = state[own + LinkLevels.CAPACITY + 1];
        for (int c = flows.firstCrossing(flow); c < end - RoutedFlows.SPARE && records[c] >= 0; c++) {
            levels.clearLevel(records[c]);
            if (c != narrowest) {
                int at = (records[c] << LinkLevels.FIELDS) + LinkLevels.USED;
                state[at] = itsHigh;
                state[at + 1] = itsLow;
                levels.addUse(bottleneck, records[c], c);
                levels.highest[records[c]] = due;
            }
        }
        state[own + LinkLevels.PARTS] = 1;
        levels.setLevel(bottleneck, itsHigh, itsLow, due);
        flows.toFront(narrowest);
        records[end + LinkLevels.GROUP] = bottleneck;
    }
}
