package org.tailback.model.sharing.link;

import com.google.common.base.Preconditions;
import java.util.Arrays;
import java.util.BitSet;
import org.tailback.model.sharing.conflict.Batches;
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
 * <p><b>Batches.</b> Flows between the same two nodes always have the same rate. They are solved as one flow that takes as many parts as they are
 * ({@link Batches}), which is exact as well: many ranks in a node cost no more than one.
 *
 * <p><b>Cost.</b> For every link whose level changes: an addition for each other link that its batches cross, in a
 * sequential array; O(k log k) for the k links touched, or O(links) where they are a good part of all. A flow that keeps its bottleneck is
 * not looked at and not reported. No allocation but growth.
 */
public abstract class FairLinkSharing extends LinkSharing implements GroupedSharing {
    /** Capacities can be multiplied by this at least and at most, twice, for link and node: whole numbers have room for that. */
    private static final double SMALLEST_FRACTION = 0x1p-20;

    private static final double LARGEST_FRACTION = 0x1p15;

    private final boolean weighted;
    private final int links;
    private final Batches batches = new Batches();
    private final LinkLevels levels;
    private final Relaxation relaxation;
    private final ProgressiveFilling filling;
    /** Changed links that are more than a flow that started alone. */
    private final DenseSet unsolved;
    /** By group; not a number for those that have never been reported. */
    private double[] reportedRate;

    private boolean capacitiesChanged;
    /** Batches in flight that can reach a bound of their own. */
    private int bounded;
    /** Flows that joined others since the last recomputation; a number that has ended since is not marked. */
    private int[] joined = new int[16];

    private int joinedCount;
    private final BitSet hasJoined = new BitSet();

    /**
     * @param topology the links
     * @param nodes number of nodes, >= 1
     * @param weighted false if every flow takes 1 of each of its links; then {@link #weigh} is never asked
     */
    protected FairLinkSharing(Topology topology, int nodes, boolean weighted) {
        super(topology, nodes);
        this.weighted = weighted;
        links = topology.links();
        levels = new LinkLevels(flows, batches, topology, weighted);
        relaxation = new Relaxation(levels);
        filling = new ProgressiveFilling(levels);
        reportedRate = new double[links];
        Arrays.fill(reportedRate, Double.NaN);
        unsolved = new DenseSet(links);
    }

    /**
     * Says what each flow of a batch that has been put on its route takes, through {@link #setWeight} and {@link #setPart} for each of its
     * links. Asked only if flows are weighted.
     */
    protected void weigh(int batch, int source, int destination) {
        throw new IllegalStateException("not weighted");
    }

    /**
     * @param weight w, finite, > 0: the flow's rate is its level / w
     * @param boundLevel level that it does not exceed, > 0; infinite for none
     */
    protected final void setWeight(int batch, double weight, double boundLevel) {
        levels.inverseWeight[batch] = 1 / weight;
        levels.bound[batch] = boundLevel;
        bounded += boundLevel < LinkLevels.NONE ? 1 : 0;
    }

    /**
     * @param part what the flow takes of its {@code index}-th link per unit of its rate, finite, > 0
     */
    protected final void setPart(int batch, int index, double part) {
        double perLevel = part * levels.inverseWeight[batch];
        if (!(perLevel > 0x1p-28 && perLevel < 0x1p28)) {
            throw new IllegalStateException("batch " + batch + " takes " + perLevel
                    + " of a link per level: the weights of the routes are too far apart");
        }
        levels.partNumber[flows.firstCrossing(batch) + index] = levels.parts.numberOf(perLevel);
    }

    @Override
    public final double rateFactor(int flow) {
        return weighted ? levels.inverseWeight[batches.of(flow)] : 1;
    }

    /** The batch of a flow in flight: what has a route among {@link #flows}. */
    protected final int batchOf(int flow) {
        Preconditions.checkArgument(batches.contains(flow), "flow %s is not in flight", flow);
        return batches.of(flow);
    }

    /** The level of a batch's bottleneck, as a double. */
    protected final double levelOf(int batch) {
        return levels.group(batch) < 0 ? Double.NaN : levels.level[levels.group(batch)];
    }

    /** The level at which the flows of a batch have reached their own bound; infinite without one. */
    protected final double boundOf(int batch) {
        return weighted ? levels.bound[batch] : Double.POSITIVE_INFINITY;
    }

    /** The rate of a flow in flight. */
    protected final double rate(int flow) {
        return levelOf(batchOf(flow)) * rateFactor(flow);
    }

    /** What each flow of a batch takes of its {@code index}-th link per unit of its level. */
    protected final double partOf(int batch, int index) {
        return levels.part(flows.firstCrossing(batch) + index);
    }

    /**
     * What a link carries.
     *
     * @param used what all flows take
     * @param highestLevel the highest level of a flow there
     * @param messages how many flows cross it
     * @param full true if no capacity is left, but for rounding
     */
    protected record Load(double used, double highestLevel, int messages, boolean full) {}

    /** What a link carries. O(batches on it). */
    protected final Load load(int link) {
        double used = 0;
        double highest = 0;
        int messages = 0;
        for (int at = 0; at < flows.count(link); at++) {
            int crossing = flows.crossing(link, at);
            double level = levelOf(flows.flowOf(crossing));
            int copies = levels.copies(crossing);
            used += copies * levels.part(crossing) * level;
            highest = Math.max(highest, level);
            messages += copies;
        }
        return new Load(used, highest, messages, used >= topology.capacity(link) * (1 - 1e-9));
    }

    @Override
    public final void flowStarted(int flow, int source, int destination) {
        checkNodes(flow, source, destination);
        Preconditions.checkState(!batches.contains(flow), "flow %s is already in flight", flow);
        int batch = batches.find(source, destination);
        if (batch == Batches.NONE) {
            batch = batches.open(flow, source, destination);
            flows.add(batch, source, destination);
            levels.ensureCapacity(batch);
            levels.setGroup(batch, LinkLevels.STARTED);
            flows.records()[flows.firstCrossing(batch + 1) + LinkLevels.REPORTED] = LinkLevels.OPEN;
            if (weighted) {
                weigh(batch, source, destination);
            }
            levels.noteOpened(batch);
        } else {
            int group = levels.group(batch);
            count(batch, group, false);
            batches.join(flow, batch);
            count(batch, group, true);
            if (joinedCount == joined.length) {
                joined = Arrays.copyOf(joined, joinedCount + (joinedCount >> 1));
            }
            joined[joinedCount++] = flow;
            hasJoined.set(flow);
        }
        markLinks(batch);
    }

    @Override
    public final void flowEnded(int flow) {
        Preconditions.checkState(batches.contains(flow), "flow %s is not in flight", flow);
        int batch = batches.of(flow);
        int group = levels.group(batch);
        markLinks(batch);
        count(batch, group, false);
        if (joinedCount > 0) {
            hasJoined.clear(flow);
        }
        if (batches.size(batch) > 1) {
            batches.leave(flow);
            count(batch, group, true);
        } else {
            if (weighted && levels.bound[batch] < LinkLevels.NONE) {
                bounded--;
            }
            if (group >= links) {
                levels.level[group] = LinkLevels.NONE;
            }
            flows.remove(batch);
            batches.close(batch);
        }
    }

    /** What the flows of a batch take of their links counts from now on, or does not any more, so that their number can change. */
    private void count(int batch, int group, boolean counts) {
        int first = flows.firstCrossing(batch);
        int end = group < 0 ? first : first + flows.length(batch);
        for (int c = first; c < end; c++) {
            int link = flows.linkOf(c);
            if (group >= links) {
                levels.hold(batch, link, c, !counts);
            } else if (group != link) {
                if (counts) {
                    levels.occupy(link, c, group);
                } else {
                    levels.release(link, c, group);
                }
            } else if (counts) {
                levels.addPart(link, c);
            } else {
                levels.removePart(link, c);
            }
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
        for (int i = 0; i < joinedCount; i++) {
            if (hasJoined.get(joined[i])) {
                consumer.rate(joined[i], rate(joined[i]));
                hasJoined.clear(joined[i]);
            }
        }
        joinedCount = 0;
        // flow by flow: those in groups whose rate changed, and those that changed to another rate
        for (int i = 0; i < levels.settledCount; i++) {
            int group = levels.settled[i];
            if (rateIsNew(group)) {
                for (int at = group < links ? flows.front(group) : 0; --at >= 0; ) {
                    int batch = flows.flowOf(flows.crossing(group, at));
                    reported(batch, group);
                    reportRates(batch, consumer);
                }
            }
        }
        for (int i = 0; i < levels.openedCount; i++) {
            int batch = levels.opened[i];
            if (flows.contains(batch) && reported(batch, levels.group(batch))) {
                reportRates(batch, consumer);
            }
        }
        levels.openedCount = 0;
    }

    private void reportRates(int batch, RateConsumer consumer) {
        for (int flow = batches.first(batch); flow != Batches.NONE; flow = batches.next(flow)) {
            consumer.rate(flow, rate(flow));
        }
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
        for (int i = 0; i < joinedCount; i++) {
            int flow = joined[i];
            if (hasJoined.get(flow)) {
                int batch = batches.of(flow);
                int group = levels.group(batch);
                if (flows.records()[flows.firstCrossing(batch + 1) + LinkLevels.REPORTED] == group) {
                    consumer.moved(flow, group);
                }
                hasJoined.clear(flow);
            }
        }
        joinedCount = 0;
        for (int i = 0; i < levels.openedCount; i++) {
            int batch = levels.opened[i];
            if (flows.contains(batch)) {
                int group = levels.group(batch);
                if (reported(batch, group)) {
                    for (int flow = batches.first(batch); flow != Batches.NONE; flow = batches.next(flow)) {
                        consumer.moved(flow, group);
                    }
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

    /** A batch's group is reported; false if it was already. */
    private boolean reported(int batch, int itsGroup) {
        int at = flows.firstCrossing(batch + 1) + LinkLevels.REPORTED;
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
            if (weighted
                    || count > 1
                    || batches.size(flow) > 1
                    || records[end + LinkLevels.REPORTED] != LinkLevels.OPEN) {
                unsolved.add(link);
                continue;
            }
            // the short way for most messages of sparse patterns, which are new and alone on all their links: the
            // narrowest is the bottleneck, and nothing else changes
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
            boolean many = started > 8 && started > batches.count() >> 2;
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
