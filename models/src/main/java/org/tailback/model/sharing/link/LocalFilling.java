package org.tailback.model.sharing.link;

import java.util.function.IntConsumer;
import org.tailback.columns.Columns;
import org.tailback.kernel.TimeQueue;
import org.tailback.sharing.part.Crossings;
import org.tailback.sharing.part.DenseSet;
import org.tailback.sharing.part.PartSharing;

/**
 * Progressive filling of only the links whose level changes. The level c at which a link of capacity C is full solves
 *
 * <pre>
 * sum over its batches b of amount(b) * min(c, limit(b)) = C          limit(b): the level at which b stops elsewhere
 * </pre>
 *
 * Changed links are examined in ascending order of level, as nodes are in Dijkstra's shortest-path search: the position
 * of a link is the lower of its former level and the level computed from the limits known so far. A change at a link
 * does not affect lower levels. There are three cases:
 *
 * <ul>
 *   <li>The link is full earlier than before, or newly full: its batches stop there. Other links lose some of their
 *       load, and are examined at their former level.
 *   <li>The link is no longer full at its former level: the batches that had stopped there rise until one of their
 *       links is full. All of these links are examined.
 *   <li>The link is full at its former level: the search ends there.
 * </ul>
 *
 * <p><b>Worked example</b> ({@code LocalFillingTest}). Links 0 to 2 of capacities 6, 10 and 10, batches of one message
 * a: 0 and 1, b: 0 and 2. Link 0 is full at 3. When c: 1 starts, link 1 is full at 10 - 3 = 7, above the level of a:
 * link 0 is not examined.
 *
 * <p><b>Cost.</b> O(m log l) for the m crossings of the l links examined. If they are a large fraction of all
 * crossings, {@link ProgressiveFilling} is cheaper: the search is stopped, and omitted after the next changes.
 */
final class LocalFilling {
    /** Relative difference below which two levels of a link are equal: the rounding error of its sums. */
    private static final double SAME = 1e-14;
    /** Relative difference of loads above the rounding error of their sums. */
    private static final double MARGIN = 1e-9;
    /** Minimum of the limits on visited crossings and on changed links. */
    private static final int FEW = 64;
    /** Inverse of the fraction of changed links above which all links are filled. */
    private static final int DENSE = 4;
    /** Number of visits to all crossings that costs about as much as filling all links. */
    private static final long ROUNDS = 4;
    /** Maximum number of changes without a search after successive stopped searches. */
    private static final int LONGEST_PAUSE = 64;

    private static final double RISING = FairLevels.RISING;

    private final FairLevels levels;
    private final Crossings crossings;
    private final IntConsumer expectBound = this::expectBound;
    private double[] capacity = {};
    private double[] limits = {};

    /** Queue of links by their lower bound, as 2 * link, and of bounds of rising batches, as 2 * batch + 1. */
    private final TimeQueue next = new TimeQueue(64);
    // arrays by link
    private double[] fullAt = {};
    /** Whether batches have stopped elsewhere since the computation of the level at which a link is full. */
    private boolean[] isStale = {};

    /** Level reached by the search: further changes are at or above it. */
    private double at;

    private double lowest;
    private long budget;
    private int pause;
    private int pausesLeft;

    LocalFilling(FairLevels levels) {
        this.levels = levels;
        crossings = levels.crossings;
    }

    /**
     * Computes the levels that change.
     *
     * @param changed links with changed batches or capacity, including all links of new batches
     * @param capacities capacities by link, > 0
     * @return false if the search is stopped or omitted: levels from {@link #lowest} on are undefined
     */
    boolean fill(DenseSet changed, double[] capacities) {
        lowest = 0;
        if (changed.size() > Math.max(FEW, capacities.length / DENSE)) {
            return false;
        }
        capacity = capacities;
        isStale = Columns.fit(isStale, capacities.length);
        fullAt = Columns.fit(fullAt, capacities.length);
        budget = Math.max(FEW, (pause == 0 ? ROUNDS : 1) * levels.crossed());
        at = 0;
        levels.forEachOpened(expectBound);
        for (int i = 0; i < changed.size(); i++) {
            begin(changed.get(i));
        }
        lowest = next.firstTime();
        if (pausesLeft > 0) {
            pausesLeft--;
            next.clear();
            return false;
        }
        while (next.size() > 0 && budget >= 0) {
            int first = next.first();
            double now = next.firstTime();
            next.remove(first);
            if ((first & 1) == 1) {
                atBound(first >> 1, now);
            } else {
                examine(first >> 1);
            }
        }
        if (budget >= 0) {
            pause >>= 1;
            return true;
        }
        next.clear();
        pause = Math.min(LONGEST_PAUSE, 2 * pause + 1);
        pausesLeft = pause;
        return false;
    }

    /** Returns the level below which the last call of {@link #fill} has changed no level; 0 before the first call. */
    double lowest() {
        return lowest;
    }

    /** Adds a changed link to the search. */
    private void begin(int link) {
        if (crossings.count(link) == 0) {
            levels.level[link] = 0;
        } else {
            place(link);
        }
    }

    /** Queues the bound of a batch, unless its first link limits it to a lower level. */
    private void expectBound(int batch) {
        int first = crossings.first(batch);
        double bound = levels.bound[batch];
        if (bound * levels.part[first] <= capacity[crossings.linkOf(first)] * (1 + MARGIN)) {
            next.set(2 * batch + 1, bound, 2L * batch + 1);
        }
    }

    /** Queues a link at the level at which it must be examined. */
    private void place(int link) {
        place(link, position(link));
    }

    private void place(int link, double position) {
        if (position < RISING) {
            next.set(2 * link, position, 2L * link);
        } else {
            next.remove(2 * link);
        }
    }

    /** Computes the level at which a link is full, and returns the level at which it must be examined. */
    private double position(int link) {
        double full = computeFull(link);
        double before = levels.level[link];
        fullAt[link] = full;
        isStale[link] = false;
        return before > 0 ? Math.min(before, full) : full;
    }

    /** Returns the level at which a link is full; infinite if other links and bounds limit all its batches. */
    private double computeFull(int link) {
        double own = levels.level[link];
        int[] on = crossings.on(link);
        int count = crossings.count(link);
        budget -= count;
        if (count > limits.length) {
            limits = Columns.fit(limits, count);
        }
        // the first iteration of FairLevels.fullAt, which usually suffices
        boolean alone = levels.isUnshared(link);
        double left = capacity[link];
        double sum = 0;
        double nextLimit = RISING;
        double most = 0;
        for (int k = 0; k < count; k++) {
            int batch = crossings.flowOf(on[k]);
            double stopped = levels.stoppedAt[batch];
            double limit = stopped == own || stopped == RISING ? levels.bound[batch] : stopped;
            double its = levels.amount[on[k]];
            limits[k] = limit;
            most += its * limit;
            if (limit > at) {
                sum = alone ? Math.max(sum, its) : sum + its;
                nextLimit = Math.min(nextLimit, limit);
            } else if (!alone) {
                left -= its * limit;
            }
        }
        if (sum == 0 || most < capacity[link] * (1 - MARGIN)) {
            return RISING;
        }
        double full = left / sum;
        if (nextLimit <= full && full >= at) {
            full = levels.fullAt(link, capacity[link], full, limits);
        }
        return full == FairLevels.OVERFULL ? RISING : Math.max(at, full);
    }

    private void examine(int link) {
        if (isStale[link]) {
            double position = position(link);
            double first = next.firstTime();
            if (position == RISING || first < position || first == position && next.first() < 2 * link) {
                place(link, position);
                return;
            }
        }
        double before = levels.level[link];
        double full = fullAt[link];
        if (before > 0 && Math.abs(full - before) <= SAME * before) {
            stopAll(link, before);
        } else if (full <= at * (1 + PartSharing.TOLERANCE)) {
            stopAll(link, at);
        } else if (before > 0 && full > before) {
            at = before;
            letRise(link, before);
        } else if (full < RISING) {
            stopAll(link, full);
        }
    }

    /** Stops the rising batches of a link, and moves the batches that had stopped there to its new level. */
    private void stopAll(int link, double full) {
        double before = levels.level[link];
        at = Math.max(at, full);
        levels.level[link] = full;
        int[] on = crossings.on(link);
        for (int k = crossings.count(link); --k >= 0; ) {
            int batch = crossings.flowOf(on[k]);
            double stopped = levels.stoppedAt[batch];
            if (stopped > full || stopped == before && before != full) {
                stop(batch, full);
            }
        }
    }

    private void atBound(int batch, double bound) {
        if (levels.stoppedAt[batch] == RISING) {
            at = Math.max(at, bound);
            stop(batch, bound);
        }
    }

    /** Stops a batch, so that its other links have more capacity left. */
    private void stop(int batch, double full) {
        levels.stop(batch, full);
        for (int i = crossings.length(batch); --i >= 0; ) {
            int other = crossings.link(batch, i);
            isStale[other] = true;
            if (levels.level[other] > full && !next.contains(2 * other)) {
                next.set(2 * other, levels.level[other], 2L * other);
            }
        }
    }

    /** Lets the batches that had stopped at a link rise again. */
    private void letRise(int link, double before) {
        levels.level[link] = 0;
        int[] on = crossings.on(link);
        for (int k = crossings.count(link); --k >= 0; ) {
            int batch = crossings.flowOf(on[k]);
            if (levels.stoppedAt[batch] == before) {
                levels.stoppedAt[batch] = RISING;
                expectBound(batch);
                for (int i = crossings.length(batch); --i >= 0; ) {
                    if (crossings.link(batch, i) != link) {
                        place(crossings.link(batch, i));
                    }
                }
            }
        }
        place(link);
    }
}
