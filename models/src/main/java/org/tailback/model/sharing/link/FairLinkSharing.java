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
 * lower ones only. A settled link with a start or an end or another capacity is opened: its flows have no bottleneck; with it, in turn, all settled links
 * that these flows cross, which are higher ones. Then links are settled again by rising level (progressive filling). A
 * link that is about to be settled at a level below that of a flow's bottleneck outside opens that one too. All else stays
 * untouched: lower links, and those that share nothing with an opened one.
 *
 * <p><b>Arithmetic.</b> Levels and sums are whole numbers of 128 bits, in units of 2^-96 of the largest capacity (rounded up to a power of
 * two). Adding and taking away what a flow takes is therefore exact in any order, so that nothing drifts and a local change gives
 * what solving all from scratch gives. Rates are the levels rounded once to a double: those of flows in equal positions
 * are equal to the last bit although they are computed in different ways, because the ways differ by some 2^-90.
 *
 * <p><b>Cost.</b> O(m) for the m crossings (flow on link) of the opened links plus O(k log k) for the k links touched; a flow that keeps
 * its bottleneck is not reported. No allocation but growth. Long, because it is the inner loop of every simulation with max-min.
 */
public abstract class FairLinkSharing extends LinkSharing implements GroupedSharing {
    private static final int OPEN = -1;
    /** Where a flow's record has its group and, behind it, the group that was reported: places from its end. */
    private static final int GROUP = -2;

    private static final int REPORTED = -1;
    /** log2 of the numbers in {@code state} for a link. */
    private static final int FIELDS = 3;
    /** What flows with another bottleneck take: high half, and low half behind it. */
    private static final int USED = 0;
    /** Sum of the parts of flows that are open or have their bottleneck here; in units of 1, and 2^-64 behind it. */
    private static final int PARTS = 2;

    private static final int CAPACITY = 4;
    /** The level at which the link is full, while it is settled. */
    private static final int LEVEL = 6;
    /** The largest capacity has at most this many bits. */
    private static final int BITS = 96;
    /** Capacities can be multiplied by this at least and at most, twice, for link and node: whole numbers have room for that. */
    private static final double SMALLEST_FRACTION = 0x1p-20;

    private static final double LARGEST_FRACTION = 0x1p15;

    private final boolean weighted;
    private final int links;
    private final int scale;
    /** One unit of the 128-bit numbers as a double, and its inverse as an exponent. */
    private final double unit;

    /** For every link {@link #FIELDS} numbers side by side, so that a link costs one cache line. */
    private final long[] state;

    /** The level as a double; not a number for groups that are nobody's bottleneck. */
    private double[] level;

    private double[] reportedRate;
    /** Level at which a flow has reached its own bound, infinite without one. */
    private double[] bound = new double[0];
    /** 1 / w by flow. */
    private double[] inverseWeight = new double[0];
    /** a / w by crossing. */
    private long[] partHigh = new long[0];

    private long[] partLow = new long[0];

    private final DenseSet touched;
    /** Flows that started or were opened since the last recomputation; a number may be there twice. */
    private int[] opened = new int[16];

    private int openedCount;
    private final LevelHeap heap = new LevelHeap();
    private int[] settled = new int[16];
    private int settledCount;
    private boolean capacitiesChanged;
    private int[] toOpen = new int[16];
    private int toOpenCount;
    private int[] someCrossings = new int[16];
    /** High and low half of the last result. */
    private long high;

    private long low;

    /**
     * @param topology the links
     * @param nodes number of nodes, >= 1
     * @param weighted false if every flow takes 1 of each of its links; then {@link #weigh} is never asked
     */
    protected FairLinkSharing(Topology topology, int nodes, boolean weighted) {
        super(topology, nodes);
        this.weighted = weighted;
        links = topology.links();
        double largest = Double.MIN_NORMAL;
        for (int link = 0; link < links; link++) {
            largest = Math.max(largest, topology.capacity(link));
        }
        scale = BITS - 1 - Math.getExponent(largest);
        unit = Math.scalb(1.0, -scale);
        state = new long[links << FIELDS];
        for (int link = 0; link < links; link++) {
            setCapacity(link, topology.capacity(link));
        }
        level = new double[links];
        reportedRate = new double[links];
        Arrays.fill(level, Double.NaN);
        Arrays.fill(reportedRate, Double.NaN);
        touched = new DenseSet(links);
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
        inverseWeight[flow] = 1 / weight;
        bound[flow] = boundLevel;
    }

    /**
     * @param part what the flow takes of its {@code index}-th link per unit of its rate, finite, > 0
     */
    protected final void setPart(int flow, int index, double part) {
        double perLevel = part * inverseWeight[flow];
        if (!(perLevel > 0x1p-28 && perLevel < 0x1p28)) {
            throw new IllegalStateException("flow " + flow + " takes " + perLevel
                    + " of a link per level: the weights of the routes are too far apart");
        }
        split(perLevel, Long.SIZE);
        int crossing = flows.firstCrossing(flow) + index;
        partHigh[crossing] = high;
        partLow[crossing] = low;
    }

    @Override
    public final double rateFactor(int flow) {
        return weighted ? inverseWeight[flow] : 1;
    }

    /** The level of a flow's bottleneck, as a double. */
    protected final double levelOf(int flow) {
        Preconditions.checkArgument(flows.contains(flow), "flow %s is not in flight", flow);
        return group(flow) == OPEN ? Double.NaN : level[group(flow)];
    }

    /** The level at which a flow has reached its own bound; infinite without one. */
    protected final double boundOf(int flow) {
        return weighted ? bound[flow] : Double.POSITIVE_INFINITY;
    }

    /** The rate of a flow in flight. */
    protected final double rate(int flow) {
        return levelOf(flow) * rateFactor(flow);
    }

    /** What a flow takes of its {@code index}-th link per unit of its level. */
    protected final double partOf(int flow, int index) {
        int crossing = flows.firstCrossing(flow) + index;
        return weighted ? partHigh[crossing] + (partLow[crossing] >>> 1) * 0x1p-63 : 1;
    }

    @Override
    protected final void started(int flow, int source, int destination) {
        ensureCapacity(flow);
        setGroup(flow, OPEN);
        flows.records()[flows.firstCrossing(flow + 1) + REPORTED] = OPEN;
        if (weighted) {
            weigh(flow, source, destination);
        }
        noteOpened(flow);
        int first = flows.firstCrossing(flow);
        for (int c = first; c < first + flows.length(flow); c++) {
            addPart(flows.linkOf(c) << FIELDS, c);
        }
    }

    @Override
    protected final void ending(int flow) {
        int bottleneck = group(flow);
        int first = flows.firstCrossing(flow);
        for (int c = first; c < first + flows.length(flow); c++) {
            int link = flows.linkOf(c);
            if (bottleneck == OPEN || bottleneck == link) {
                removePart(link << FIELDS, c);
            } else {
                fetchLevel(bottleneck);
                release(link << FIELDS, c, high, low);
            }
        }
        if (bottleneck >= links) {
            level[bottleneck] = Double.NaN;
        }
        setGroup(flow, OPEN);
    }

    private void setCapacity(int link, double capacity) {
        split(capacity, scale);
        state[(link << FIELDS) + CAPACITY] = high;
        state[(link << FIELDS) + CAPACITY + 1] = low;
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
        setCapacity(link, topology.capacity(link));
        capacitiesChanged = true;
    }

    @Override
    public final void recompute(RateConsumer consumer) {
        update();
        // flow by flow: those in groups whose rate changed, and those that changed to another rate
        for (int i = 0; i < settledCount; i++) {
            int link = settled[i];
            if (level[link] != reportedRate[link]) {
                reportedRate[link] = level[link];
                for (int at = link < links ? flows.count(link) : 0; --at >= 0; ) {
                    int flow = flows.flowOf(flows.crossing(link, at));
                    if (group(flow) == link) {
                        reported(flow, link);
                        consumer.rate(flow, rate(flow));
                    }
                }
            }
        }
        for (int i = 0; i < openedCount; i++) {
            int flow = opened[i];
            if (flows.contains(flow) && reported(flow, group(flow))) {
                consumer.rate(flow, rate(flow));
            }
        }
        openedCount = 0;
    }

    @Override
    public final void recomputeGroups(GroupConsumer consumer) {
        update();
        for (int i = 0; i < settledCount; i++) {
            int number = settled[i];
            if (level[number] != reportedRate[number]) {
                reportedRate[number] = level[number];
                consumer.groupRate(number, level[number]);
            }
        }
        int[] records = flows.records();
        int shift = flows.shift();
        for (int i = 0; i < openedCount; i++) {
            int flow = opened[i];
            int end = (flow + 1) << shift;
            if (records[end + GROUP] != records[end + REPORTED] && flows.contains(flow)) {
                records[end + REPORTED] = records[end + GROUP];
                consumer.moved(flow, records[end + GROUP]);
            }
        }
        openedCount = 0;
    }

    private int group(int flow) {
        return flows.records()[flows.firstCrossing(flow + 1) + GROUP];
    }

    private void setGroup(int flow, int newGroup) {
        flows.records()[flows.firstCrossing(flow + 1) + GROUP] = newGroup;
    }

    /** A flow's group is reported; false if it was already. */
    private boolean reported(int flow, int itsGroup) {
        int at = flows.firstCrossing(flow + 1) + REPORTED;
        boolean isNew = flows.records()[at] != itsGroup;
        flows.records()[at] = itsGroup;
        return isNew;
    }

    private void noteOpened(int flow) {
        if (openedCount == opened.length) {
            opened = Arrays.copyOf(opened, 2 * openedCount);
        }
        opened[openedCount++] = flow;
    }

    /** Brings levels and groups up to date; {@code settled} are then the groups that were settled anew. */
    private void update() {
        heap.clear();
        touched.clear();
        settledCount = 0;
        for (int i = 0; i < changedLinks.size(); i++) {
            int link = changedLinks.get(i);
            int count = flows.count(link);
            if (count == 0) {
                level[link] = Double.NaN;
            } else if (count > 1 || !startedAlone(flows.flowOf(flows.crossing(link, 0)))) {
                touched.add(link);
                toOpen(link);
                if (capacitiesChanged) {
                    openIfTooFull(link);
                }
            }
        }
        capacitiesChanged = false;
        changedLinks.clear();
        for (int i = 0; weighted && i < openedCount; i++) {
            int flow = opened[i];
            if (flows.contains(flow) && bound[flow] < Double.POSITIVE_INFINITY) {
                heap.push(bound[flow], links + flow);
            }
        }
        double reached = 0;
        // each step is called from one place only, or the JVM's compiler copies it into every one, for more time than
        // short runs take
        while (true) {
            openListed();
            pushTouched();
            if (heap.isEmpty()) {
                break;
            }
            double key = heap.firstLevel();
            int number = heap.first();
            heap.pop();
            if (number >= links) {
                if (flows.contains(number - links) && group(number - links) == OPEN) {
                    reached = Math.max(reached, key);
                    hold(number - links);
                }
            } else if (Double.isNaN(level[number]) && hasParts(number)) {
                divide(number);
                // never below the level before but for rounding
                double due = Math.max(reached, toDouble(high, low) * unit);
                if (due > key && !heap.isEmpty() && due > heap.firstLevel()) {
                    heap.push(due, number);
                } else {
                    reached = due;
                    settle(number, high, low, due);
                }
            }
        }
    }

    private void toOpen(int number) {
        if (!Double.isNaN(level[number])) {
            if (toOpenCount == toOpen.length) {
                toOpen = Arrays.copyOf(toOpen, 2 * toOpenCount);
            }
            toOpen[toOpenCount++] = number;
        }
    }

    /**
     * The short way for most messages of sparse patterns: true if the flow, which is the only one on some link, started since the last
     * recomputation and is the only one on all its links. Its bottleneck is then the narrowest, and nothing else changes.
     */
    private boolean startedAlone(int flow) {
        int[] records = flows.records();
        int first = flows.firstCrossing(flow);
        int end = flows.firstCrossing(flow + 1);
        if (weighted || records[end + REPORTED] != OPEN) {
            return false;
        }
        boolean isNew = records[end + GROUP] == OPEN;
        int narrowest = records[first];
        double smallest = Double.POSITIVE_INFINITY;
        for (int c = first; isNew && c < end - RoutedFlows.SPARE && records[c] >= 0; c++) {
            int link = records[c];
            if (flows.count(link) != 1) {
                return false;
            }
            int at = (link << FIELDS) + CAPACITY;
            double capacity = toDouble(state[at], state[at + 1]);
            if (capacity < smallest) {
                smallest = capacity;
                narrowest = link;
            }
        }
        if (isNew) {
            settleAlone(flow, narrowest, smallest * unit);
        }
        return true;
    }

    private void settleAlone(int flow, int narrowest, double due) {
        int[] records = flows.records();
        int end = flows.firstCrossing(flow + 1);
        int own = narrowest << FIELDS;
        long itsHigh = state[own + CAPACITY];
        long itsLow = state[own + CAPACITY + 1];
        for (int c = flows.firstCrossing(flow); c < end - RoutedFlows.SPARE && records[c] >= 0; c++) {
            level[records[c]] = Double.NaN;
            if (records[c] != narrowest) {
                int at = records[c] << FIELDS;
                state[at + PARTS] = 0;
                state[at + USED] = itsHigh;
                state[at + USED + 1] = itsLow;
            }
        }
        state[own + LEVEL] = itsHigh;
        state[own + LEVEL + 1] = itsLow;
        level[narrowest] = due;
        remember(narrowest);
        records[end + GROUP] = narrowest;
    }

    /** A link whose capacity fell below what its flows take, which have other bottlenecks, becomes one. */
    private void openIfTooFull(int link) {
        int at = link << FIELDS;
        long left = state[at + CAPACITY] - state[at + USED] - carry(state[at + CAPACITY + 1], state[at + USED + 1]);
        for (int i = left < 0 ? flows.count(link) : 0; --i >= 0; ) {
            int bottleneck = group(flows.flowOf(flows.crossing(link, i)));
            if (bottleneck != OPEN) {
                toOpen(bottleneck);
            }
        }
    }

    /** Opens the groups on the list and what they reach. */
    private void openListed() {
        int shift = flows.shift();
        int[] records = flows.records();
        int recordLength = 1 << shift;
        while (toOpenCount > 0) {
            int number = toOpen[--toOpenCount];
            if (Double.isNaN(level[number])) {
                continue;
            }
            level[number] = Double.NaN;
            if (number >= links) {
                fetchLevel(number);
                open(number - links, number, high, low);
            } else {
                int count = flows.count(number);
                int[] crossings = flows.crossings(number);
                int[] found = crossingsFor(count);
                int own = 0;
                for (int at = 0; at < count; at++) {
                    // without a branch, which would be a coin's toss
                    int crossing = crossings[at];
                    found[own] = crossing;
                    own += records[(crossing & -recordLength) + recordLength + GROUP] == number ? 1 : 0;
                }
                fetchLevel(number);
                long itsHigh = high;
                long itsLow = low;
                for (int i = 0; i < own; i++) {
                    open(found[i] >> shift, number, itsHigh, itsLow);
                }
            }
        }
    }

    /** Gives the links that were touched a place in the heap, if flows are open there. */
    private void pushTouched() {
        for (int i = 0; i < touched.size(); i++) {
            int link = touched.get(i);
            if (Double.isNaN(level[link]) && hasParts(link)) {
                if (state[(link << FIELDS) + PARTS] == 0) {
                    // less than one whole part: the level is above what is left, which saves the division if it never
                    // comes to this link
                    fetchLeft(link);
                } else {
                    divide(link);
                }
                heap.push(toDouble(high, low) * unit, link);
            }
        }
        touched.clear();
    }

    private void open(int flow, int bottleneck, long itsHigh, long itsLow) {
        noteOpened(flow);
        int[] records = flows.records();
        int first = flows.firstCrossing(flow);
        int end = flows.firstCrossing(flow + 1);
        records[end + GROUP] = OPEN;
        for (int c = first; c < end - RoutedFlows.SPARE && records[c] >= 0; c++) {
            int link = records[c];
            if (link != bottleneck) {
                if (touched.add(link)) {
                    toOpen(link);
                }
                release(link << FIELDS, c, itsHigh, itsLow);
                addPart(link << FIELDS, c);
            } else {
                touched.add(link);
            }
        }
        if (weighted && bound[flow] < Double.POSITIVE_INFINITY) {
            heap.push(bound[flow], links + flow);
        }
    }

    /** The link is full at this level: the flows that are open there have found their bottleneck, unless others must be opened first. */
    private void settle(int link, long itsHigh, long itsLow, double due) {
        int count = flows.count(link);
        int shift = flows.shift();
        int recordLength = 1 << shift;
        int[] crossings = flows.crossings(link);
        int[] records = flows.records();
        int[] found = crossingsFor(count);
        int open = 0;
        for (int at = 0; at < count; at++) {
            int crossing = crossings[at];
            int bottleneck = records[(crossing & -recordLength) + recordLength + GROUP];
            found[open] = crossing;
            open += bottleneck >>> 31;
            if (level[Math.max(bottleneck, 0)] > due && bottleneck != OPEN) {
                toOpen(bottleneck);
            }
        }
        if (toOpenCount > 0) {
            // for the next round
            touched.add(link);
            return;
        }
        state[(link << FIELDS) + LEVEL] = itsHigh;
        state[(link << FIELDS) + LEVEL + 1] = itsLow;
        level[link] = due;
        remember(link);
        for (int i = 0; i < open; i++) {
            int crossing = found[i];
            int end = (crossing & -recordLength) + recordLength;
            records[end + GROUP] = link;
            for (int c = end - recordLength; c < end - RoutedFlows.SPARE && records[c] >= 0; c++) {
                if (c != crossing) {
                    int at = records[c] << FIELDS;
                    removePart(at, c);
                    occupy(at, c, itsHigh, itsLow);
                }
            }
        }
    }

    private int[] crossingsFor(int count) {
        if (someCrossings.length <= count) {
            someCrossings = new int[2 * count];
        }
        return someCrossings;
    }

    /** The flow has reached its own bound. */
    private void hold(int flow) {
        int number = links + flow;
        level[number] = bound[flow];
        remember(number);
        setGroup(flow, number);
        fetchLevel(number);
        long itsHigh = high;
        long itsLow = low;
        int first = flows.firstCrossing(flow);
        for (int c = first; c < first + flows.length(flow); c++) {
            int at = flows.linkOf(c) << FIELDS;
            removePart(at, c);
            occupy(at, c, itsHigh, itsLow);
        }
    }

    private void remember(int number) {
        if (settledCount == settled.length) {
            settled = Arrays.copyOf(settled, 2 * settledCount);
        }
        settled[settledCount++] = number;
    }

    /** A group's level into {@code high} and {@code low}. */
    private void fetchLevel(int number) {
        if (number < links) {
            high = state[(number << FIELDS) + LEVEL];
            low = state[(number << FIELDS) + LEVEL + 1];
        } else {
            split(bound[number - links], scale);
        }
    }

    private boolean hasParts(int link) {
        int at = (link << FIELDS) + PARTS;
        return state[at] != 0 || state[at + 1] != 0;
    }

    private void addPart(int link, int crossing) {
        if (weighted) {
            plus(link + PARTS, partHigh[crossing], partLow[crossing]);
        } else {
            state[link + PARTS]++;
        }
    }

    private void removePart(int link, int crossing) {
        if (weighted) {
            minus(link + PARTS, partHigh[crossing], partLow[crossing]);
        } else {
            state[link + PARTS]--;
        }
    }

    /** The flow takes of the link what a level gives it. */
    private void occupy(int link, int crossing, long itsHigh, long itsLow) {
        if (isWhole(crossing)) {
            plus(link + USED, itsHigh, itsLow);
        } else {
            multiply(itsHigh, itsLow, partHigh[crossing], partLow[crossing]);
            plus(link + USED, high, low);
        }
    }

    private void release(int link, int crossing, long itsHigh, long itsLow) {
        if (isWhole(crossing)) {
            minus(link + USED, itsHigh, itsLow);
        } else {
            multiply(itsHigh, itsLow, partHigh[crossing], partLow[crossing]);
            minus(link + USED, high, low);
        }
    }

    private boolean isWhole(int crossing) {
        return !weighted || (partHigh[crossing] == 1 && partLow[crossing] == 0);
    }

    private void plus(int at, long addedHigh, long addedLow) {
        long sum = state[at + 1] + addedLow;
        state[at + 1] = sum;
        state[at] += addedHigh + carry(sum, addedLow);
    }

    private void minus(int at, long takenHigh, long takenLow) {
        long old = state[at + 1];
        state[at + 1] = old - takenLow;
        state[at] -= takenHigh + carry(old, takenLow);
    }

    /** 1 if {@code a < b}, unsigned: the carry of a sum a that b was added to, the borrow of a - b. */
    private static long carry(long a, long b) {
        // without a branch, which would be a coin's toss
        return ((~a & b) | ((~a | b) & (a - b))) >>> 63;
    }

    /** level * whole + (level * fraction) / 2^64, what is below a unit dropped. */
    private void multiply(long itsHigh, long itsLow, long whole, long fraction) {
        high = itsHigh * whole + unsignedHigh(itsLow, whole);
        low = itsLow * whole;
        add(unsignedHigh(itsHigh, fraction), itsHigh * fraction);
        add(0, unsignedHigh(itsLow, fraction));
    }

    private void add(long addedHigh, long addedLow) {
        low += addedLow;
        high += addedHigh + carry(low, addedLow);
    }

    private static long unsignedHigh(long a, long b) {
        return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
    }

    /** What a link's flows that are settled elsewhere leave of its capacity. */
    private void fetchLeft(int link) {
        int at = link << FIELDS;
        low = state[at + CAPACITY + 1] - state[at + USED + 1];
        high = state[at + CAPACITY] - state[at + USED] - carry(state[at + CAPACITY + 1], state[at + USED + 1]);
        if (high < 0) {
            // full but for the rounding of products
            high = 0;
            low = 0;
        }
    }

    /** The level of a link if all that is open there stays: left / parts, to some 100 bits. */
    private void divide(int link) {
        int at = link << FIELDS;
        fetchLeft(link);
        if (state[at + PARTS] == 1 && state[at + PARTS + 1] == 0) {
            return;
        }
        long leftHigh = high;
        long leftLow = low;
        // numerator and denominator as unevaluated sums of two doubles; then two steps of a long division
        double upper = leftHigh * 0x1p64;
        double middle = (leftLow >>> 11) * 0x1p11;
        double n = upper + middle;
        double nRest = middle - (n - upper) + (leftLow & 0x7ff);
        double d = state[at + PARTS];
        double dRest = 0;
        if (weighted) {
            double fraction = (state[at + PARTS + 1] >>> 11) * 0x1p-53;
            double whole = d;
            d = whole + fraction;
            dRest = fraction - (d - whole) + (state[at + PARTS + 1] & 0x7ff) * 0x1p-64;
        }
        double quotient = n / d;
        double rest = Math.fma(-quotient, d, n) + (nRest - quotient * dRest);
        double correction = rest / d;
        split(quotient, 0);
        long quotientHigh = high;
        long quotientLow = low;
        split(Math.abs(correction), 0);
        if (correction < 0) {
            long borrowed = carry(quotientLow, low);
            high = quotientHigh - high - borrowed;
            low = quotientLow - low;
        } else {
            add(quotientHigh, quotientLow);
        }
    }

    /** The whole number value * 2^exponent, what is below 1 dropped, into {@code high} and {@code low}. */
    private void split(double value, int exponent) {
        long bits = Double.doubleToRawLongBits(value);
        long digits = (bits & 0xfffffffffffffL) | 0x10000000000000L;
        int shift = (int) (bits >>> 52) - 1075 + exponent;
        if (value == 0 || shift <= -Long.SIZE) {
            high = 0;
            low = 0;
        } else if (shift < 0) {
            high = 0;
            low = digits >>> -shift;
        } else if (shift == 0) {
            high = 0;
            low = digits;
        } else if (shift < Long.SIZE) {
            high = digits >>> (Long.SIZE - shift);
            low = digits << shift;
        } else {
            high = digits << (shift - Long.SIZE);
            low = 0;
        }
    }

    private static double toDouble(long itsHigh, long itsLow) {
        return itsHigh * 0x1p64 + (itsLow >>> 11) * 0x1p11;
    }

    private void ensureCapacity(int flow) {
        if (weighted && flow >= bound.length) {
            int capacity = Math.max(Math.max(16, flow + 1), bound.length + (bound.length >> 1));
            bound = Arrays.copyOf(bound, capacity);
            inverseWeight = Arrays.copyOf(inverseWeight, capacity);
            int old = level.length;
            int groups = links + capacity;
            level = Arrays.copyOf(level, groups);
            reportedRate = Arrays.copyOf(reportedRate, groups);
            Arrays.fill(level, old, groups, Double.NaN);
            Arrays.fill(reportedRate, old, groups, Double.NaN);
        }
        if (weighted && partHigh.length < flows.crossingCapacity()) {
            partHigh = Arrays.copyOf(partHigh, flows.crossingCapacity());
            partLow = Arrays.copyOf(partLow, flows.crossingCapacity());
        }
    }
}
