package org.tailback.generator.hpl;

import java.util.Arrays;

/**
 * The times of a run of HPL without its messages one by one: what a column of processes does together, the
 * factorisation of a panel and the swap of rows, ends for all of it at the latest begin plus a cost, which follows the
 * rounds of its messages once. The broadcast of a panel is followed from rank to rank, with the blocks of columns
 * between which a rank asks for it; the noise of each call of dgemm is drawn.
 *
 * <p><b>Equations.</b> With e(r, c) when row r and column c is ready, D the time of the swap by itself and U the sum of
 * {@code busy / D} of the columns at it (the part of their nodes' interfaces that they hold):
 *
 * <pre>
 * swap of column c          begins at max over r of e(r, c), and advances by 1 / max(1, U) seconds a second towards D
 * panel at rank i           taken at the first look after the rank before it offers it, and at both free after T
 * factorisation             max over r of e(r, c) + sum over columns (log2 p exchanges + max over r of kernels)
 * </pre>
 *
 * <p><b>Worked example</b>: GroupedHplTest holds it against replays of all messages.
 */
final class GroupedHpl {
    private final HplSettings hpl;
    private final Pivots pivots;
    private final Timing timing;
    private final SwapTimes swapTimes;
    private final BlockCyclic byRow;
    private final BlockCyclic byColumn;
    private final int p;
    private final int q;
    private final double nodes;
    /** By rank: when it is ready for its next work. */
    private final double[] clock;
    /** By column: columns of the matrix that are not updated by the panel at hand. */
    private final int[] left;

    GroupedHpl(HplSettings hpl, Pivots pivots, Timing timing) {
        this.hpl = hpl;
        this.pivots = pivots;
        this.timing = timing;
        p = hpl.p();
        q = hpl.q();
        swapTimes = new SwapTimes(hpl, timing);
        byRow = new BlockCyclic(hpl.nb(), p);
        byColumn = new BlockCyclic(hpl.nb(), q);
        nodes = Arrays.stream(timing.node).distinct().count();
        clock = new double[p * q];
        left = new int[q];
    }

    /** Returns when each rank ends, in seconds. */
    double[] run() {
        for (int c = 0; c < q; c++) {
            left[c] = byColumn.local(hpl.n() + 1, c);
        }
        int blocks = (hpl.n() + hpl.nb() - 1) / hpl.nb();
        if (hpl.depth() == 0 || q == 1) {
            for (int block = 0; block < blocks; block++) {
                Panels at = new Panels(block);
                factorise(at);
                left[at.column] -= at.jb;
                broadcast(at, null);
                update(at);
            }
        } else {
            Panels oldest = new Panels(0);
            factorise(oldest);
            left[0] -= oldest.jb;
            broadcast(oldest, null);
            for (int block = 1; block < blocks; block++) {
                Panels ahead = new Panels(block);
                updateOwn(oldest, ahead);
                factorise(ahead);
                left[ahead.column] -= ahead.jb;
                broadcast(ahead, oldest);
                oldest = ahead;
            }
            update(oldest);
        }
        solve();
        return clock;
    }

    /** A panel, with what each row of processes has of it. */
    private final class Panels {
        final int ia;
        final int jb;
        final int column;
        final int row;
        final int[] below = new int[p];
        final int[] rows = new int[p];
        final SwapPlan plan;

        Panels(int block) {
            ia = block * hpl.nb();
            jb = Math.min(hpl.nb(), hpl.n() - ia);
            column = byColumn.owner(ia);
            row = byRow.owner(ia);
            for (int r = 0; r < p; r++) {
                rows[r] = byRow.local(ia, hpl.n() - ia, r);
                below[r] = rows[r] - (r == row ? jb : 0);
            }
            plan = pivots.plan(ia);
        }

        long bytes(int r) {
            return 8L * ((long) below[r] * jb + (long) jb * jb + jb + 1);
        }
    }

    private double latest(int column) {
        double latest = 0;
        for (int r = 0; r < p; r++) {
            latest = Math.max(latest, clock[r * q + column]);
        }
        return latest;
    }

    private double[] column(double[] times, int c) {
        double[] at = new double[p];
        for (int r = 0; r < p; r++) {
            at[r] = times[r * q + c];
        }
        return at;
    }

    /** The columns of the panel ahead are updated before all others. */
    private void updateOwn(Panels panel, Panels ahead) {
        int c = ahead.column;
        if (p > 1) {
            double[] at = column(clock, c);
            swapTimes.swap(panel.plan, panel.jb, ahead.jb, c, at);
            for (int r = 0; r < p; r++) {
                clock[r * q + c] = at[r];
            }
        }
        for (int r = 0; r < p; r++) {
            clock[r * q + c] += block(panel, r, c, ahead.jb);
        }
    }

    /** The update of some columns in one call of each kernel. */
    private double block(Panels panel, int r, int c, int n) {
        if (n == 0) {
            return 0;
        }
        int rank = r * q + c;
        double seconds = timing.kernel(rank, "dtrsm", n, panel.jb, panel.jb, timing.noise())
                + timing.kernel(rank, "dgemm", panel.below[r], n, panel.jb, timing.noise());
        return r == panel.row && p > 1
                ? seconds + timing.kernel(rank, "dlatcpy", panel.jb, n, 1, timing.noise())
                : seconds;
    }

    private void factorise(Panels panel) {
        double[] at = new double[p];
        for (int r = 0; r < p; r++) {
            at[r] = clock[r * q + panel.column];
        }
        new FactorisationTimes(hpl, timing, panel.column, panel.row, panel.rows).run(panel.jb, at);
        for (int r = 0; r < p; r++) {
            int rank = r * q + panel.column;
            clock[rank] =
                    at[r] + (q > 1 ? timing.kernel(rank, "dlacpy", panel.below[r], panel.jb, 1, timing.noise()) : 0);
        }
    }

    /** All swap, and update all of their columns at once. */
    private void update(Panels panel) {
        double[] swapped = swap(panel);
        for (int c = 0; c < q; c++) {
            for (int r = 0; r < p; r++) {
                clock[r * q + c] = swapped[r * q + c] + block(panel, r, c, left[c]);
            }
        }
    }

    /** When ranks have swapped their rows, while columns of processes share the interfaces of nodes; by rank. */
    private double[] swap(Panels panel) {
        double[] end = new double[q];
        double[] work = new double[q];
        double[] load = new double[q];
        Integer[] order = new Integer[q];
        double[] known = new double[3];
        int knownN = -1;
        for (int c = 0; c < q; c++) {
            order[c] = c;
            end[c] = latest(c);
            if (p > 1 && left[c] > 0) {
                if (left[c] != knownN) {
                    knownN = left[c];
                    known[0] = swapTimes.seconds(panel.plan, panel.jb, left[c], c);
                    known[1] = known[0] > 0 ? swapTimes.busy() / nodes / known[0] : 0;
                }
                work[c] = known[0];
                load[c] = known[1];
            }
        }
        Arrays.sort(order, (a, b) -> Double.compare(end[a], end[b]));
        double[] begin = end.clone();
        double[] alone = work.clone();
        shareInterfaces(end, work, load, order);
        double[] swapped = clock.clone();
        for (int c = 0; c < q; c++) {
            if (alone[c] > 0) {
                double[] at = column(clock, c);
                swapTimes.swap(panel.plan, panel.jb, left[c], c, at);
                for (int r = 0; r < p; r++) {
                    swapped[r * q + c] = at[r] + Math.max(0, end[c] - begin[c] - alone[c]);
                }
            }
        }
        return swapped;
    }

    private void shareInterfaces(double[] end, double[] work, double[] load, Integer[] order) {
        boolean[] active = new boolean[q];
        int next = 0;
        int count = 0;
        double now = 0;
        while (next < q || count > 0) {
            double sum = 0;
            double soonest = Double.POSITIVE_INFINITY;
            for (int c = 0; c < q; c++) {
                if (active[c]) {
                    sum += load[c];
                    soonest = Math.min(soonest, work[c]);
                }
            }
            double slower = Math.max(1, sum);
            double done = now + soonest * slower;
            double begins = next < q ? end[order[next]] : Double.POSITIVE_INFINITY;
            double instant = Math.min(done, begins);
            for (int c = 0; c < q; c++) {
                work[c] -= active[c] ? (instant - now) / slower : 0;
                if (active[c] && (work[c] <= 1e-12 || done <= begins && work[c] <= soonest * 1e-9)) {
                    active[c] = false;
                    count--;
                    end[c] = instant;
                }
            }
            now = instant;
            if (begins <= done && next < q) {
                active[order[next++]] = true;
                count++;
            }
        }
    }

    /** Sends a panel along the rows, while the ranks update with the one before it, if there is one. */
    private void broadcast(Panels panel, @org.jspecify.annotations.Nullable Panels updating) {
        if (q == 1) {
            return;
        }
        new BroadcastTimes(hpl, timing)
                .run(panel.column, panel::bytes, clock, updating == null ? null : look(updating));
    }

    private BroadcastTimes.Updates look(Panels updating) {
        double[][] swapped = new double[1][];
        return new BroadcastTimes.Updates() {
            @Override
            public double swapped(int rank) {
                double[] known = swapped[0];
                if (known == null) {
                    known = swap(updating);
                    swapped[0] = known;
                }
                return known[rank];
            }

            @Override
            public int looks(int c) {
                int rounds = 32 - Integer.numberOfLeadingZeros(p - 1);
                return swapTimes.isLong(left[c]) ? p - 1 + rounds : rounds + 3;
            }

            @Override
            public int columns(int c) {
                return left[c];
            }

            @Override
            public double block(int r, int c, int n) {
                return GroupedHpl.this.block(updating, r, c, n);
            }
        };
    }

    private void solve() {
        double latest = Arrays.stream(clock).max().orElse(0);
        int nb = hpl.nb();
        int urgent = byRow.local(0, Math.min(hpl.n(), Math.max(nb, (q - 1) * nb)), 0);
        int up = Math.floorMod(-1, p) * q;
        double step = timing.kernel(0, "dtrsv", nb, 1, 1, 0.8)
                + timing.kernel(0, "dgemv", urgent, nb, 1, 0.8)
                + timing.kernel(0, "daxpy", urgent, 1, 1, 0.8)
                + (p > 1 ? timing.oneWay(0, up, 8L * nb) : 0)
                + (q > 1 ? timing.oneWay(0, 1, 8L * urgent) : 0);
        int blocks = (hpl.n() + nb - 1) / nb;
        Arrays.fill(clock, latest + blocks * step);
    }
}
