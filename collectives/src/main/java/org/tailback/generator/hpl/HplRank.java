package org.tailback.generator.hpl;

import org.jspecify.annotations.Nullable;

/**
 * One rank of HPL. It factorises or receives each panel in order and updates its columns with the panel. With
 * look-ahead, factorisation is {@code depth} panels ahead of the update.
 */
final class HplRank {
    private static final int FIRST_TAG = 2001;
    private static final int TAGS = 1000;

    final Steps steps = new Steps();
    private final HplSettings hpl;
    private final int row;
    private final int column;
    private final PanelFactorisation factorisation;
    private final PanelBroadcast broadcast;
    private final RowSwaps swaps;
    private final BlockCyclic byColumn;
    private final Panel[] panels;
    /** Number of the rank's columns from the current panel onwards. */
    private int left;

    /**
     * Creates a rank.
     *
     * @param updates number of updates after which the rank ends; above the number of panels for a whole run
     */
    HplRank(HplSettings hpl, int rank, Pivots pivots, int updates) {
        this.hpl = hpl;
        row = hpl.row(rank);
        column = hpl.column(rank);
        byColumn = new BlockCyclic(hpl.nb(), hpl.q());
        factorisation = new PanelFactorisation(hpl, row, column, steps);
        broadcast = new PanelBroadcast(hpl, row, column, steps);
        swaps = new RowSwaps(hpl, row, column, steps, broadcast, pivots);
        int depth = hpl.q() == 1 ? 0 : Math.min(hpl.depth(), (hpl.n() - 1) / hpl.nb());
        panels = new Panel[depth + 1];
        left = byColumn.local(hpl.n() + 1, column);
        steps.add(() -> begin(depth, updates));
    }

    private void begin(int depth, int updates) {
        boolean isWhole = updates >= hpl.panels() - depth;
        int blocks = isWhole ? hpl.panels() : updates + depth;
        for (int k = 0; k < depth; k++) {
            int ahead = k;
            panels[k] = new Panel(hpl, row, column, k * hpl.nb(), FIRST_TAG + k % TAGS);
            left -= column == k % hpl.q() ? panels[k].jb : 0;
            steps.add(() -> {
                panelsAreReady(panels[ahead]);
                if (ahead < depth - 1) {
                    int end = depth * hpl.nb();
                    int from = (ahead + 1) * hpl.nb();
                    update(panels[ahead], byColumn.local(from, end - from, column), null);
                }
            });
        }
        for (int block = depth; block < blocks; block++) {
            int number = block;
            // with look-ahead, HPL skips one panel tag after the initial panels
            int tag = FIRST_TAG + (block + (depth > 0 ? 1 : 0)) % TAGS;
            steps.add(() -> iterate(new Panel(hpl, row, column, number * hpl.nb(), tag), depth));
        }
        if (isWhole) {
            steps.add(() -> end(depth));
        }
    }

    private void end(int depth) {
        steps.add(() -> {
            int columns = byColumn.local(hpl.n(), 1, column);
            for (int k = 0; k < depth; k++) {
                int ahead = k;
                steps.add(() -> update(panels[ahead], columns, null));
            }
        });
        steps.add(() -> new BackSubstitution(hpl, row, column, steps).add());
    }

    private void panelsAreReady(Panel panel) {
        factorise(panel);
        steps.add(() -> broadcast.finish(panel));
    }

    private void factorise(Panel panel) {
        if (column == panel.ownerColumn) {
            factorisation.add(panel);
            steps.add(() -> {
                panel.columns -= panel.jb;
                steps.kernel("dlacpy", hpl.q() > 1 ? panel.below(row) : 0, panel.jb, 1);
            });
        }
    }

    private void iterate(Panel panel, int depth) {
        if (depth == 0) {
            panelsAreReady(panel);
            steps.add(() -> update(panel, Integer.MAX_VALUE, null));
            return;
        }
        panels[depth] = panel;
        boolean owner = column == panel.ownerColumn;
        int own = owner ? byColumn.local(panel.ia, panel.jb, column) : 0;
        if (owner) {
            for (int k = 0; k < depth; k++) {
                int ahead = k;
                steps.add(() -> update(panels[ahead], own, null));
            }
            steps.add(() -> factorise(panel));
        }
        steps.add(() -> update(panels[0], left - own, panel));
        steps.add(() -> {
            System.arraycopy(panels, 1, panels, 0, depth);
            left -= own;
        });
    }

    private void update(Panel panel, int most, @Nullable Panel ahead) {
        int n = Math.min(most, panel.columns);
        if (n > 0) {
            if (ahead != null) {
                steps.add(() -> broadcast.progress(ahead, 1));
            }
            if (hpl.p() > 1) {
                steps.add(() -> swaps.add(panel, n, ahead));
            }
            steps.add(() -> multiply(panel, n, ahead));
            panel.columns -= n;
        }
        if (ahead != null) {
            steps.add(() -> broadcast.finish(ahead));
        }
    }

    /** Multiplies one block of columns at a time until the next panel has arrived. */
    private void multiply(Panel panel, int n, @Nullable Panel ahead) {
        if (n == 0) {
            return;
        }
        if (ahead == null || ahead.arrived) {
            multiply(panel, n);
            return;
        }
        int part = Math.min(hpl.nb(), n);
        multiply(panel, part);
        steps.add(() -> broadcast.progress(ahead, 1));
        steps.add(() -> multiply(panel, n - part, ahead));
    }

    private void multiply(Panel panel, int n) {
        steps.kernel("dlaswp00N", hpl.p() == 1 ? panel.jb : 0, n, 1);
        steps.kernel("dtrsm", n, panel.jb, panel.jb);
        steps.kernel("dgemm", panel.below(row), n, panel.jb);
        steps.kernel("dlatcpy", row == panel.ownerRow && hpl.p() > 1 ? panel.jb : 0, n, 1);
    }
}
