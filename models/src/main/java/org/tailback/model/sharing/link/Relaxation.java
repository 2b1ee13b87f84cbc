package org.tailback.model.sharing.link;

import static org.tailback.model.sharing.link.LinkLevels.FIELDS;
import static org.tailback.model.sharing.link.LinkLevels.LEVEL;
import static org.tailback.model.sharing.link.LinkLevels.NONE;
import static org.tailback.model.sharing.link.LinkLevels.USED;

import java.util.Arrays;
import org.tailback.model.sharing.conflict.DenseSet;

/**
 * Brings levels up to date link by link, for few changes.
 *
 * <p>Every flow is always in the group of the lowest of its links by the levels noted so far. A link is solved by itself: its level becomes
 * the one at which it is full while all others stay as they are. Where it sinks below the level of another group, it takes over
 * that group's flows that it carries; where it rises above another link, it leaves that one the flows that both carry. What its own flows take of
 * their other links changes by the difference of its levels, and those links are to be solved next, lowest first.
 *
 * <p>This ends at the max-min levels whatever the order: once all links have been solved, none is below the lowest level of the
 * solution, so the links of that level are right and stay so; then those of the second, and so on. Lowest first, nearly every
 * link is solved once, because it changes only links above it, unless two links change places. After too many visits
 * it gives up, and {@link ProgressiveFilling} goes on from there.
 *
 * <p>A visit costs one addition for each flow that has its bottleneck at the link and each other link of that flow, and a
 * comparison for the others if the level has sunk. Long, because every line of it is in the loop over visits.
 */
final class Relaxation {
    private static final int REMEMBERED = 32;
    /** Links have this many bits where they are sorted. */
    private static final int LINK_BITS = 20;

    private final LinkLevels levels;
    private final RoutedFlows flows;
    private final boolean inPairs;
    private final LevelHeap heap = new LevelHeap();
    /** True for links in the heap or among the overfull ones; and for the number behind all links. */
    private final boolean[] queued;
    /** Links that are no flow's bottleneck and carry more than they can; perhaps not any more when the others are solved. */
    private int[] overfull = new int[16];

    private int overfullCount;
    /** The sums of parts met last, by a hash of them, what another level takes more for them, and the solution of which this is true. */
    private final long[] sums = new long[2 * REMEMBERED];

    private final long[] more = new long[2 * REMEMBERED];
    private final int[] solutionOf = new int[REMEMBERED];
    private int solution;
    private boolean passed;
    /** How many links may still be solved before it gives up, and how many were the last time. */
    private int visits;

    private int lastVisits;
    private boolean sweeping;
    private int[] byLevel = new int[0];
    private int[] placeOf = new int[0];
    private int earliest;

    Relaxation(LinkLevels levels) {
        this.levels = levels;
        flows = levels.flows;
        inPairs = levels.inPairs;
        queued = new boolean[levels.links + 1];
        queued[levels.links] = true;
    }

    /**
     * @param changed links whose flows or use has changed; if it gives up, those that are still to be solved
     * @return false if it gives up
     */
    boolean run(DenseSet changed) {
        for (int i = 0; i < levels.openedCount; i++) {
            int flow = levels.opened[i];
            if (flows.contains(flow) && levels.group(flow) == LinkLevels.STARTED) {
                join(flow);
            }
        }
        for (int i = 0; i < changed.size(); i++) {
            touch(changed.get(i));
        }
        visits = 64 + 8 * levels.links;
        // what was dense will be so again
        boolean done = 3 * lastVisits > levels.links && levels.links <= 1 << LINK_BITS ? sweep() : drain();
        lastVisits = 64 + 8 * levels.links - visits;
        if (!done) {
            giveUp(changed);
        }
        return done;
    }

    /** Solves links in the order of the heap. */
    private boolean drain() {
        do {
            while (!heap.isEmpty()) {
                int link = heap.first();
                heap.pop();
                if (--visits < 0) {
                    heap.push(0, link);
                    return false;
                }
                // still marked, so that it does not come back for what it does itself
                solve(link);
                queued[link] = false;
            }
            pushOverfull();
        } while (!heap.isEmpty());
        return true;
    }

    /**
     * Solves marked links in the order of the levels they had, pass after pass until none is left: without a heap, whose branches are
     * a coin's toss, for changes that reach a good part of all links.
     */
    private boolean sweep() {
        if (byLevel.length == 0) {
            byLevel = new int[levels.links];
            placeOf = new int[levels.links];
            sortFromScratch();
        }
        sortLinks();
        heap.clear();
        overfullCount = 0;
        sweeping = true;
        int[] sorted = byLevel;
        boolean some;
        do {
            some = false;
            for (int place = 0; place < sorted.length; place++) {
                int link = sorted[place];
                if (queued[link]) {
                    some = true;
                    visits--;
                    earliest = place + 1;
                    solve(link);
                    queued[link] = false;
                    if (earliest <= place) {
                        place = earliest - 1;
                        continue;
                    }
                    if (place + 1 < sorted.length && levels.level[sorted[place + 1]] < levels.level[link]) {
                        // its turn may come again behind those that it has risen above
                        moveOn(place);
                        place--;
                    }
                }
            }
        } while (some && visits >= 0);
        sweeping = false;
        return !some;
    }

    private void moveOn(int from) {
        int[] sorted = byLevel;
        int link = sorted[from];
        double its = levels.level[link];
        int place = from;
        while (place + 1 < sorted.length && levels.level[sorted[place + 1]] < its) {
            sorted[place] = sorted[place + 1];
            placeOf[sorted[place]] = place;
            place++;
        }
        sorted[place] = link;
        placeOf[link] = place;
    }

    /** Brings {@code byLevel} into order: it nearly is, and need not be quite. */
    private void sortLinks() {
        int[] sorted = byLevel;
        double[] level = levels.level;
        int moves = 8 * sorted.length;
        for (int i = 1; i < sorted.length; i++) {
            int link = sorted[i];
            double its = level[link];
            int at = i;
            while (at > 0 && level[sorted[at - 1]] > its) {
                sorted[at] = sorted[at - 1];
                at--;
            }
            sorted[at] = link;
            moves -= i - at;
            if (moves < 0) {
                sortFromScratch();
                break;
            }
        }
        for (int i = 0; i < sorted.length; i++) {
            placeOf[sorted[i]] = i;
        }
    }

    private void sortFromScratch() {
        long[] keys = new long[byLevel.length];
        for (int link = 0; link < keys.length; link++) {
            keys[link] = Double.doubleToRawLongBits(levels.level[link]) >>> LINK_BITS << LINK_BITS | link;
        }
        Arrays.sort(keys);
        for (int i = 0; i < keys.length; i++) {
            byLevel[i] = (int) keys[i] & ((1 << LINK_BITS) - 1);
        }
    }

    private void giveUp(DenseSet changed) {
        changed.clear();
        heap.clear();
        overfullCount = 0;
        for (int link = 0; link < levels.links; link++) {
            if (queued[link]) {
                queued[link] = false;
                changed.add(link);
            }
        }
    }

    /**
     * A link is to be solved. In one piece, sums included, because what is as long as this is compiled once and not again with each of its
     * callers: the time that takes is most of the time of a short run.
     */
    private void touch(int link) {
        if (queued[link]) {
            return;
        }
        if (sweeping) {
            queued[link] = true;
            int place = placeOf[link];
            if (place < earliest) {
                earliest = place;
            }
            return;
        }
        double key = levels.level[link];
        if (key == NONE) {
            long[] state = levels.state;
            int at = link << FIELDS;
            long capacityLow = state[at + LinkLevels.CAPACITY + 1];
            long usedLow = state[at + USED + 1];
            long capacityHigh = state[at + LinkLevels.CAPACITY];
            long usedHigh = state[at + USED];
            long leftHigh = capacityHigh - usedHigh - LinkLevels.carry(capacityLow, usedLow);
            long leftLow = capacityLow - usedLow;
            if (flows.front(link) > 0) {
                long parts = state[at + LinkLevels.PARTS];
                double left = leftHigh < 0 ? 0 : leftHigh * 0x1p64 + (leftLow >>> 11) * 0x1p11;
                key = left * levels.unit / (parts < 1 ? 1 : parts);
            } else if (leftHigh < -1 || (leftHigh == -1 && leftLow >> LinkLevels.SLACK != -1)) {
                if (overfullCount == overfull.length) {
                    overfull = Arrays.copyOf(overfull, overfullCount + (overfullCount >> 1) + 16);
                }
                overfull[overfullCount++] = link;
                queued[link] = true;
                return;
            } else {
                return;
            }
        }
        queued[link] = true;
        heap.push(key, link);
    }

    private void pushOverfull() {
        for (int i = 0; i < overfullCount; i++) {
            int link = overfull[i];
            queued[link] = false;
            if (levels.isTooFull(link)) {
                queued[link] = true;
                heap.push(levels.capacity(link) / flows.count(link), link);
            }
        }
        overfullCount = 0;
    }

    /** A flow that has started joins the lowest of its links, or the one with least room if none is anybody's bottleneck. */
    private void join(int flow) {
        int first = flows.firstCrossing(flow);
        int end = first + flows.length(flow);
        int best = first;
        double lowest = NONE;
        for (int c = first; c < end; c++) {
            double itsLevel = levels.level[flows.linkOf(c)];
            if (itsLevel < lowest) {
                lowest = itsLevel;
                best = c;
            }
        }
        if (lowest == NONE) {
            best = mostCrowded(first, end);
        }
        int group = flows.linkOf(best);
        levels.setGroup(flow, group);
        flows.toFront(best);
        for (int c = first; c < end; c++) {
            if (c == best) {
                levels.addPart(group, c);
            } else {
                levels.occupy(flows.linkOf(c), c, group);
            }
        }
    }

    /** The crossing at which a flow would come to the lowest level, about. */
    private int mostCrowded(int first, int end) {
        int best = first;
        double bestLeft = 1;
        double bestParts = 0;
        for (int c = first; c < end; c++) {
            int link = flows.linkOf(c);
            levels.fetchLeft(link);
            double left = levels.toDouble(levels.high, levels.low);
            double parts = levels.wholeParts(link) + levels.part(c) * levels.copies(c);
            // left / parts, without a division
            if (left * bestParts < bestLeft * parts) {
                best = c;
                bestLeft = left;
                bestParts = parts;
            }
        }
        return best;
    }

    private void solve(int link) {
        if (levels.isTooFull(link)) {
            // a little less: what was too much must be left to others again, what was too little stays unnoticed
            takeHigher(link, estimate(link) * (1 - 0x1p-48), Long.MAX_VALUE, 0);
        }
        while (flows.front(link) > 0) {
            levels.divide(link);
            long high = levels.high;
            long low = levels.low;
            double level = levels.quotient;
            if (levels.highest[link] >= level && takeHigher(link, level, high, low)) {
                continue;
            }
            spread(link, high, low, level);
            if (!passed) {
                return;
            }
            leaveLower(link, level, high, low);
        }
        levels.clearLevel(link);
    }

    /** A link has another level: its flows take more or less of their other links. Notes whether there are lower ones among these. */
    private void spread(int link, long high, long low, double level) {
        int at = (link << FIELDS) + LEVEL;
        long oldHigh = levels.state[at];
        long oldLow = levels.state[at + 1];
        if (high == oldHigh && low == oldLow) {
            passed = hasLower(link);
            return;
        }
        levels.setLevel(link, high, low, level);
        if (inPairs) {
            spreadInPairs(link, high - oldHigh - LinkLevels.carry(low, oldLow), low - oldLow, level);
        } else {
            spreadSums(link, oldHigh, oldLow, level);
        }
    }

    private void spreadInPairs(int link, long moreHigh, long moreLow, double itsLevel) {
        int[] partners = flows.partners();
        int first = flows.start(link);
        int behind = first + flows.front(link);
        long[] state = levels.state;
        if (levels.batches.areSingle()) {
            for (int i = first; i < behind; i++) {
                int at = (partners[i] << FIELDS) + USED;
                long sum = state[at + 1] + moreLow;
                state[at + 1] = sum;
                state[at] += moreHigh + LinkLevels.carry(sum, moreLow);
            }
        } else {
            spreadCopies(first, behind, moreHigh, moreLow);
        }
        touchAll(link, partners, first, behind, itsLevel);
    }

    private void spreadCopies(int first, int behind, long moreHigh, long moreLow) {
        int[] partners = flows.partners();
        int[] crossings = flows.crossings();
        long[] state = levels.state;
        for (int i = first; i < behind; i++) {
            levels.multiply(moreHigh, moreLow, levels.copies(crossings[i]), 0);
            int at = (partners[i] << FIELDS) + USED;
            long sum = state[at + 1] + levels.low;
            state[at + 1] = sum;
            state[at] += levels.high + LinkLevels.carry(sum, levels.low);
        }
    }

    private void spreadSums(int link, long oldHigh, long oldLow, double itsLevel) {
        solution++;
        int[] others = levels.use.links(link);
        long[] itsSums = levels.use.sums(link);
        int count = levels.use.count(link);
        long[] state = levels.state;
        int own = (link << FIELDS) + LEVEL;
        for (int i = 0; i < count; i++) {
            long whole = itsSums[2 * i];
            long fraction = itsSums[2 * i + 1];
            int slot = (int) (whole + (fraction >>> 58)) & (REMEMBERED - 1);
            if (solutionOf[slot] != solution || sums[2 * slot] != whole || sums[2 * slot + 1] != fraction) {
                // what flows with a sum of parts take more of a link at the new level
                levels.multiply(state[own], state[own + 1], whole, fraction);
                long high = levels.high;
                long low = levels.low;
                if (oldHigh != 0 || oldLow != 0) {
                    levels.multiply(oldHigh, oldLow, whole, fraction);
                    high -= levels.high + LinkLevels.carry(low, levels.low);
                    low -= levels.low;
                }
                more[2 * slot] = high;
                more[2 * slot + 1] = low;
                sums[2 * slot] = whole;
                sums[2 * slot + 1] = fraction;
                solutionOf[slot] = solution;
            }
            int at = (others[i] << FIELDS) + USED;
            long moreLow = more[2 * slot + 1];
            long sum = state[at + 1] + moreLow;
            state[at + 1] = sum;
            state[at] += more[2 * slot] + LinkLevels.carry(sum, moreLow);
        }
        touchAll(link, others, 0, count, itsLevel);
    }

    /** Links of which a group at a level takes more or less than before. */
    private void touchAll(int link, int[] others, int first, int behind, double itsLevel) {
        double[] level = levels.level;
        double[] highest = levels.highest;
        boolean[] marks = queued;
        boolean marksOnly = sweeping;
        boolean lower = false;
        for (int i = first; i < behind; i++) {
            int other = others[i];
            if (level[other] <= itsLevel) {
                lower = true;
            }
            if (highest[other] < itsLevel) {
                highest[other] = itsLevel;
            }
            if (marksOnly) {
                marks[other] = true;
            } else if (!marks[other]) {
                touch(other);
            }
        }
        passed = lower && hasLower(link);
    }

    /** True if flows of a group cross a lower link. */
    private boolean hasLower(int group) {
        int[] others = inPairs ? flows.partners() : levels.use.links(group);
        int first = inPairs ? flows.start(group) : 0;
        int behind = inPairs ? first + flows.front(group) : levels.use.count(group);
        double its = levels.level[group];
        int at = (group << FIELDS) + LEVEL;
        long high = levels.state[at];
        long low = levels.state[at + 1];
        for (int i = first; i < behind; i++) {
            double level = levels.level[others[i]];
            if (level < its || (level == its && levels.isLower(others[i], high, low))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Puts right what progressive filling, which goes by levels as doubles, cannot tell apart.
     *
     * @param remaining will hold what is still to be solved if it gives up
     * @return false if it gives up
     */
    boolean polish(DenseSet remaining) {
        heap.clear();
        overfullCount = 0;
        int settled = levels.settledCount;
        for (int i = 0; i < settled; i++) {
            int link = levels.settled[i];
            if (levels.level[link] < NONE && hasLower(link)) {
                touch(link);
            }
        }
        visits = 64 + 8 * levels.links;
        if (heap.isEmpty() || drain()) {
            return true;
        }
        giveUp(remaining);
        return false;
    }

    /** Takes over the flows of higher groups; false if there are none. */
    private boolean takeHigher(int link, double above, long aboveHigh, long aboveLow) {
        double[] level = levels.level;
        double remaining = 0;
        boolean some = false;
        int[] crossings = flows.crossings();
        int[] partners = flows.partners();
        int[] records = flows.records();
        int recordLength = 1 << flows.shift();
        int first = flows.start(link);
        int behind = first + flows.count(link);
        for (int i = first + flows.front(link); i < behind; i++) {
            int crossing = crossings[i];
            int group = inPairs ? partners[i] : records[(crossing & -recordLength) + recordLength + LinkLevels.GROUP];
            double itsLevel = level[group];
            if (itsLevel > above || (itsLevel == above && levels.isHigher(group, aboveHigh, aboveLow))) {
                move(crossing, group, link);
                some = true;
            } else if (itsLevel > remaining) {
                remaining = itsLevel;
            }
        }
        levels.highest[link] = remaining;
        return some;
    }

    /** Leaves lower links the flows that they carry too. */
    private void leaveLower(int link, double below, long belowHigh, long belowLow) {
        double[] level = levels.level;
        int[] crossings = flows.crossings();
        int[] records = flows.records();
        int recordLength = 1 << flows.shift();
        int start = flows.start(link);
        for (int i = start + flows.front(link); --i >= start; ) {
            int crossing = crossings[i];
            int lowest = link;
            int c = crossing & -recordLength;
            int end = c + recordLength - RoutedFlows.SPARE;
            int its = crossing;
            double least = below;
            for (; c < end && records[c] >= 0; c++) {
                int other = records[c];
                if (level[other] < least
                        || (level[other] == least && lowest == link && levels.isLower(other, belowHigh, belowLow))) {
                    least = level[other];
                    lowest = other;
                    its = c;
                }
            }
            if (lowest != link) {
                move(its, link, lowest);
            }
        }
    }

    /**
     * A flow changes to another group.
     *
     * @param crossing its crossing of the link that it changes to
     */
    private void move(int crossing, int from, int to) {
        int flow = flows.flowOf(crossing);
        levels.noteOpened(flow);
        levels.setGroup(flow, to);
        int first = flows.firstCrossing(flow);
        int end = first + flows.length(flow);
        for (int c = first; c < end; c++) {
            int link = flows.linkOf(c);
            if (link == from) {
                flows.toBack(c);
                levels.removePart(link, c);
            } else {
                levels.release(link, c, from);
            }
            if (link == to) {
                flows.toFront(c);
                levels.addPart(link, c);
            } else {
                levels.occupy(link, c, to);
            }
            touch(link);
        }
    }

    /** About the level at which a link is full if it takes over all higher flows. */
    private double estimate(int link) {
        double capacity = levels.capacity(link);
        int count = flows.count(link);
        double level = 0;
        for (int round = 0; round < 64; round++) {
            double left = capacity;
            double parts = 0;
            for (int i = 0; i < count; i++) {
                int crossing = flows.crossing(link, i);
                double itsLevel = i < flows.front(link) ? NONE : levels.level[levels.group(flows.flowOf(crossing))];
                double its = levels.part(crossing) * levels.copies(crossing);
                if (itsLevel > level) {
                    parts += its;
                } else {
                    left -= its * itsLevel;
                }
            }
            double next = left / parts;
            // also if there are none
            if (!(next > level) || next == NONE) {
                break;
            }
            level = next;
        }
        return level;
    }
}
