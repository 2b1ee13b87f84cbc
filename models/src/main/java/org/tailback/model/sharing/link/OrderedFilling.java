package org.tailback.model.sharing.link;

import org.tailback.columns.Columns;
import org.tailback.kernel.TimeQueue;
import org.tailback.sharing.part.Crossings;
import org.tailback.sharing.part.PartSharing;

/**
 * Progressive filling of many links whose levels change a little, for messages of at most two links. The former levels
 * give the order in which links were filled. In that order the level of link l follows from those of the links before
 * it,
 *
 * <pre>
 * level(l) = (C(l) - sum of amount * limit over its batches that stop before) / sum of amounts over the others
 * limit of a batch = the lowest level of its links before l, or its bound if that is lower
 * </pre>
 *
 * If levels ascend in some order, they are the max-min fair ones: all links are full or carry less than their capacity,
 * and each batch stops at the first of its links, where no batch has a higher level. A link whose level turns out to be
 * above the former one of the next link is put off. One whose level turns out to be below those before takes back as
 * many as are higher. No batch is touched before its level is known.
 *
 * <p><b>Worked example</b> ({@code LocalFillingTest}). Links 0 to 2 of capacities 6, 10 and 10, batches of one message
 * a: 0 and 1, b: 0 and 2. Link 0 is full at 3, the others never are. When c: 0 starts, link 0 is full at 2. When d and
 * e: 1 start as well, link 1 has 10 - 2 left for two: it is full at 4, behind link 0.
 *
 * <p><b>Cost.</b> O(crossings of a link) each time that it is examined, once or twice, where {@link ProgressiveFilling}
 * visits every link of each batch that stops. With former levels that are no guide it costs more: it is given up after
 * a number of examinations.
 */
final class OrderedFilling {
    /** Number of examinations of each link, on average, after which the filling is given up. */
    private static final int MOST = 4;

    private static final double ROUNDING = FairLevels.ROUNDING;
    private static final double RISING = FairLevels.RISING;

    private final FairLevels levels;
    private final Crossings crossings;
    private double[] capacity = {};
    private double[] limits = {};

    /** Links that are not full yet, by the level at which they were full or must be examined. */
    private final TimeQueue next = new TimeQueue(64);
    /** Level at which a link is full; infinite if it is not, or not yet. */
    private double[] full = {};

    /**
     * The links that are done in ascending order of level, then those that are never full; and the level after each.
     */
    private int[] done = {};

    private double[] reached = {};
    private int doneCount;

    /** Level that the last link done has reached. */
    private double at;

    OrderedFilling(FairLevels levels) {
        this.levels = levels;
        crossings = levels.crossings;
    }

    /**
     * Computes levels.
     *
     * @param from batches that stopped below this level stay as they are
     * @param capacities by link, > 0
     * @return false if the filling was given up: levels are the former ones
     */
    boolean fill(double from, double[] capacities) {
        capacity = capacities;
        int links = Math.min(capacities.length, levels.level.length);
        full = Columns.fit(full, links);
        done = Columns.fit(done, links);
        reached = Columns.fit(reached, links);
        doneCount = 0;
        at = from;
        next.clear();
        for (int link = 0; link < links; link++) {
            double before = levels.level[link];
            boolean stays = before > 0 && before < from;
            full[link] = stays ? before : RISING;
            if (!stays && crossings.count(link) > 0) {
                next.set(link, before > 0 ? before : RISING, link);
            }
        }
        long budget = (long) MOST * next.size();
        while (next.size() > 0) {
            int link = next.first();
            next.remove(link);
            double level = level(link);
            for (; level < at * (1 - ROUNDING) && doneCount > 0; budget--) {
                takeBack(from);
                level = level(link);
            }
            if (--budget < 0) {
                return false;
            }
            if (next.size() > 0 && level > next.firstTime()) {
                next.set(link, level, link);
            } else {
                finish(link, Math.max(level, at));
            }
        }
        publish(from, links);
        return true;
    }

    private void finish(int link, double level) {
        boolean isTie = doneCount > 0 && level <= at * (1 + PartSharing.TOLERANCE);
        full[link] = isTie ? at : level;
        at = full[link] < RISING ? full[link] : at;
        done[doneCount] = link;
        reached[doneCount++] = at;
    }

    private void takeBack(double from) {
        int last = done[--doneCount];
        next.set(last, full[last], last);
        full[last] = RISING;
        at = doneCount > 0 ? reached[doneCount - 1] : from;
    }

    /** Returns the level at which a link is full behind those that are done; infinite if it is not. */
    private double level(int link) {
        if (at <= levels.leastBound()) {
            double level = levelWithoutBounds(link);
            if (level <= levels.leastBound()) {
                return level;
            }
        }
        int[] on = crossings.on(link);
        int count = crossings.count(link);
        limits = Columns.fit(limits, count);
        for (int k = count; --k >= 0; ) {
            limits[k] = limit(on[k]);
        }
        return levels.fullAt(link, capacity[link], at, limits);
    }

    /** Returns the same for batches without bounds. */
    private double levelWithoutBounds(int link) {
        int[] on = crossings.on(link);
        double[] amount = levels.amount;
        double room = capacity[link];
        double sum = 0;
        for (int k = crossings.count(link); --k >= 0; ) {
            int crossing = on[k];
            double limit = full[crossings.otherLink(crossing)];
            if (limit == RISING) {
                sum += amount[crossing];
            } else {
                room -= amount[crossing] * limit;
            }
        }
        return sum > 0 ? room / sum : room < -ROUNDING * capacity[link] ? FairLevels.OVERFULL : RISING;
    }

    /** Returns the level at which a batch stops at its bound or on its other link. */
    private double limit(int crossing) {
        return Math.min(levels.bound[crossings.flowOf(crossing)], full[crossings.otherLink(crossing)]);
    }

    /** Gives batches on links that were filled their levels. */
    private void publish(double from, int links) {
        for (int link = 0; link < links; link++) {
            double before = levels.level[link];
            if (before > 0 && before < from) {
                continue;
            }
            double own = full[link];
            levels.level[link] = own < RISING ? own : 0;
            int[] on = crossings.on(link);
            for (int k = crossings.count(link); --k >= 0; ) {
                int crossing = on[k];
                if (crossings.isFirst(crossing)) {
                    int batch = crossings.flowOf(crossing);
                    double limit = Math.min(own, limit(crossing));
                    if (limit != levels.stoppedAt[batch]) {
                        levels.stop(batch, limit);
                    }
                }
            }
        }
    }
}
