package org.tailback.generator.hpl;

/**
 * The factorisation of a panel by a column of processes, as {@link PanelFactorisation} has it, in times: as the column
 * does nothing else meanwhile, and its messages are too small to wait at interfaces, when its ranks end follows from
 * when they begin.
 */
final class FactorisationTimes {
    private final HplSettings hpl;
    private final Timing timing;
    private final LoneRank[] ranks;
    private final int p;
    private final int power;
    /** By distance from the owner of the diagonal block: the rank, and until when it is busy. */
    private final int[] rank;

    private final double[] at;
    private int jb;

    FactorisationTimes(HplSettings hpl, Timing timing, LoneRank[] ranks) {
        this.hpl = hpl;
        this.timing = timing;
        this.ranks = ranks;
        p = hpl.p();
        power = Integer.highestOneBit(p);
        rank = new int[p];
        at = new double[p];
    }

    /** @param ready by row of processes: when it is ready; then when it has ended */
    void run(int ia, double[] ready) {
        BlockCyclic byRow = new BlockCyclic(hpl.nb(), p);
        int column = new BlockCyclic(hpl.nb(), hpl.q()).owner(ia);
        jb = Math.min(hpl.nb(), hpl.n() - ia);
        int[] rows = new int[p];
        for (int i = 0; i < p; i++) {
            int row = (byRow.owner(ia) + i) % p;
            rank[i] = row * hpl.q() + column;
            at[i] = ready[row];
            rows[i] = byRow.local(ia, hpl.n() - ia, row);
        }
        recursive(rows, jb, 0);
        for (int i = 0; i < p; i++) {
            ready[rank[i] / hpl.q()] = at[i];
        }
    }

    private void recursive(int[] m, int n, int offset) {
        if (n <= hpl.nbmin()) {
            columns(m, n);
            return;
        }
        int whole = ((n + hpl.nbmin() - 1) / hpl.nbmin() + hpl.ndiv() - 1) / hpl.ndiv() * hpl.nbmin();
        for (int done = 0; done < n; ) {
            int part = Math.min(whole, n - done);
            int right = n - done - part;
            if (hpl.rfact() != HplSettings.Fact.RIGHT) {
                for (int i = 0; i < p; i++) {
                    kernel(i, "dtrsm", hpl.rfact() == HplSettings.Fact.LEFT ? part : 0, done, done);
                    kernel(i, "dgemm", m[i], part, done);
                }
            }
            recursive(m.clone(), part, offset + done);
            m[0] -= part;
            for (int i = 0; i < p; i++) {
                if (hpl.rfact() == HplSettings.Fact.CROUT) {
                    kernel(i, "dgemm", right, part, done);
                    kernel(i, "dtrsm", right, part, part);
                } else if (hpl.rfact() == HplSettings.Fact.RIGHT) {
                    kernel(i, "dtrsm", right, part, part);
                    kernel(i, "dgemm", m[i], right, part);
                }
            }
            kernel(0, "dlatcpy", offset + done, part, 1);
            done += part;
        }
    }

    private void kernel(int i, String name, long m, long n, long k) {
        at[i] += timing.kernel(rank[i], name, m, n, k, 1);
    }

    private void columns(int[] m, int n) {
        for (int i = 0; i < p; i++) {
            kernel(i, "idamax", m[i], 1, 1);
        }
        for (int k = 0; k < n; k++) {
            exchangePivot();
            int right = n - 1 - k;
            for (int i = 0; i < p; i++) {
                int below = m[i] - (i == 0 ? k + 1 : 0);
                int more = right > 0 ? below : 0;
                switch (hpl.pfact()) {
                    case LEFT -> kernel(i, "dtrsv", right > 0 ? k + 1 : 0, 1, 1);
                    case CROUT -> kernel(i, "dgemv", right, k, 1);
                    case RIGHT -> kernel(i, "daxpy", more, 1, 1);
                }
                kernel(i, "dscal", below, 1, 1);
                if (hpl.pfact() == HplSettings.Fact.RIGHT) {
                    kernel(i, "dger", below, right - 1, 1);
                } else {
                    kernel(i, "dgemv", more, k + 1, 1);
                }
                kernel(i, "idamax", more, 1, 1);
            }
        }
    }

    private void exchangePivot() {
        long one = 8L * (jb + 4);
        long current = 8L * jb;
        int beyond = p - power;
        for (int i = 0; i < beyond; i++) {
            exchange(i, i + power, i == 0 ? current : 0, one);
        }
        for (int bit = 1; bit < power; bit <<= 1) {
            for (int i = 0; i < power; i++) {
                if ((i & bit) == 0) {
                    exchange(i, i | bit, i < bit ? one + current : one, one);
                }
            }
        }
        for (int bit = beyond > 1 ? Integer.highestOneBit(beyond - 1) : 0; bit > 0; bit >>= 1) {
            for (int i = 0; (i | bit) < beyond; i += 2 * bit) {
                exchange(power + i, power + (i | bit), current, 0);
            }
        }
        for (int i = 0; i < beyond; i++) {
            exchange(i, i + power, one, 0);
        }
    }

    private void exchange(int a, int b, long there, long back) {
        double ofA = at[a];
        double ofB = at[b];
        at[a] = end(a, b, ofA, ofB, there, back);
        at[b] = end(b, a, ofB, ofA, back, there);
    }

    /** When one of two ranks that send each other at once has sent and received. */
    private double end(int a, int b, double mine, double theirs, long sent, long received) {
        double end = mine;
        if (sent > 0) {
            Charge charge = timing.charge(rank[a], rank[b], sent);
            double start = start(charge, mine, theirs);
            end = charge.releasesSender() ? mine + charge.send() : start + charge.delay() + charge.moves();
            ranks[rank[a]].count(timing.isLocal(rank[a], rank[b]), sent);
        }
        if (received > 0) {
            Charge charge = timing.charge(rank[b], rank[a], received);
            end = Math.max(end, start(charge, theirs, mine) + charge.alone()) + charge.receive();
        }
        return end;
    }

    private static double start(Charge charge, double sender, double receiver) {
        double ready = sender + charge.send();
        return charge.startsWhenMatched() ? Math.max(ready, receiver) + charge.handshake() : ready;
    }
}
