package org.tailback.generator.hpl;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.tailback.random.SplitMix64;

/** Pivot rows of a run: given rows, or random rows that are drawn with equal probability from all remaining rows. */
final class Pivots {
    /** Number of plans kept in memory; ranks are at most a few panels apart. */
    private static final int KEPT = 64;

    private final HplSettings hpl;
    private final long seed;
    private final int @Nullable [] given;
    private final SwapPlan[] plans = new SwapPlan[KEPT];
    private final int[] panelOf = new int[KEPT];

    /**
     * Creates the pivots of a run.
     *
     * @param given pivot row of every column; null for random pivots
     */
    Pivots(HplSettings hpl, long seed, int @Nullable [] given) {
        this.hpl = hpl;
        this.seed = seed;
        this.given = given;
        Arrays.fill(panelOf, -1);
    }

    synchronized SwapPlan plan(int ia) {
        int panel = ia / hpl.nb();
        int place = panel % KEPT;
        if (panelOf[place] != panel) {
            int[] pivots = new int[Math.min(hpl.nb(), hpl.n() - ia)];
            for (int i = 0; i < pivots.length; i++) {
                pivots[i] = pivot(ia + i);
            }
            plans[place] = new SwapPlan(hpl, ia, pivots);
            panelOf[place] = panel;
        }
        return plans[place];
    }

    private int pivot(int column) {
        return given != null
                ? given[column]
                : column
                        + (int) Long.remainderUnsigned(
                                SplitMix64.mixed(seed + column * SplitMix64.GOLDEN), hpl.n() - column);
    }
}
