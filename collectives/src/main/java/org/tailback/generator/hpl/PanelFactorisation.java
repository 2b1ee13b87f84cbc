package org.tailback.generator.hpl;

/**
 * Factorisation of a panel by the column of processes that owns it: recursive, with column-by-column factorisation of
 * the smallest blocks of columns. For every column, the processes determine the pivot and simultaneously exchange its
 * row and the current row, in a butterfly of log2 p rounds. A message has 2 jb + 4 doubles with both rows, or jb + 4
 * with one row.
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

    /** Exchanges the pivot; processes beyond the largest power of two are represented by a partner below it. */
    private void exchangePivot(Panel panel) {
        int me = Math.floorMod(row - panel.ownerRow, hpl.p());
        long current = 8L * panel.jb;
        long one = 8L * (panel.jb + 4);
        Butterfly butterfly = new Butterfly(hpl.p(), me, null, one, current, one + current);
        butterfly.rounds((partner, sent, received, arrived, learns) -> {
            if (partner >= 0) {
                steps.exchange(rank(panel, partner), TAG, sent, received);
            }
        });
        if (butterfly.partner() >= 0) {
            boolean beyond = butterfly.isBeyond();
            steps.exchange(rank(panel, butterfly.partner()), TAG, beyond ? 0 : one, beyond ? one : 0);
        }
    }

    /** Returns the rank at a distance from the owner of the panel's diagonal block. */
    private int rank(Panel panel, int distance) {
        return hpl.rank((panel.ownerRow + distance) % hpl.p(), column);
    }
}
