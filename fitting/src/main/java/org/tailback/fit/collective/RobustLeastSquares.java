package org.tailback.fit.collective;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.PointValuePair;
import org.tailback.error.InputException;

/**
 * Search for factors of positive numbers that fit predictions to measurements, and for intervals of the factors.
 *
 * <p>With the logarithms t of the factors, p(t) the predictions and y the measurements, {@link FitObjective} is
 * minimised. Its h is Huber's loss: errors above b count in proportion to their size instead of their square, so that
 * single bad cells do not dominate. {@link AlgorithmOrder} adds the cost of algorithms in the wrong order. The last sum
 * is the prior: a given number is right within a factor of 2 with a probability of two thirds. It bounds numbers that
 * the measurements hardly determine. At first, b and the scale s correspond to errors of {@value
 * FitObjective#FIRST_BEND}; later they are computed from the remaining errors, with a lower bound of {@value
 * FitObjective#SMALLEST_BEND}. The better the predictions, the smaller the weight of the given numbers.
 *
 * <p><b>Search.</b> The search begins at the given numbers, and also at the best of {@value #GUESSES} guesses within a
 * factor of 4 of the given numbers if these guesses are better. Each step ends at the smallest sum of {@link
 * NearbyPredictions}, with Levenberg-Marquardt damping. The derivatives after a step are the derivatives of the nearby
 * predictions at its end, corrected by Broyden's rule with the predictions. New derivatives are computed when steps no
 * longer succeed, and at the end. The search is deterministic.
 *
 * <p><b>Intervals</b> are profile intervals: a value of a number is inside if the smallest sum over all other numbers
 * is less than {@value #RISE} above the overall minimum. {@value #RISE} is half of the 90 % quantile of chi square with
 * one degree of freedom, 1.35, increased by a tenth: under normal errors h has 10.7 % less information than squares.
 * Trade-offs between two numbers therefore widen both intervals.
 *
 * <p><b>Roles.</b> Where only the smaller of two bandwidths, or the larger of two times, determines the measurements,
 * either number may be the limit. The profile from the solution covers one of the two cases, and {@link #exchanges}
 * covers the other.
 *
 * @param first the objective of the first round
 */
record RobustLeastSquares(Model model, FitObjective first) {
    private static final double CONFIDENCE = 1.645;
    /** Share of the standard deviation before the fit above which the measurements do not determine a number. */
    private static final double UNIDENTIFIED = 0.7;

    private static final double RISE = 1.5;
    private static final double FARTHER = 1.5;
    /** First step beyond the point where two numbers are equal, as the logarithm of a factor. */
    private static final double SHORTEST_EXCHANGE = 0.05;

    private static final double FARTHEST_EXCHANGE = 3;
    private static final int GUESSES = 16;
    private static final int STARTS = 2;
    private static final double FARTHEST_GUESS = 1.4;
    private static final double ENOUGH = 1e-3;
    private static final int TRIES = 6;
    private static final int ROUNDS = 4;

    interface Model {
        /**
         * Returns the predictions of the measurements.
         *
         * @param changed number whose factor differs from its factor in {@code base}; -1 if all factors may differ
         * @param base predictions without the change; the measurements if all factors may differ
         * @throws InputException if a factor leaves the domain of its number
         */
        double[] predict(double[] factors, int changed, double[] base);
    }

    record Interval(double low, double high) {
        Interval with(double value) {
            return new Interval(Math.min(low, value), Math.max(high, value));
        }

        /** Returns whether measurements determine the number better than the prior. */
        boolean isDetermined() {
            return high - low < 2 * CONFIDENCE * UNIDENTIFIED * FitObjective.KNOWN_BEFORE;
        }
    }

    /**
     * Result of a search.
     *
     * @param logarithms of the factors
     * @param predicted predictions with these factors
     * @param derivatives of the logarithm of each prediction with respect to the logarithm of each factor:
     *     [factor][prediction]
     * @param isFresh true if the derivatives were computed for these factors
     * @param objective sum that these factors minimise
     */
    record Solution(
            double[] logarithms, double[] predicted, double[][] derivatives, boolean isFresh, FitObjective objective) {
        double[] factors() {
            return RobustLeastSquares.factors(logarithms);
        }

        double sum() {
            return objective.sum(predicted, logarithms);
        }

        /** Returns the objective with b and s computed from the errors of the solution. */
        FitObjective remaining() {
            return objective.ofErrors(predicted, logarithms.length);
        }

        Solution with(FitObjective other) {
            return new Solution(logarithms, predicted, derivatives, isFresh, other);
        }

        /** Returns the nearby factors with the smallest sum without the left-out measurements. */
        double[] factorsWithout(boolean[] leftOut) {
            NearbyPredictions nearby = new NearbyPredictions(with(objective.without(leftOut)));
            return RobustLeastSquares.factors(nearby.least(logarithms, -1, 0).logarithms());
        }

        /** Returns the standard deviation of each prediction's logarithm if only the other measurements are known. */
        double[] doubtWithout(boolean[] leftOut) {
            RealMatrix covariance = new NearbyPredictions(with(objective.without(leftOut))).covariance();
            RealMatrix rates = MatrixUtils.createRealMatrix(derivatives);
            double[] doubt = new double[predicted.length];
            Arrays.setAll(doubt, i -> {
                RealVector rate = rates.getColumnVector(i);
                return Math.sqrt(Math.max(0, rate.dotProduct(covariance.operate(rate))));
            });
            return doubt;
        }
    }

    /**
     * A number that may have another value because its role and the role of another number can be exchanged.
     *
     * @param number index of the number
     * @param other index of the other number, which then has the value of the first
     * @param reached farthest value of the number, as the logarithm of its factor
     */
    record Exchange(int number, int other, double reached) {
        boolean isOf(int one, int another) {
            return number == one && other == another || number == another && other == one;
        }
    }

    /** @param order pairs of the measurements that should stay in their order */
    RobustLeastSquares(double[] measured, Model model, AlgorithmOrder order) {
        this(model, FitObjective.of(measured, order));
    }

    /**
     * Minimises the sum. The cost is about {@code numbers + 2} predictions of all measurements per step.
     *
     * @param steps largest number of steps of each search, >= 1
     */
    Solution minimise(int numbers, int steps) {
        Solution given = start(new double[numbers]);
        Solution best = search(given, first, steps);
        Solution solution = refined(best, steps);
        // if no error remains, no other start has a smaller sum
        if (solution.remaining().bend() > FitObjective.SMALLEST_BEND) {
            for (double[] start : betterStarts(numbers, given.sum())) {
                Solution found = search(start(start), first, steps);
                best = found.sum() < best.sum() ? found : best;
            }
            solution = refined(best, steps);
        }
        return (solution.isFresh() ? solution : fresh(solution)).with(solution.remaining());
    }

    private Solution start(double[] logarithms) {
        return fresh(new Solution(logarithms, predicted(logarithms), new double[0][], false, first));
    }

    /** Returns the given numbers as a solution. */
    Solution given(int numbers) {
        Solution given = start(new double[numbers]);
        return given.with(given.remaining());
    }

    /** Continues the search with b and s computed from the errors of a solution. */
    private Solution refined(Solution start, int steps) {
        Solution solution = start;
        for (int round = 0; round < ROUNDS; round++) {
            FitObjective remaining = solution.remaining();
            if (remaining.bend() > 0.8 * solution.objective().bend()) {
                break;
            }
            solution = search(solution, remaining, steps);
        }
        return solution;
    }

    /**
     * Returns the numbers whose role another number can take. If the other number has this number's value, this number
     * may leave its interval. The cost is up to a dozen predictions of all measurements for each pair of a determined
     * and an undetermined number.
     *
     * @param intervals of the solution
     * @param given logarithms of the numbers with factors of 1; numbers of the same dimension have the same unit
     * @param dimensions of the numbers; only values of the same dimension are compared
     */
    List<Exchange> exchanges(Solution solution, List<Interval> intervals, double[] given, List<String> dimensions) {
        List<Exchange> found = new ArrayList<>();
        for (int k = 0; k < given.length; k++) {
            for (int l = 0; l < given.length; l++) {
                Interval own = intervals.get(k);
                if (own.isDetermined()
                        && !intervals.get(l).isDetermined()
                        && dimensions.get(k).equals(dimensions.get(l))) {
                    double reached = exchanged(solution, given, k, l);
                    if (reached < own.low() || reached > own.high()) {
                        found.add(new Exchange(k, l, reached));
                    }
                }
            }
        }
        return found;
    }

    /** Returns the largest step of a number towards and beyond another number's value, with exchanged roles. */
    private double exchanged(Solution solution, double[] given, int number, int other) {
        double[] corner = solution.logarithms().clone();
        double away = Math.signum(given[other] + corner[other] - given[number] - corner[number]);
        corner[other] = given[number] + corner[number] - given[other];
        double reached = corner[number];
        for (double length = 0; length < FARTHEST_EXCHANGE; length = FARTHER * length + SHORTEST_EXCHANGE) {
            double[] there = corner.clone();
            there[number] += away * length;
            // a sum that cannot be predicted is NaN
            if (!(sum(there, solution.objective()) - solution.sum() <= RISE)) {
                break;
            }
            reached = there[number];
        }
        return reached;
    }

    /** Returns intervals that contain the numbers in both roles. */
    static List<Interval> widened(List<Interval> intervals, List<Exchange> exchanges, double[] given) {
        List<Interval> widened = new ArrayList<>(intervals);
        for (Exchange each : exchanges) {
            double shift = given[each.number()] - given[each.other()];
            Interval own = intervals.get(each.number());
            widened.set(each.number(), widened.get(each.number()).with(each.reached()));
            widened.set(
                    each.other(),
                    widened.get(each.other()).with(own.low() + shift).with(own.high() + shift));
        }
        return widened;
    }

    /** Returns the 90 % intervals of the logarithms of the factors, in the roles of a solution. */
    List<Interval> intervals(Solution solution) {
        NearbyPredictions nearby = new NearbyPredictions(solution);
        NearbyPredictions.Place least = nearby.least(solution.logarithms(), -1, 0);
        RealMatrix covariance = nearby.covariance();
        return IntStream.range(0, covariance.getRowDimension())
                .mapToObj(k -> {
                    Interval interval = new Interval(solution.logarithms()[k], solution.logarithms()[k]);
                    for (double direction : new double[] {-1, 1}) {
                        double[] end = end(nearby, least, k, direction * Math.sqrt(covariance.getEntry(k, k)));
                        double[] alone = solution.logarithms().clone();
                        alone[k] = end[k];
                        interval = interval.with(reached(solution, end, k)).with(reached(solution, alone, k));
                    }
                    return interval;
                })
                .toList();
    }

    /**
     * Returns the largest step of a number towards the end of its profile and beyond it, by predictions. The step is
     * longer than nearby predictions show if another number becomes the limit, such as the smaller of two bandwidths.
     */
    private double reached(Solution solution, double[] end, int number) {
        double[] found = solution.logarithms();
        double reached = end[number];
        double length = 1;
        for (int i = 0; i < 10; i++) {
            double[] there = new double[end.length];
            for (int k = 0; k < there.length; k++) {
                there[k] = found[k] + length * (end[k] - found[k]);
            }
            double rise = sum(there, solution.objective()) - solution.sum();
            reached = rise <= RISE ? there[number] : reached;
            // a convex sum rises at least in proportion to the length; NaN: no prediction
            if (!(FARTHER * rise <= RISE)) {
                break;
            }
            length *= FARTHER;
        }
        return reached;
    }

    /** Returns the end of a profile in a direction, by bisection. */
    private static double[] end(NearbyPredictions nearby, NearbyPredictions.Place least, int number, double error) {
        double inside = 0;
        double outside = 2 * error;
        double[] start = least.logarithms();
        for (int i = 0; i < 6; i++) {
            NearbyPredictions.Place there = nearby.least(moved(start, number, least, outside), number, 0);
            if (there.sum() - least.sum() > RISE) {
                break;
            }
            start = there.logarithms();
            inside = outside;
            outside *= 1.5;
        }
        for (int i = 0; i < 12; i++) {
            double middle = (inside + outside) / 2;
            NearbyPredictions.Place there = nearby.least(moved(start, number, least, middle), number, 0);
            if (there.sum() - least.sum() > RISE) {
                outside = middle;
            } else {
                inside = middle;
                start = there.logarithms();
            }
        }
        return moved(start, number, least, outside);
    }

    private static double[] moved(double[] logarithms, int number, NearbyPredictions.Place least, double distance) {
        double[] moved = logarithms.clone();
        moved[number] = least.logarithms()[number] + distance;
        return moved;
    }

    /**
     * Returns the numbers near the given numbers that have the smallest sums, if these are smaller than the sum of the
     * given numbers.
     */
    private List<double[]> betterStarts(int numbers, double given) {
        Random random = new Random(numbers);
        return IntStream.range(0, GUESSES)
                .mapToObj(i -> {
                    double[] logarithms = new double[numbers];
                    Arrays.setAll(logarithms, k -> FARTHEST_GUESS * (2 * random.nextDouble() - 1));
                    return new PointValuePair(logarithms, sum(logarithms, first));
                })
                .filter(guess -> guess.getValue() < given)
                .sorted(Comparator.comparingDouble(PointValuePair::getValue))
                .limit(STARTS)
                .map(PointValuePair::getPoint)
                .toList();
    }

    private Solution search(Solution start, FitObjective objective, int steps) {
        Solution solution = start.with(objective);
        double damping = 0.01;
        for (int step = 0; step < steps; step++) {
            double before = solution.sum();
            double after = before;
            boolean isFresh = solution.isFresh();
            for (int i = 0; i < (isFresh ? TRIES : 2) && !(after < before); i++) {
                NearbyPredictions nearby = new NearbyPredictions(solution);
                double[] next = nearby.least(solution.logarithms(), -1, damping).logarithms();
                double[] predicted = predictedOrNaN(next);
                after = objective.sum(predicted, next);
                if (after < before) {
                    double[][] derivatives = corrected(nearby, solution, next, predicted);
                    solution = new Solution(next, predicted, derivatives, false, objective);
                }
                damping *= after < before ? 0.2 : 8;
            }
            if (!(before - after > ENOUGH * before)) {
                if (isFresh) {
                    break;
                }
                solution = fresh(solution);
                damping = Math.min(damping, 1);
            }
        }
        return solution;
    }

    private Solution fresh(Solution solution) {
        return new Solution(
                solution.logarithms(), solution.predicted(), derivatives(solution), true, solution.objective());
    }

    /** Returns the derivatives at the end of a step, corrected so that they reproduce the predictions there. */
    private static double[][] corrected(
            NearbyPredictions nearby, Solution from, double[] next, double[] nextPredicted) {
        double[][] derivatives = nearby.derivatives(next, nearby.predicted(next));
        double[] step = new double[next.length];
        Arrays.setAll(step, k -> next[k] - from.logarithms()[k]);
        double length = Arrays.stream(step).map(each -> each * each).sum();
        for (int i = 0; i < nextPredicted.length; i++) {
            double unexplained = Math.log(nextPredicted[i] / from.predicted()[i]);
            for (int k = 0; k < step.length; k++) {
                unexplained -= (derivatives[k][i] + from.derivatives()[k][i]) / 2 * step[k];
            }
            for (int k = 0; k < step.length; k++) {
                derivatives[k][i] += derivatives[k][i] == 0 ? 0 : unexplained * step[k] / length;
            }
        }
        return derivatives;
    }

    private double sum(double[] logarithms, FitObjective objective) {
        return objective.sum(predictedOrNaN(logarithms), logarithms);
    }

    private double[] predicted(double[] logarithms) {
        return model.predict(factors(logarithms), -1, first.measured());
    }

    /** Returns the predictions; NaN if a factor leaves the domain of its number because the step was too long. */
    private double[] predictedOrNaN(double[] logarithms) {
        try {
            return predicted(logarithms);
        } catch (InputException | IllegalArgumentException e) {
            double[] unknown = new double[first.measured().length];
            Arrays.fill(unknown, Double.NaN);
            return unknown;
        }
    }

    /** Returns the derivatives by finite differences. The steps are a fifth of the errors: initially 2 %. */
    private double[][] derivatives(Solution at) {
        double step = at.objective().bend() / 5;
        double[][] derivatives = new double[at.logarithms().length][];
        for (int k = 0; k < derivatives.length; k++) {
            double[] moved = at.logarithms().clone();
            moved[k] += step;
            double[] there = model.predict(factors(moved), k, at.predicted());
            Arrays.setAll(there, i -> Math.log(there[i] / at.predicted()[i]) / step);
            derivatives[k] = there;
        }
        return derivatives;
    }

    private static double[] factors(double[] logarithms) {
        return Arrays.stream(logarithms).map(Math::exp).toArray();
    }
}
