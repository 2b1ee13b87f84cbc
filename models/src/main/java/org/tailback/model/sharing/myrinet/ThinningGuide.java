package org.tailback.model.sharing.myrinet;

import java.util.Arrays;

/**
 * A guess of the number of continuations of a state, relative to the other states of its layer, learned from earlier
 * sweeps: the logarithm of the backward count as a linear function of the numbers of wanted and of busy frontier nodes,
 * by least squares. Thinning with probabilities in proportion to forward count times this guess varies far less than by
 * the forward count alone. A wrong guess costs precision, never correctness.
 */
final class ThinningGuide {
    private static final long WANTED_BITS = 0x5555555555555555L;

    private final double[] perWanted;
    private final double[] perBusy;
    /** Sums of the normal equations by layer: n, w, b, y, ww, wb, bb, wy, by. */
    private final double[][] sums;

    ThinningGuide(int layers) {
        perWanted = new double[layers + 1];
        perBusy = new double[layers + 1];
        sums = new double[layers + 1][9];
    }

    /** The guess for a state of a layer, up to a factor that is the same for all states of the layer. */
    double weight(int layer, long[] state) {
        return Math.exp(perWanted[layer] * wanted(state) + perBusy[layer] * busy(state));
    }

    /** Records the number of continuations of a state. */
    void learn(int layer, long[] state, double onward) {
        if (onward > 0) {
            double w = wanted(state);
            double b = busy(state);
            double y = Math.log(onward);
            double[] s = sums[layer];
            double[] terms = {1, w, b, y, w * w, w * b, b * b, w * y, b * y};
            for (int i = 0; i < s.length; i++) {
                s[i] += terms[i];
            }
        }
    }

    /** Fits to what was learned since the last fit. */
    void fit() {
        for (int layer = 0; layer < sums.length; layer++) {
            double[] s = sums[layer];
            double n = s[0];
            if (n > 3) {
                // one added to the diagonal: keeps the slopes finite where all states look alike
                double ww = s[4] - s[1] * s[1] / n + 1;
                double bb = s[6] - s[2] * s[2] / n + 1;
                double wb = s[5] - s[1] * s[2] / n;
                double wy = s[7] - s[1] * s[3] / n;
                double by = s[8] - s[2] * s[3] / n;
                double determinant = ww * bb - wb * wb;
                perWanted[layer] = (wy * bb - by * wb) / determinant;
                perBusy[layer] = (by * ww - wy * wb) / determinant;
            }
            Arrays.fill(s, 0);
        }
    }

    private static int wanted(long[] state) {
        int count = 0;
        for (long word : state) {
            count += Long.bitCount(word & WANTED_BITS);
        }
        return count;
    }

    private static int busy(long[] state) {
        int count = 0;
        for (long word : state) {
            count += Long.bitCount(word & ~WANTED_BITS);
        }
        return count;
    }
}
