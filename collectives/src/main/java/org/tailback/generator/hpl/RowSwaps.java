package org.tailback.generator.hpl;

import org.jspecify.annotations.Nullable;

/**
 * Swap of rows in a column of processes before an update. After the swap, all processes hold the rows of U. The
 * broadcast of the next panel progresses between the rounds.
 */
final class RowSwaps {
    private static final int TAG = 1001;

    private final HplSettings hpl;
    private final int row;
    private final int column;
    private final Steps steps;
    private final PanelBroadcast broadcast;
    private final Pivots pivots;
    private @Nullable Panel ahead;
    private int probes;

    RowSwaps(HplSettings hpl, int row, int column, Steps steps, PanelBroadcast broadcast, Pivots pivots) {
        this.hpl = hpl;
        this.row = row;
        this.column = column;
        this.steps = steps;
        this.broadcast = broadcast;
        this.pivots = pivots;
    }

    /**
     * Adds the steps of a swap.
     *
     * @param n number of the rank's columns to swap
     * @param underWay panel in flight; null for none
     */
    void add(Panel panel, int n, @Nullable Panel underWay) {
        ahead = underWay;
        SwapPlan plan = pivots.plan(panel.ia);
        boolean isLong =
                hpl.swap() == HplSettings.Swap.LONG || hpl.swap() == HplSettings.Swap.MIX && n > hpl.threshold();
        if (isLong) {
            addLong(plan, panel, n);
        } else {
            addBinaryExchange(plan, panel, n);
        }
        probe();
    }

    private void progress() {
        probes++;
    }

    private void then(Steps.Step step) {
        probe();
        steps.add(step);
    }

    private void probe() {
        Panel panel = ahead;
        int times = probes;
        probes = 0;
        if (panel != null && times > 0) {
            steps.add(() -> broadcast.progress(panel, times));
        }
    }

    private void addBinaryExchange(SwapPlan plan, Panel panel, int n) {
        int p = hpl.p();
        int me = Math.floorMod(row - plan.owner, p);
        long whole = 8L * panel.jb * n;
        int own = plan.held[row];
        then(() -> steps.kernel(me == 0 ? "dlaswp01T" : "dlaswp02N", own, n, 1));
        progress();
        int[] held = new int[p];
        for (int i = 0; i < p; i++) {
            held[i] = i == 0 && me == 0 ? 0 : plan.held[(plan.owner + i) % p];
        }
        Butterfly butterfly = new Butterfly(p, me, held, 8L * (n + 1), whole, whole);
        butterfly.rounds((partner, sent, received, arrived, learns) -> {
            if (partner >= 0) {
                then(() -> {
                    steps.exchange(rank(plan, partner), TAG, sent, received);
                    steps.kernel("dlaswp03T", arrived, n, 1);
                    steps.kernel("dlaswp04T", learns ? own : 0, n, 1);
                });
            }
            progress();
        });
        boolean beyond = butterfly.isBeyond();
        if (beyond) {
            then(() -> steps.kernel("dlaswp05T", own, n, 1));
        }
        if (butterfly.partner() >= 0) {
            then(() -> steps.exchange(rank(plan, butterfly.partner()), TAG, beyond ? 0 : whole, beyond ? whole : 0));
        }
        progress();
    }

    private int rank(SwapPlan plan, int distance) {
        return hpl.rank((plan.owner + distance) % hpl.p(), column);
    }

    private void addLong(SwapPlan plan, Panel panel, int n) {
        int p = hpl.p();
        int me = plan.positionOf[row];
        if (row == plan.owner) {
            then(() -> steps.kernel("dlaswp01T", plan.held[row], n, 1));
        }
        addSpread(plan, new SwapPlan.Spread(plan.first, 0, true), n);
        if (row != plan.owner) {
            then(() -> steps.kernel("dlaswp06T", plan.first[me + 1] - plan.first[me], n, 1));
        }
        for (SwapPlan.Spread spread : plan.equalising()) {
            addSpread(plan, spread, n);
        }
        for (int k = 0; k < p - 1; k++) {
            int partner = plan.partner(me, k);
            long sent = plan.sent(me, k) * 8L * n;
            long received = plan.received(me, k) * 8L * n;
            then(() -> steps.overlap(hpl.rank(plan.rowAt[partner], column), TAG, sent, received));
            progress();
        }
        then(() -> steps.kernel("dlaswp10N", n, panel.jb, 1));
    }

    /**
     * Distributes rows from the process at a position to all processes at higher positions, or to all at lower
     * positions, along a binary tree.
     */
    private void addSpread(SwapPlan plan, SwapPlan.Spread spread, int n) {
        int count = spread.count();
        int me = spread.distance(plan.positionOf[row]);
        if (me < 0 || count == 1) {
            return;
        }
        for (int bit = Integer.highestOneBit(count - 1); bit > 0; bit >>= 1) {
            int upper = me | bit;
            int rows = (me & bit - 1) == 0 && upper < count ? spread.rows(upper, bit) : 0;
            if (rows > 0) {
                int partner = hpl.rank(plan.rowAt[spread.position(me ^ bit)], column);
                then(() -> {
                    if (me == upper) {
                        steps.receive(partner, TAG, rows * 8L * n);
                    } else {
                        steps.exchange(partner, TAG, rows * 8L * n, 0);
                    }
                });
            }
            progress();
        }
    }
}
