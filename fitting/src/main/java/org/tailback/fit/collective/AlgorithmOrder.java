package org.tailback.fit.collective;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of two algorithms of a point, as a term of the sum that {@link RobustLeastSquares} minimises. A prediction
 * is judged by the algorithm that it chooses. If the chosen algorithm is not the fastest, the user loses the ratio of
 * the measured times of the two.
 *
 * <pre>
 * sum over pairs (i, j) of log(y_j / y_i) / (1 + exp(log(p_j / p_i) / {@value #SOFT}))
 * </pre>
 *
 * <p>i is the fastest algorithm measured at a point, j each other algorithm of that point that is slower by more than
 * {@value #NOISE}.
 *
 * <p><b>Worked example</b> ({@code AlgorithmOrderTest}). Two algorithms take 1 ms and 1.5 ms. Predictions in this order
 * and 30 % apart cost 0.002; equal predictions cost 0.20; predictions in the wrong order cost 0.40 = log 1.5.
 *
 * @param pairs of cells, by their indices
 */
record AlgorithmOrder(List<Pair> pairs) {
    static final AlgorithmOrder NONE = new AlgorithmOrder(List.of());

    /** Smallest difference between the logarithms of two predictions that counts as an order. */
    static final double SOFT = 0.05;
    /**
     * Relative difference between the times of two implementations of one algorithm in a job. In nine of ten cases, the
     * difference is smaller.
     */
    static final double NOISE = 0.05;

    /**
     * Two cells of a point.
     *
     * @param lost logarithm of the ratio of the measured times, > 0
     */
    record Pair(int faster, int slower, double lost) {
        /**
         * Returns the share of {@code lost} that counts, 0 to 1: 1 if the predictions are clearly in the wrong order.
         */
        double wrong(double[] predicted) {
            return 1 / (1 + Math.exp(Math.log(predicted[slower] / predicted[faster]) / SOFT));
        }
    }

    static AlgorithmOrder of(List<MeasuredCollective> cells) {
        Comparator<Integer> fastest =
                Comparator.comparingDouble(i -> cells.get(i).seconds());
        Map<List<Object>, Map<String, Integer>> points = new LinkedHashMap<>();
        for (int i = 0; i < cells.size(); i++) {
            points.computeIfAbsent(CollectiveEvaluation.point(cells.get(i)), any -> new LinkedHashMap<>())
                    .merge(cells.get(i).algorithm(), i, (one, other) -> fastest.compare(one, other) <= 0 ? one : other);
        }
        List<Pair> pairs = new ArrayList<>();
        for (Map<String, Integer> point : points.values()) {
            int best = point.values().stream().min(fastest).orElseThrow();
            for (int other : point.values()) {
                double lost =
                        Math.log(cells.get(other).seconds() / cells.get(best).seconds());
                if (lost > NOISE) {
                    pairs.add(new Pair(best, other, lost));
                }
            }
        }
        return new AlgorithmOrder(List.copyOf(pairs));
    }

    AlgorithmOrder without(boolean[] leftOut) {
        return new AlgorithmOrder(pairs.stream()
                .filter(pair -> !leftOut[pair.faster()] && !leftOut[pair.slower()])
                .toList());
    }

    double sum(double[] predicted) {
        return pairs.stream()
                .mapToDouble(pair -> pair.lost() * pair.wrong(predicted))
                .sum();
    }
}
