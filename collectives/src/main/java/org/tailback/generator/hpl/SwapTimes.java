package org.tailback.generator.hpl;

import java.util.Arrays;

/** How long the swap of rows takes in a column of processes once all of them are there. */
final class SwapTimes {
    private final HplSettings hpl;
    private final Timing timing;
    private boolean draws = true;
    private double busy;

    SwapTimes(HplSettings hpl, Timing timing) {
        this.hpl = hpl;
        this.timing = timing;
    }

    boolean isLong(int n) {
        return hpl.swap() == HplSettings.Swap.LONG || hpl.swap() == HplSettings.Swap.MIX && n > hpl.threshold();
    }

    /** Returns the time of a swap that has the network for itself, all being ready; then {@link #busy} is known. */
    double seconds(SwapPlan plan, int jb, int n, int column) {
        double[] at = new double[hpl.p()];
        draws = false;
        swap(plan, jb, n, column, at);
        draws = true;
        return Arrays.stream(at).max().orElse(0);
    }

    /** @param at by row of processes: when it is ready; then when it has swapped */
    void swap(SwapPlan plan, int jb, int n, int column, double[] at) {
        busy = 0;
        int p = hpl.p();
        double[] ordered = new double[p];
        for (int i = 0; i < p; i++) {
            ordered[i] = at[isLong(n) ? plan.rowAt[i] : (plan.owner + i) % p];
        }
        if (isLong(n)) {
            longSwap(plan, jb, n, column, ordered);
        } else {
            binaryExchange(plan, jb, n, column, ordered);
        }
        for (int i = 0; i < p; i++) {
            at[isLong(n) ? plan.rowAt[i] : (plan.owner + i) % p] = ordered[i];
        }
    }

    /** For how long, in sum, the messages of the last swap hold the interfaces from which they leave. */
    double busy() {
        return busy;
    }

    private double message(double start, int from, int to, long bytes) {
        if (bytes == 0) {
            return start;
        }
        busy += timing.isLocal(from, to) ? 0 : timing.occupancy(bytes);
        return start + timing.oneWay(from, to, bytes);
    }

    private double kernel(int rank, String name, long m, long n) {
        return timing.kernel(rank, name, m, n, 1, draws ? timing.noise() : Timing.MEAN_NOISE);
    }

    private void binaryExchange(SwapPlan plan, int jb, int n, int column, double[] at) {
        int p = hpl.p();
        int power = Integer.highestOneBit(p);
        int beyond = p - power;
        long whole = 8L * jb * n;
        long line = 8L * (n + 1);
        int[] held = new int[p];
        int[] rank = new int[p];
        for (int i = 0; i < p; i++) {
            int row = (plan.owner + i) % p;
            rank[i] = row * hpl.q() + column;
            held[i] = plan.held[row];
            at[i] += kernel(rank[i], i == 0 ? "dlaswp01T" : "dlaswp02N", held[i], n);
        }
        int[] own = held.clone();
        held[0] = 0;
        for (int i = 0; i < beyond; i++) {
            double both = Math.max(at[i], at[i + power]);
            double end = Math.max(
                    message(both, rank[i + power], rank[i], held[i + power] * line),
                    i == 0 ? message(both, rank[0], rank[power], whole) : both);
            at[i] = end + (i == 0 ? kernel(rank[0], "dlaswp03T", held[power], n) : 0);
            at[i + power] = end;
            held[i] += i == 0 ? 0 : held[i + power];
        }
        for (int bit = 1; bit < power; bit <<= 1) {
            for (int i = 0; i < power; i++) {
                if ((i & bit) == 0) {
                    int other = i | bit;
                    boolean first = i < bit;
                    long sent = first ? whole : held[i] * line;
                    long received = held[other] * line;
                    double mine = exchange(at[i], at[other], rank[i], rank[other], sent, received);
                    at[other] = exchange(at[other], at[i], rank[other], rank[i], received, sent)
                            + (first ? kernel(rank[other], "dlaswp04T", own[other], n) : 0);
                    at[i] = mine + (first ? kernel(rank[i], "dlaswp03T", held[other], n) : 0);
                    held[i] += held[other];
                    held[other] = held[i];
                }
            }
        }
        for (int i = 0; i < beyond; i++) {
            at[i + power] = message(Math.max(at[i], at[i + power]), rank[i], rank[i + power], whole);
        }
    }

    private void longSwap(SwapPlan plan, int jb, int n, int column, double[] at) {
        int p = hpl.p();
        long line = 8L * n;
        int[] rank = new int[p];
        for (int i = 0; i < p; i++) {
            rank[i] = plan.rowAt[i] * hpl.q() + column;
        }
        at[0] += kernel(rank[0], "dlaswp01T", plan.held[plan.owner], n);
        spread(new SwapPlan.Spread(plan.first, 0, true), at, rank, line);
        for (int i = 1; i < p; i++) {
            at[i] += kernel(rank[i], "dlaswp06T", plan.first[i + 1] - plan.first[i], n);
        }
        for (SwapPlan.Spread spread : plan.equalising()) {
            spread(spread, at, rank, line);
        }
        double[] next = new double[p];
        for (int k = 0; k < p - 1; k++) {
            for (int i = 0; i < p; i++) {
                boolean down = (i + k) % 2 != 0;
                int other = Math.floorMod(down ? i - 1 : i + 1, p);
                int l = k / 2;
                long sent = plan.rolled(down ? i + l : i - l);
                long received = plan.rolled(down ? i - l - 1 : i + l + 1);
                next[i] = exchange(at[i], at[other], rank[i], rank[other], sent * line, received * line);
            }
            System.arraycopy(next, 0, at, 0, p);
        }
        for (int i = 0; i < p; i++) {
            at[i] += kernel(rank[i], "dlaswp10N", n, jb);
        }
    }

    private void spread(SwapPlan.Spread spread, double[] at, int[] rank, long line) {
        int count = spread.count();
        for (int bit = count > 1 ? Integer.highestOneBit(count - 1) : 0; bit > 0; bit >>= 1) {
            for (int upper = bit; upper < count; upper += 2 * bit) {
                int from = spread.position(upper - bit);
                int to = spread.position(upper);
                long bytes = Math.max(0, spread.rows(upper, bit)) * line;
                if (bytes > 0) {
                    double begin = timing.waitsForBoth(bytes) ? Math.max(at[from], at[to]) : at[from];
                    double end = message(begin, rank[from], rank[to], bytes);
                    at[from] = timing.waitsForBoth(bytes) ? end : begin + timing.sendOverhead(bytes);
                    at[to] = Math.max(at[to], end);
                }
            }
        }
    }

    /** When one of two ranks that send each other at once has sent and received. */
    private double exchange(double mine, double theirs, int one, int other, long sent, long received) {
        double end = mine;
        if (sent > 0) {
            busy += timing.isLocal(one, other) ? 0 : timing.occupancy(sent);
            end = timing.waitsForBoth(sent)
                    ? Math.max(mine, theirs) + timing.oneWay(one, other, sent)
                    : mine + timing.sendOverhead(sent);
        }
        if (received > 0) {
            double begin = timing.waitsForBoth(received) ? Math.max(mine, theirs) : theirs;
            end = Math.max(end, begin + timing.sendOverhead(received) + timing.transfer(other, one, received))
                    + timing.receiveOverhead(received);
        }
        return end;
    }
}
