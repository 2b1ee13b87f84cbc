package org.tailback.study.hpl;

import java.util.ArrayList;
import java.util.List;
import org.tailback.generator.hpl.HplProgram;
import org.tailback.generator.hpl.HplSettings;

/**
 * Estimate of the time of a run of HPL from three windows of its panels. The time of a panel is a smooth function of
 * the size of the remaining matrix, approximately a polynomial of the second degree. The windows are therefore centred
 * at the nodes of Gauss-Legendre quadrature. Each window is as long as the longer side of the process grid, so that
 * every row and column of processes owns a panel. It has at least 16 panels, so that their noise averages out. With
 * look-ahead, the panels factorised before the first update are simulated in a separate run, and the time of that run
 * is subtracted.
 *
 * <p>The estimate is intended to rank configurations. It excludes the solution of the triangular system. Each window
 * ends when its last rank ends.
 */
final class PanelWindows {
    private static final int SHORTEST = 16;
    private static final double[] NODES = {0.5 - Math.sqrt(0.15), 0.5, 0.5 + Math.sqrt(0.15)};
    private static final double[] WEIGHTS = {5 / 18.0, 8 / 18.0, 5 / 18.0};

    private PanelWindows() {}

    private static int length(HplSettings settings) {
        return Math.max(SHORTEST, Math.max(settings.p(), settings.q()));
    }

    /** Returns the programs of the windows, or only the whole run if it is no longer than all windows together. */
    static List<HplProgram> of(HplSettings settings) {
        int length = length(settings);
        int panels = settings.panels();
        int latest = panels - length - settings.depth() - 1;
        if (latest < (NODES.length - 1) * length) {
            return List.of(new HplProgram(settings, HplSearch.PIVOTS));
        }
        List<HplProgram> windows = new ArrayList<>();
        for (double node : NODES) {
            int first = Math.max(0, Math.min(latest, (int) Math.round(node * panels - length / 2.0)));
            windows.add(HplProgram.window(settings, first, length, HplSearch.PIVOTS));
            windows.add(HplProgram.window(settings, first, 0, HplSearch.PIVOTS));
        }
        return windows;
    }

    /**
     * Returns the time of the whole run in seconds.
     *
     * @param makespans makespans of the programs of {@link #of}, in the order of the programs, seconds
     */
    static double seconds(HplSettings settings, double[] makespans) {
        if (makespans.length == 1) {
            return makespans[0];
        }
        double window = 0;
        for (int i = 0; i < WEIGHTS.length; i++) {
            window += WEIGHTS[i] * (makespans[2 * i] - makespans[2 * i + 1]);
        }
        return window / length(settings) * settings.panels();
    }
}
