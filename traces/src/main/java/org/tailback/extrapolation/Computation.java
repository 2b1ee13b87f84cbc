package org.tailback.extrapolation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/**
 * Computation on the requested number of ranks. Unlike operations, computation is not extrapolated exactly but by a law
 * that is fitted to noisy recorded times. The chosen form predicts each recording best from the other recordings. Each
 * operation of the program has individual coefficients, >= 0.
 *
 * @param form form with the best prediction
 * @param worst largest relative error of a recording that is predicted from the other recordings; NaN without such
 *     predictions
 * @param recordings number of recordings
 */
record Computation(Form form, double worst, int recordings) {
    /**
     * Forms of the computation time of a rank: work divided among ranks, the surface of a rank's share, work repeated
     * on all ranks, and the steps of a tree.
     */
    enum Form {
        CONSTANT("a", p -> 1),
        DIVIDED("a / P", p -> 1.0 / p),
        DIVIDED_AND_CONSTANT("a / P + b", p -> 1.0 / p, p -> 1),
        DIVIDED_AND_SQUARE_ROOT("a / P + b / P^(1/2)", p -> 1.0 / p, p -> 1 / Math.sqrt(p)),
        DIVIDED_AND_LOGARITHM("a / P + b log P", p -> 1.0 / p, p -> Math.log(p)),
        CONSTANT_AND_LOGARITHM("a + b log P", p -> 1, p -> Math.log(p));

        private final String words;
        private final IntToDoubleFunction[] terms;

        Form(String words, IntToDoubleFunction... terms) {
            this.words = words;
            this.terms = terms;
        }
    }

    /** Chooses the form by the mean computation time per rank. */
    static Computation of(List<Recording> recordings) {
        List<double[]> points = new ArrayList<>();
        for (Recording recording : recordings) {
            double sum = 0;
            for (int rank = 0; rank < recording.ranks(); rank++) {
                sum += recording.seconds(rank);
            }
            points.add(new double[] {recording.ranks(), sum / recording.ranks()});
        }
        Form best = null;
        double least = Double.POSITIVE_INFINITY;
        double worst = Double.NaN;
        for (Form form : Form.values()) {
            if (points.size() > form.terms.length) {
                double sum = 0;
                double most = 0;
                for (int out = 0; out < points.size(); out++) {
                    List<double[]> others = new ArrayList<>(points);
                    double[] left = others.remove(out);
                    double error = Math.abs(at(form, fit(form, others), (int) left[0]) - left[1])
                            / Math.max(left[1], Double.MIN_NORMAL);
                    // the largest recording counts twice, because the requested number of ranks is even larger
                    sum += error * (out == points.size() - 1 ? 2 : 1);
                    most = Math.max(most, error);
                }
                if (sum < least) {
                    best = form;
                    least = sum;
                    worst = most;
                }
            }
        }
        return new Computation(
                best == null ? points.size() == 1 ? Form.CONSTANT : Form.DIVIDED : best, worst, points.size());
    }

    /** Returns a sentence that describes the extrapolation of computation. */
    String inWords() {
        return "computation follows " + form.words + ", fitted to " + recordings + " recordings"
                + (Double.isNaN(worst)
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                "; predictions of a recording from the others have errors of up to %.0f %%",
                                100 * worst))
                + "; ranks deviate from the law as in the largest recording";
    }

    /**
     * Returns the computation time before an operation on a number of ranks, seconds, >= 0. The law applies to the sum
     * over all instances of the operation, because a code may divide the same work into more instances.
     *
     * @param instances number of times that a rank performs the operation
     */
    double before(Slot slot, int ranks, long instances) {
        List<double[]> points = new ArrayList<>();
        for (Slot.Seen in : slot.seen()) {
            double sum = 0;
            for (int column : in.instances()) {
                sum += in.columns().secondsBefore(column);
            }
            points.add(new double[] {in.columns().world(), sum});
        }
        return points.isEmpty() || instances == 0 ? 0 : at(form, fit(form, points), ranks) / instances;
    }

    private static double at(Form form, double[] coefficients, int ranks) {
        double value = 0;
        for (int t = 0; t < coefficients.length; t++) {
            value += coefficients[t] * form.terms[t].applyAsDouble(ranks);
        }
        return value;
    }

    /** Returns the coefficients >= 0 with the smallest sum of squared relative errors. */
    private static double[] fit(Form form, List<double[]> points) {
        int terms = form.terms.length;
        double[][] x = new double[points.size()][terms];
        double[] y = new double[points.size()];
        double mean = points.stream().mapToDouble(point -> point[1]).average().orElse(0);
        for (int p = 0; p < y.length; p++) {
            double weight = 1 / Math.max(points.get(p)[1], 1e-3 * mean + Double.MIN_NORMAL);
            y[p] = points.get(p)[1] * weight;
            for (int t = 0; t < terms; t++) {
                x[p][t] = form.terms[t].applyAsDouble((int) points.get(p)[0]) * weight;
            }
        }
        double[] best = new double[terms];
        double least = Double.POSITIVE_INFINITY;
        for (int subset = 1; subset < 1 << terms; subset++) {
            double[] tried = solved(x, y, subset, terms);
            double error = 0;
            for (int p = 0; p < y.length; p++) {
                double value = 0;
                for (int t = 0; t < terms; t++) {
                    value += tried[t] * x[p][t];
                }
                error += (value - y[p]) * (value - y[p]);
            }
            if (Arrays.stream(tried).allMatch(c -> c >= 0) && error < least) {
                best = tried;
                least = error;
            }
        }
        return best;
    }

    private static double[] solved(double[][] x, double[] y, int subset, int terms) {
        double[] solution = new double[terms];
        double aa = 0;
        double ab = 0;
        double bb = 0;
        double ay = 0;
        double by = 0;
        int a = Integer.numberOfTrailingZeros(subset);
        int b = 31 - Integer.numberOfLeadingZeros(subset);
        for (int p = 0; p < y.length; p++) {
            aa += x[p][a] * x[p][a];
            ab += x[p][a] * x[p][b];
            bb += x[p][b] * x[p][b];
            ay += x[p][a] * y[p];
            by += x[p][b] * y[p];
        }
        if (a == b) {
            solution[a] = ay / aa;
            return solution;
        }
        double determinant = aa * bb - ab * ab;
        if (determinant <= 1e-12 * aa * bb) {
            solution[a] = -1;
            return solution;
        }
        solution[a] = (ay * bb - by * ab) / determinant;
        solution[b] = (by * aa - ay * ab) / determinant;
        return solution;
    }
}
