package org.tailback.model.sharing.link;

import static org.tailback.model.sharing.link.LinkLevels.FIELDS;
import static org.tailback.model.sharing.link.LinkLevels.GROUP;
import static org.tailback.model.sharing.link.LinkLevels.LEVEL;
import static org.tailback.model.sharing.link.LinkLevels.NONE;
import static org.tailback.model.sharing.link.LinkLevels.OPEN;
import static org.tailback.model.sharing.link.LinkLevels.PARTS;
import static org.tailback.model.sharing.link.LinkLevels.STARTED;

import java.util.Arrays;
import org.tailback.model.sharing.conflict.DenseSet;

/**
 * Brings levels up to date by progressive filling of what a change can reach; for many changes at once.
 *
 * <p>A flow has its bottleneck at the lowest of its links' levels, so the level of a link follows from lower ones only. A settled link
 * with a start or an end or another capacity is opened: its flows have no bottleneck; with it, in turn, all settled links that these
 * flows cross, which are higher ones. Then links are settled again by rising level. A link that is about to be settled at a level below
 * that of a flow's bottleneck outside opens that one too. All else stays untouched: lower links, and those that share nothing with an
 * opened one.
 *
 * <p>O(m) for the m crossings (flow on link) of the opened links plus O(k log k) for the k links touched.
 */
final class ProgressiveFilling {
    private final LinkLevels levels;
    private final RoutedFlows flows;
    private final int links;
    private final LevelHeap heap = new LevelHeap();
    private final DenseSet touched;
    private int[] toOpen = new int[16];
    private int toOpenCount;
    private int[] someCrossings = new int[16];

    ProgressiveFilling(LinkLevels levels) {
        this.levels = levels;
        flows = levels.flows;
        links = levels.links;
        touched = new DenseSet(links);
    }

    /**
     * Solves again what the changed links reach. Flows that have started are in {@code levels.opened}, without a group.
     *
     * @param changed links whose flows, capacity or use has changed
     */
    void run(DenseSet changed) {
        heap.clear();
        touched.clear();
        double[] level = levels.level;
        for (int i = 0; i < levels.openedCount; i++) {
            int flow = levels.opened[i];
            if (flows.contains(flow) && levels.group(flow) == STARTED) {
                start(flow);
            }
        }
        for (int i = 0; i < changed.size(); i++) {
            int link = changed.get(i);
            touched.add(link);
            if (flows.front(link) > 0 && level[link] == NONE) {
                // a first bottleneck of which no level has been worked out
                level[link] = Double.MAX_VALUE;
            }
            toOpen(link);
            openIfTooFull(link);
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
                if (flows.contains(number - links) && levels.group(number - links) == OPEN) {
                    reached = Math.max(reached, key);
                    hold(number - links);
                }
            } else if (level[number] == NONE && levels.hasParts(number)) {
                levels.divide(number);
                // never below the level before but for rounding
                double due = Math.max(reached, levels.toDouble(levels.high, levels.low));
                if (due > key && !heap.isEmpty() && due > heap.firstLevel()) {
                    heap.push(due, number);
                } else {
                    reached = due;
                    settle(number, levels.high, levels.low, due);
                }
            }
        }
    }

    private void start(int flow) {
        levels.setGroup(flow, OPEN);
        int first = flows.firstCrossing(flow);
        for (int c = first; c < first + flows.length(flow); c++) {
            levels.addPart(flows.linkOf(c), c);
        }
        if (levels.weighted && levels.bound[flow] < NONE) {
            heap.push(levels.bound[flow], links + flow);
        }
    }

    private void toOpen(int number) {
        if (levels.level[number] != NONE) {
            if (toOpenCount == toOpen.length) {
                toOpen = Arrays.copyOf(toOpen, 2 * toOpenCount);
            }
            toOpen[toOpenCount++] = number;
        }
    }

    /** A link whose capacity is less than what its flows take, which have other bottlenecks, becomes one. */
    private void openIfTooFull(int link) {
        for (int i = levels.isTooFull(link) ? flows.count(link) : 0; --i >= 0; ) {
            int bottleneck = levels.group(flows.flowOf(flows.crossing(link, i)));
            if (bottleneck >= 0) {
                toOpen(bottleneck);
            }
        }
    }

    /** Opens the groups on the list and what they reach. */
    private void openListed() {
        double[] level = levels.level;
        while (toOpenCount > 0) {
            int number = toOpen[--toOpenCount];
            if (level[number] == NONE) {
                continue;
            }
            if (number >= links) {
                int flow = number - links;
                level[number] = NONE;
                int first = flows.firstCrossing(flow);
                for (int c = first; c < first + flows.length(flow); c++) {
                    levels.hold(flow, flows.linkOf(c), c, true);
                }
                open(flow, number);
            } else {
                int at = (number << FIELDS) + LEVEL;
                long high = levels.state[at];
                long low = levels.state[at + 1];
                levels.clearLevel(number);
                levels.releaseAll(number, high, low);
                int first = flows.start(number);
                int behind = first + flows.front(number);
                int[] crossings = flows.crossings();
                for (int i = first; i < behind; i++) {
                    open(flows.flowOf(crossings[i]), number);
                }
                flows.clearFront(number);
            }
        }
    }

    /** Gives the links that were touched a place in the heap, if flows are open there. */
    private void pushTouched() {
        for (int i = 0; i < touched.size(); i++) {
            int link = touched.get(i);
            if (levels.level[link] == NONE && levels.hasParts(link)) {
                if (levels.state[(link << FIELDS) + PARTS] == 0) {
                    // less than one whole part: the level is above what is left, which saves the division if it never
                    // comes to this link
                    levels.fetchLeft(link);
                } else {
                    levels.divide(link);
                }
                heap.push(levels.toDouble(levels.high, levels.low), link);
            }
        }
        touched.clear();
    }

    private void open(int flow, int bottleneck) {
        levels.noteOpened(flow);
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
                levels.addPart(link, c);
            } else {
                touched.add(link);
            }
        }
        if (levels.weighted && levels.bound[flow] < NONE) {
            heap.push(levels.bound[flow], links + flow);
        }
    }

    /** The link is full at this level: the flows that are open there have found their bottleneck, unless others must be opened first. */
    private void settle(int link, long itsHigh, long itsLow, double due) {
        int count = flows.count(link);
        int shift = flows.shift();
        int recordLength = 1 << shift;
        int[] crossings = flows.crossings();
        int first = flows.start(link);
        int[] records = flows.records();
        double[] level = levels.level;
        if (someCrossings.length <= count) {
            someCrossings = new int[2 * count];
        }
        int[] found = someCrossings;
        int open = 0;
        for (int at = first; at < first + count; at++) {
            int crossing = crossings[at];
            int bottleneck = records[(crossing & -recordLength) + recordLength + GROUP];
            found[open] = crossing;
            open += bottleneck >>> 31;
            if (bottleneck >= 0 && level[bottleneck] > due) {
                toOpen(bottleneck);
            }
        }
        if (toOpenCount > 0) {
            // for the next round
            touched.add(link);
            return;
        }
        levels.setLevel(link, itsHigh, itsLow, due);
        for (int i = 0; i < open; i++) {
            int crossing = found[i];
            int end = (crossing & -recordLength) + recordLength;
            records[end + GROUP] = link;
            flows.toFront(crossing);
            for (int c = end - recordLength; c < end - RoutedFlows.SPARE && records[c] >= 0; c++) {
                if (c != crossing) {
                    levels.removePart(records[c], c);
                    levels.addUse(link, records[c], c);
                }
            }
        }
        levels.occupyAll(link, itsHigh, itsLow);
    }

    /** The flow has reached its own bound. */
    private void hold(int flow) {
        int number = links + flow;
        levels.level[number] = levels.bound[flow];
        levels.remember(number);
        levels.setGroup(flow, number);
        int first = flows.firstCrossing(flow);
        for (int c = first; c < first + flows.length(flow); c++) {
            levels.removePart(flows.linkOf(c), c);
            levels.hold(flow, flows.linkOf(c), c, false);
        }
    }
}
