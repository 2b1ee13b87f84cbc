package org.tailback.model.sharing.link;

import org.tailback.columns.Columns;
import org.tailback.kernel.TimeQueue;
import org.tailback.sharing.part.Crossings;
import org.tailback.sharing.part.PartSharing;

/**
 * Progressive filling of many links with small changes of their levels, for routes of at most two links. The former
 * levels define the order in which links were filled. In that order the level of link l follows from the levels of
 * preceding links,
 *
 * <pre>
 * level(l) = (C(l) - sum of amount * limit over its batches that stop before) / sum of amounts over all other batches
 * limit of a batch = the lowest level of its links before l, or its bound if that is lower
 * </pre>
 *
 * If levels ascend in this order, they are the max-min fair levels: all links are full or carry less than their
 * capacity, and each batch stops at the first of its links, where no batch has a higher level. A link whose computed
 * level is above the former level of the next link is postponed. If the computed level of a link is below preceding
 * levels, all links with higher levels are undone. Batches are updated only when their levels are final.
 *
 * <p><b>Worked example</b> ({@code LocalFillingTest}). Links 0 to 2 of capacities 6, 10 and 10, batches of one message
 * a: 0 and 1, b: 0 and 2. Link 0 is full at 3, the other links are never full. When c: 0 starts, link 0 is full at 2.
 * When d and e: 1 start as well, link 1 has 10 - 2 left for two batches: it is full at 4, after link 0.
 *
 * <p><b>Cost.</b> O(crossings of a link) each time that it is examined, once or twice, whereas {@link
 * ProgressiveFilling} visits every link of each batch that stops. The cost is higher if the order of levels has changed
 * much; the filling is stopped after a limited number of examinations.
 */
final class OrderedFilling {
    /** Number of examinations of each link, on average, after which the filling is stopped. */
    private static final int MOST = 4;

    private static final double ROUNDING = FairLevels.ROUNDING;
    private static final double RISING = FairLevels.RISING;

    private final FairLevels levels;
    private final Crossings crossings;
    private double[] capacity = {};
    private double[] limits = {};

    /** Links that are not full yet, by the level at which they were full or must be examined. */
    private final TimeQueue next = new TimeQueue(64);
    /** Level at which a link is full; infinite if the link is not full, or not yet. */
    private double[] full = {};

    /** Processed links in ascending order of level, then the links that are never full. */
    private int[] done = {};

    private double[] reached = {};
    private int doneCount;

    /** Level of the most recently processed link. */
    private double at;

    OrderedFilling(FairLevels levels) {
        this.levels = levels;
        crossings = levels.crossings;
    }

    /**
     * Computes the levels of all batches from a level on.
     *
     * @param from level below which the levels of batches do not change
     * @param capacities capacities by link, > 0
     * @return false if the filling was stopped: levels are unchanged
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

    /** Returns the level at which a link is full after the processed links; infinite if it is not full. */
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

    /** Returns the result of {@link #level} for batches without bounds. */
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

    /** Sets the levels of batches on filled links. */
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
