package org.tailback.generator.hpl;

/**
 * The factorisation of a panel by the column of processes that owns it: recursive, and in its smallest parts column by
 * column. For every column the processes find the pivot and exchange its row and the current row at once, in a
 * butterfly of log2 p rounds; one of the panel's rows is 2 jb + 4 doubles with both rows, jb + 4 with one.
 */
record PanelFactorisation(HplSettings hpl, int row, int column, Steps steps) {
    private static final int TAG = 1001;

    void add(Panel panel) {
        recursive(panel, panel.rows, panel.jb, 0);
    }

    private void recursive(Panel panel, int m, int n, int offset) {
        if (n <= hpl.nbmin()) {
            columns(panel, m, n, offset);
            return;
        }
        int whole = ((n + hpl.nbmin() - 1) / hpl.nbmin() + hpl.ndiv() - 1) / hpl.ndiv() * hpl.nbmin();
        boolean owner = row == panel.ownerRow;
        int below = m;
        int done = 0;
        while (done < n) {
            int part = Math.min(whole, n - done);
            int right = n - done - part;
            int left = done;
            int rows = below;
            switch (hpl.rfact()) {
                case LEFT ->
                    steps.add(() -> {
                        steps.kernel("dtrsm", part, left, left);
                        steps.kernel("dgemm", rows, part, left);
                    });
                case CROUT -> steps.add(() -> steps.kernel("dgemm", rows, part, left));
                case RIGHT -> {}
            }
            recursive(panel, rows, part, offset + left);
            int rest = rows - (owner ? part : 0);
            switch (hpl.rfact()) {
                case LEFT -> {}
                case CROUT ->
                    steps.add(() -> {
                        steps.kernel("dgemm", right, part, left);
                        steps.kernel("dtrsm", right, part, part);
                    });
                case RIGHT ->
                    steps.add(() -> {
                        steps.kernel("dtrsm", right, part, part);
                        steps.kernel("dgemm", rest, right, part);
                    });
            }
            if (owner) {
                steps.add(() -> steps.kernel("dlatcpy", offset + left, part, 1));
            }
            below = rest;
            done += part;
        }
    }

    private void columns(Panel panel, int m, int n, int offset) {
        int gone = row == panel.ownerRow ? 1 : 0;
        steps.add(() -> steps.kernel("idamax", m, 1, 1));
        for (int i = 0; i < n; i++) {
            int k = i;
            int below = m - gone * (i + 1);
            int right = n - 1 - i;
            steps.add(() -> {
                exchangePivot(panel);
                switch (hpl.pfact()) {
                    case LEFT -> {
                        steps.kernel("dtrsv", right > 0 ? k + 1 : 0, 1, 1);
                        steps.kernel("dscal", below, 1, 1);
                        steps.kernel("dgemv", right > 0 ? below : 0, k + 1, 1);
                    }
                    case CROUT -> {
                        steps.kernel("dgemv", right, k, 1);
                        steps.kernel("dscal", below, 1, 1);
                        steps.kernel("dgemv", right > 0 ? below : 0, k + 1, 1);
                    }
                    case RIGHT -> {
                        steps.kernel("dscal", below, 1, 1);
                        steps.kernel("daxpy", right > 0 ? below : 0, 1, 1);
                    }
                }
                steps.kernel("idamax", right > 0 ? below : 0, 1, 1);
                if (hpl.pfact() == HplSettings.Fact.RIGHT) {
                    steps.kernel("dger", below, right - 1, 1);
                }
            });
        }
    }

    /** Exchanges the pivot; processes beyond the largest power of two take part through a partner below it. */
    private void exchangePivot(Panel panel) {
        int p = hpl.p();
        int power = Integer.highestOneBit(p);
        int me = Math.floorMod(row - panel.ownerRow, p);
        long one = 8L * (panel.jb + 4);
        long both = one + 8L * panel.jb;
        long current = 8L * panel.jb;
        int beyond = p - power;
        boolean hasPartner = beyond > 0 && (me ^ power) < p;
        int partner = rank(panel, me ^ power);
        if (hasPartner) {
            if (me >= power) {
                steps.exchange(partner, TAG, one, me == power ? current : 0);
            } else {
                steps.exchange(partner, TAG, me == 0 ? current : 0, one);
            }
        }
        if (me < power) {
            for (int bit = 1; bit < power; bit <<= 1) {
                boolean knows = me < bit;
                boolean learns = me >= bit && me < 2 * bit;
                steps.exchange(rank(panel, me ^ bit), TAG, knows ? both : one, learns ? both : one);
            }
        } else {
            spreadCurrentRow(panel, me - power, beyond, current);
        }
        if (hasPartner && me >= power) {
            steps.receive(partner, TAG, one);
        } else if (hasPartner) {
            steps.exchange(partner, TAG, one, 0);
        }
    }

    private void spreadCurrentRow(Panel panel, int me, int count, long bytes) {
        for (int bit = count > 1 ? Integer.highestOneBit(count - 1) : 0; bit > 0; bit >>= 1) {
            if ((me & bit - 1) == 0) {
                int partner = rank(panel, hpl.p() - count + (me ^ bit));
                if ((me & bit) != 0) {
                    steps.receive(partner, TAG, bytes);
                } else if ((me ^ bit) < count) {
                    steps.exchange(partner, TAG, bytes, 0);
                }
            }
        }
    }

    /** Returns the rank at a distance from the owner of the panel's diagonal block. */
    private int rank(Panel panel, int distance) {
        return hpl.rank((panel.ownerRow + distance) % hpl.p(), column);
    }
}
