package org.tailback.model.sharing.link;

import java.util.Arrays;
import org.tailback.error.InputException;
import org.tailback.model.sharing.conflict.Batches;
import org.tailback.model.topology.Topology;

/**
 * The levels of links and what flows take of them, in whole numbers of 128 bits: the state that {@link FairLinkSharing} keeps and its
 * two ways to bring it up to date, {@link Relaxation} and {@link ProgressiveFilling}, work on.
 *
 * <p>Numbers are in units of 2^-96 of the largest capacity (rounded up to a power of two). Results of two halves are left in
 * {@link #high} and {@link #low}. Fields are open to the package, because the inner loops hold their arrays. Long, because all of it works on these
 * two words of a number, in the hottest loops.
 *
 * <p>Here and in the classes that work on it a flow stands for all flows of a batch ({@link Batches}), and takes as many parts as it has.
 */
final class LinkLevels {
    /** The group of a flow that has no bottleneck yet but counts among the parts of all its links. */
    static final int OPEN = -1;
    /** The group of a flow that is on its links' lists only. */
    static final int STARTED = -2;
    /** Where a flow's record has its group and, behind it, the group that was reported: places from its end. */
    static final int GROUP = -2;

    static final int REPORTED = -1;
    /** log2 of the numbers in {@code state} for a link: side by side, so that a link costs one cache line. */
    static final int FIELDS = 3;
    /** What flows with another bottleneck take: high half, and low half behind it. */
    static final int USED = 0;
    /** Sum of the parts of flows that are open or have their bottleneck here; in units of 1, and 2^-64 behind it. */
    static final int PARTS = 2;

    static final int CAPACITY = 4;
    /** The level at which the link is full; 0 while it is not settled. */
    static final int LEVEL = 6;
    /** A link that takes more than its capacity by less than 2 to this many units is full but for rounding. */
    static final int SLACK = 20;
    /** Levels that differ by less than 2 to this many units are equal but for rounding. */
    private static final int ROUNDING = 24;
    /** The largest capacity has at most this many bits. */
    private static final int BITS = 96;
    /** Above this, shares of the narrowest link would have too few of the bits. */
    private static final double LARGEST_RATIO = 1e12;

    static final double NONE = Double.POSITIVE_INFINITY;

    final RoutedFlows flows;
    final Batches batches;
    final boolean weighted;
    final int links;
    private final int scale;
    /** One unit of the 128-bit numbers as a double. */
    final double unit;

    final long[] state;
    /** The level as a double, by group; infinite for groups that are nobody's bottleneck, and for one number behind the links. */
    double[] level;
    /** Level at which a flow has reached its own bound, infinite without one. */
    double[] bound = new double[0];
    /** 1 / w by flow. */
    double[] inverseWeight = new double[0];
    /** The number of a / w by crossing. */
    int[] partNumber = new int[0];

    final Parts parts = new Parts();
    /** True if every route has two links at most and takes 1 of each; there is no {@code use} then. */
    final boolean inPairs;

    final GroupUse use;
    /** By link, a level that those of its flows with other bottlenecks do not exceed. */
    final double[] highest;
    /** Flows that started, were opened or changed group since the last recomputation; a number may be there twice. */
    int[] opened = new int[16];

    int openedCount;
    /** Groups that were settled since; a number may be there twice, and some may be nobody's bottleneck any more. */
    int[] settled = new int[16];

    int settledCount;
    /** High and low half of the last result. */
    long high;

    long low;
    /** The last level worked out, as a double. */
    double quotient;

    LinkLevels(RoutedFlows flows, Batches batches, Topology topology, boolean weighted) {
        this.flows = flows;
        this.batches = batches;
        this.weighted = weighted;
        links = topology.links();
        double largest = Double.MIN_NORMAL;
        for (int link = 0; link < links; link++) {
            largest = Math.max(largest, topology.capacity(link));
        }
        for (int link = 0; link < links; link++) {
            requireDigits(topology, link, largest);
        }
        scale = BITS - 1 - Math.getExponent(largest);
        unit = Math.scalb(1.0, -scale);
        inPairs = !weighted && flows.hasPartners();
        use = new GroupUse(inPairs ? 0 : links);
        highest = new double[links + 1];
        state = new long[(links + 1) << FIELDS];
        for (int link = 0; link < links; link++) {
            setCapacity(link, topology.capacity(link));
        }
        level = new double[links + 1];
        Arrays.fill(level, NONE);
    }

    private static void requireDigits(Topology topology, int link, double largest) {
        if (topology.capacity(link) < largest / LARGEST_RATIO) {
            throw new InputException("The widest link carries " + largest / topology.capacity(link)
                    + " times what link '"
                    + topology.linkName(link)
                    + "' carries: fair shares of links so different are not computed. Make it "
                    + "at most " + LARGEST_RATIO + " times; a link that is never full may be any that is wide enough");
        }
    }

    void setCapacity(int link, double capacity) {
        split(capacity, scale);
        state[(link << FIELDS) + CAPACITY] = high;
        state[(link << FIELDS) + CAPACITY + 1] = low;
    }

    int group(int flow) {
        return flows.records()[flows.firstCrossing(flow + 1) + GROUP];
    }

    void setGroup(int flow, int newGroup) {
        flows.records()[flows.firstCrossing(flow + 1) + GROUP] = newGroup;
    }

    void noteOpened(int flow) {
        if (openedCount == opened.length) {
            opened = Arrays.copyOf(opened, 2 * openedCount);
        }
        opened[openedCount++] = flow;
    }

    void remember(int number) {
        if (settledCount == settled.length) {
            settled = Arrays.copyOf(settled, 2 * settledCount);
        }
        settled[settledCount++] = number;
    }

    /** A link is full at a level. */
    void setLevel(int link, long itsHigh, long itsLow, double itsLevel) {
        int at = (link << FIELDS) + LEVEL;
        state[at] = itsHigh;
        state[at + 1] = itsLow;
        level[link] = itsLevel;
        remember(link);
    }

    /** A link is nobody's bottleneck. */
    void clearLevel(int link) {
        int at = (link << FIELDS) + LEVEL;
        state[at] = 0;
        state[at + 1] = 0;
        level[link] = NONE;
    }

    /**
     * True if a link's level is below another one by more than the rounding of sums and divisions. To be asked where they are equal as
     * doubles: links whose parts were rounded differently are apart by less than a double shows, and whose flows these are shows in the next.
     */
    boolean isLower(int link, long thanHigh, long thanLow) {
        int at = (link << FIELDS) + LEVEL;
        return isLess(state[at], state[at + 1], thanHigh, thanLow);
    }

    /** As {@link #isLower}, the other way round. */
    boolean isHigher(int link, long thanHigh, long thanLow) {
        int at = (link << FIELDS) + LEVEL;
        return isLess(thanHigh, thanLow, state[at], state[at + 1]);
    }

    private static boolean isLess(long aHigh, long aLow, long bHigh, long bLow) {
        long differenceHigh = bHigh - aHigh - carry(bLow, aLow);
        return differenceHigh > 0 || (differenceHigh == 0 && (bLow - aLow) >>> ROUNDING != 0);
    }

    boolean hasParts(int link) {
        int at = (link << FIELDS) + PARTS;
        return state[at] != 0 || state[at + 1] != 0;
    }

    /** The sum of parts, rounded down. */
    long wholeParts(int link) {
        return state[(link << FIELDS) + PARTS];
    }

    void addPart(int link, int crossing) {
        int at = (link << FIELDS) + PARTS;
        if (weighted) {
            fetchParts(crossing);
            plus(at, high, low);
        } else {
            state[at] += copies(crossing);
        }
    }

    void removePart(int link, int crossing) {
        int at = (link << FIELDS) + PARTS;
        if (weighted) {
            fetchParts(crossing);
            minus(at, high, low);
        } else {
            state[at] -= copies(crossing);
        }
    }

    /** How many flows go the same way as that of a crossing, itself included. */
    int copies(int crossing) {
        return batches.size(flows.flowOf(crossing));
    }

    /** What these take of the link per unit of level, all together. */
    private void fetchParts(int crossing) {
        int part = partNumber[crossing];
        long copies = copies(crossing);
        high = parts.whole[part] * copies;
        low = parts.fraction[part];
        if (copies > 1) {
            high += Math.multiplyHigh(low, copies) + ((low >> 63) & copies);
            low *= copies;
        }
    }

    /** A flow that has its bottleneck at a link takes part of another. */
    void occupy(int link, int crossing, int group) {
        int at = (group << FIELDS) + LEVEL;
        if (inPairs) {
            multiply(state[at], state[at + 1], copies(crossing), 0);
            plus((link << FIELDS) + USED, high, low);
        } else {
            changeUse(group, link, crossing, false);
        }
        if (highest[link] < level[group] && level[group] != NONE) {
            // a group without a level says so when it gets one
            highest[link] = level[group];
        }
    }

    /** A flow that has its bottleneck at a link takes no part of another any more. */
    void release(int link, int crossing, int group) {
        int at = (group << FIELDS) + LEVEL;
        if (inPairs) {
            multiply(state[at], state[at + 1], copies(crossing), 0);
            minus((link << FIELDS) + USED, high, low);
        } else {
            changeUse(group, link, crossing, true);
        }
    }

    /**
     * What a group takes of a link is level * sum of parts, rounded down; so its flows cannot be added one by one. In one piece for the same
     * reason as {@link #divide}.
     */
    private void changeUse(int group, int link, int crossing, boolean less) {
        int place = use.placeOf(group, link) << 1;
        long[] sums = use.sums(group);
        long oldWhole = sums[place];
        long oldFraction = sums[place + 1];
        long whole = copies(crossing);
        long fraction = 0;
        if (weighted) {
            fetchParts(crossing);
            whole = high;
            fraction = low;
        }
        if (less) {
            whole = oldWhole - whole - carry(oldFraction, fraction);
            fraction = oldFraction - fraction;
        } else {
            fraction += oldFraction;
            whole += oldWhole + carry(fraction, oldFraction);
        }
        sums[place] = whole;
        sums[place + 1] = fraction;
        if (whole == 0 && fraction == 0) {
            use.remove(group, place >> 1);
        }
        int from = (group << FIELDS) + LEVEL;
        long levelHigh = state[from];
        long levelLow = state[from + 1];
        if (levelHigh == 0 && levelLow == 0) {
            return;
        }
        int at = (link << FIELDS) + USED;
        if (whole != 0 || fraction != 0) {
            multiply(levelHigh, levelLow, whole, fraction);
            long sum = state[at + 1] + low;
            state[at] += high + carry(sum, low);
            state[at + 1] = sum;
        }
        if (oldWhole != 0 || oldFraction != 0) {
            multiply(levelHigh, levelLow, oldWhole, oldFraction);
            long old = state[at + 1];
            state[at + 1] = old - low;
            state[at] -= high + carry(old, low);
        }
    }

    private void addToSum(long[] sums, int at, int crossing) {
        if (!weighted) {
            sums[at] += copies(crossing);
            return;
        }
        fetchParts(crossing);
        long old = sums[at + 1];
        sums[at + 1] = old + low;
        sums[at] += high + carry(sums[at + 1], old);
    }

    /** A flow joins what a link's group will take of another link once the group has a level. */
    void addUse(int group, int link, int crossing) {
        if (!inPairs) {
            int place = use.placeOf(group, link);
            addToSum(use.sums(group), 2 * place, crossing);
        }
    }

    /** A group that has just been opened takes nothing any more of others. */
    void releaseAll(int group, long itsHigh, long itsLow) {
        if (inPairs) {
            int[] partners = flows.partners();
            int[] crossings = flows.crossings();
            int first = flows.start(group);
            for (int i = first + flows.front(group); --i >= first; ) {
                multiply(itsHigh, itsLow, copies(crossings[i]), 0);
                minus((partners[i] << FIELDS) + USED, high, low);
            }
            return;
        }
        int[] others = use.links(group);
        long[] sums = use.sums(group);
        for (int i = use.count(group); --i >= 0; ) {
            multiply(itsHigh, itsLow, sums[2 * i], sums[2 * i + 1]);
            minus((others[i] << FIELDS) + USED, high, low);
        }
        use.clear(group);
    }

    /** A group that has just been settled takes of others what its flows need. */
    void occupyAll(int group, long itsHigh, long itsLow) {
        double itsLevel = level[group];
        if (inPairs) {
            int[] partners = flows.partners();
            int[] crossings = flows.crossings();
            int first = flows.start(group);
            for (int i = first + flows.front(group); --i >= first; ) {
                multiply(itsHigh, itsLow, copies(crossings[i]), 0);
                plus((partners[i] << FIELDS) + USED, high, low);
                highest[partners[i]] = Math.max(highest[partners[i]], itsLevel);
            }
            return;
        }
        int[] others = use.links(group);
        long[] sums = use.sums(group);
        for (int i = use.count(group); --i >= 0; ) {
            multiply(itsHigh, itsLow, sums[2 * i], sums[2 * i + 1]);
            plus((others[i] << FIELDS) + USED, high, low);
            highest[others[i]] = Math.max(highest[others[i]], itsLevel);
        }
    }

    /** A flow at its own bound takes part of a link, or does not any more. */
    void hold(int flow, int link, int crossing, boolean ends) {
        split(bound[flow], scale);
        int part = partNumber[crossing];
        multiply(high, low, parts.whole[part], parts.fraction[part]);
        multiply(high, low, copies(crossing), 0);
        if (ends) {
            minus((link << FIELDS) + USED, high, low);
        } else {
            plus((link << FIELDS) + USED, high, low);
            highest[link] = Math.max(highest[link], bound[flow]);
        }
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
    static long carry(long a, long b) {
        // without a branch, which would be a coin's toss
        return ((~a & b) | ((~a | b) & (a - b))) >>> 63;
    }

    /** level * whole + (level * fraction) / 2^64, what is below a unit dropped. */
    void multiply(long itsHigh, long itsLow, long whole, long fraction) {
        high = itsHigh * whole + unsignedHigh(itsLow, whole);
        low = itsLow * whole;
        if (fraction != 0) {
            add(unsignedHigh(itsHigh, fraction), itsHigh * fraction);
            add(0, unsignedHigh(itsLow, fraction));
        }
    }

    private void add(long addedHigh, long addedLow) {
        low += addedLow;
        high += addedHigh + carry(low, addedLow);
    }

    private static long unsignedHigh(long a, long b) {
        return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
    }

    /** What a link's flows that are settled elsewhere leave of its capacity. */
    void fetchLeft(int link) {
        int at = link << FIELDS;
        low = state[at + CAPACITY + 1] - state[at + USED + 1];
        high = state[at + CAPACITY] - state[at + USED] - carry(state[at + CAPACITY + 1], state[at + USED + 1]);
        if (high < 0) {
            // full but for the rounding of products
            high = 0;
            low = 0;
        }
    }

    /** True if flows that are settled elsewhere take more than the capacity of a link, by more than rounding. */
    boolean isTooFull(int link) {
        int at = link << FIELDS;
        long left = state[at + CAPACITY] - state[at + USED] - carry(state[at + CAPACITY + 1], state[at + USED + 1]);
        return left < -1 || (left == -1 && (state[at + CAPACITY + 1] - state[at + USED + 1]) >> SLACK != -1);
    }

    /**
     * The level of a link if all that is open there stays, left / parts, to some 100 bits; as a double also into {@link #quotient}.
     * In one piece, because what is as long as this is compiled once, and not again with each that calls it.
     */
    void divide(int link) {
        fetchLeft(link);
        int at = (link << FIELDS) + PARTS;
        long whole = state[at];
        long fraction = state[at + 1];
        if (whole == 1 && fraction == 0) {
            quotient = toDouble(high, low);
            return;
        }
        // numerator and denominator as unevaluated sums of two doubles; then two steps of a long division
        double upper = high * 0x1p64;
        double middle = (low >>> 11) * 0x1p11;
        double n = upper + middle;
        double nRest = middle - (n - upper) + (low & 0x7ff);
        double d = whole;
        double dRest = 0;
        if (fraction != 0) {
            double part = (fraction >>> 11) * 0x1p-53;
            d = whole + part;
            dRest = part - (d - whole) + (fraction & 0x7ff) * 0x1p-64;
        }
        double first = n / d;
        double correction = (Math.fma(-first, d, n) + (nRest - first * dRest)) / d;
        // both as whole numbers, what is below 1 dropped
        long bits = Double.doubleToRawLongBits(first);
        long digits = (bits & 0xfffffffffffffL) | 0x10000000000000L;
        int shift = (int) (bits >>> 52) - 1075;
        long upperHalf =
                shift > 0 ? (shift < Long.SIZE ? digits >>> (Long.SIZE - shift) : digits << (shift - Long.SIZE)) : 0;
        long lowerHalf = shift >= Long.SIZE || shift <= -Long.SIZE || first == 0
                ? 0
                : shift >= 0 ? digits << shift : digits >>> -shift;
        split(Math.abs(correction), 0);
        if (correction < 0) {
            high = upperHalf - high - carry(lowerHalf, low);
            low = lowerHalf - low;
        } else {
            add(upperHalf, lowerHalf);
        }
        quotient = toDouble(high, low);
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

    /** A 128-bit number as a double, in units of its own. */
    double toDouble(long itsHigh, long itsLow) {
        return (itsHigh * 0x1p64 + (itsLow >>> 11) * 0x1p11) * unit;
    }

    /** A link's capacity, rounded once. */
    double capacity(int link) {
        int at = (link << FIELDS) + CAPACITY;
        return toDouble(state[at], state[at + 1]);
    }

    /** What each flow of a crossing takes per unit of level. */
    double part(int crossing) {
        if (!weighted) {
            return 1;
        }
        int part = partNumber[crossing];
        return parts.whole[part] + (parts.fraction[part] >>> 1) * 0x1p-63;
    }

    void ensureCapacity(int flow) {
        if (weighted && flow >= bound.length) {
            int capacity = Math.max(Math.max(16, flow + 1), bound.length + (bound.length >> 1));
            bound = Arrays.copyOf(bound, capacity);
            inverseWeight = Arrays.copyOf(inverseWeight, capacity);
            int old = level.length;
            level = Arrays.copyOf(level, Math.max(old, links + capacity));
            Arrays.fill(level, old, level.length, NONE);
        }
        if (weighted && partNumber.length < flows.crossingCapacity()) {
            partNumber = Arrays.copyOf(partNumber, flows.crossingCapacity());
        }
    }
}
