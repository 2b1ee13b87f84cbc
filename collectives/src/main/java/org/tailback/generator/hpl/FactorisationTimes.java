package org.tailback.generator.hpl;

/** When the ranks of a column of processes have factorised a panel, from when each of them is ready. */
final class FactorisationTimes {
    private final HplSettings hpl;
    private final Timing timing;
    private final int column;
    private final int owner;
    private final int[] rows;
    private final int p;
    private double[] at = new double[0];
    private double exchange;

    FactorisationTimes(HplSettings hpl, Timing timing, int column, int owner, int[] rows) {
        this.hpl = hpl;
        this.timing = timing;
        this.column = column;
        this.owner = owner;
        this.rows = rows;
        p = hpl.p();
    }

    /** @param ready by row of processes: when it is ready; then when it has ended */
    void run(int jb, double[] ready) {
        at = ready;
        long one = 8L * (jb + 4);
        exchange = 0;
        int power = Integer.highestOneBit(p);
        for (int bit = 1; bit < power; bit <<= 1) {
            exchange += message(bit, one + 8L * jb);
        }
        if (p > power) {
            exchange += 2 * message(power, one);
        }
        recursive(rows.clone(), jb, 0);
    }

    /** The slowest message over a distance in the column, which all wait for. */
    private double message(int distance, long bytes) {
        double slowest = 0;
        for (int r = 0; r < p; r++) {
            slowest = Math.max(
                    slowest, timing.oneWay(r * hpl.q() + column, (r + distance) % p * hpl.q() + column, bytes));
        }
        return slowest;
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
                for (int r = 0; r < p; r++) {
                    at[r] += hpl.rfact() == HplSettings.Fact.LEFT ? call(r, "dtrsm", part, done, done) : 0;
                    at[r] += call(r, "dgemm", m[r], part, done);
                }
            }
            recursive(m.clone(), part, offset + done);
            m[owner] -= part;
            for (int r = 0; r < p; r++) {
                at[r] += switch (hpl.rfact()) {
                    case LEFT -> 0;
                    case CROUT -> call(r, "dgemm", right, part, done) + call(r, "dtrsm", right, part, part);
                    case RIGHT -> call(r, "dtrsm", right, part, part) + call(r, "dgemm", m[r], right, part);
                };
            }
            at[owner] += call(owner, "dlatcpy", offset + done, part, 1);
            done += part;
        }
    }

    private double call(int r, String kernel, long m, long n, long k) {
        return m <= 0 || n <= 0 || k <= 0 ? 0 : timing.kernel(r * hpl.q() + column, kernel, m, n, k, timing.noise());
    }

    private void columns(int[] m, int n) {
        for (int r = 0; r < p; r++) {
            at[r] += call(r, "idamax", m[r], 1, 1);
        }
        for (int i = 0; i < n; i++) {
            double all = 0;
            for (int r = 0; r < p; r++) {
                all = Math.max(all, at[r]);
            }
            all += p > 1 ? exchange : 0;
            int right = n - 1 - i;
            for (int r = 0; r < p; r++) {
                int below = m[r] - (r == owner ? i + 1 : 0);
                int more = right > 0 ? below : 0;
                at[r] = all
                        + call(r, "dscal", below, 1, 1)
                        + call(r, "idamax", more, 1, 1)
                        + switch (hpl.pfact()) {
                            case LEFT -> call(r, "dtrsv", right > 0 ? 1 : 0, 1, 1) + call(r, "dgemv", more, i + 1, 1);
                            case CROUT -> call(r, "dgemv", right, i, 1) + call(r, "dgemv", more, i + 1, 1);
                            case RIGHT -> call(r, "daxpy", more, 1, 1) + call(r, "dger", below, right - 1, 1);
                        };
            }
        }
    }
}
