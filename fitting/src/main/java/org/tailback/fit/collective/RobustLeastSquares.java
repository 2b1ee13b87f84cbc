package org.tailback.fit.collective;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.hipparchus.stat.descriptive.rank.Median;
import org.tailback.error.InputException;

/**
 * Factors of positive numbers that bring predictions near measurements, and intervals of them.
 *
 * <p>With the logarithms t of the factors, p(t) the predictions and y what was measured, the sum that is minimised is
 *
 * <pre>
 * 1/s (sum over i of h(log(p_i(t) / y_i)) + order(p(t))) + {@value #PRIOR}/2 sum over k of t_k^2
 * h(r) = r^2 / 2b if |r| &lt; b, |r| - b/2 else
 * </pre>
 *
 * <p>h is Huber's loss: errors of more than b count by their size and not by their square, so that single bad cells do
 * not decide. {@link AlgorithmOrder} adds what algorithms in the wrong order cost. The last sum is the prior: a
 * given number is right within a factor of 2 with a probability of two thirds. It bounds numbers that the
 * measurements hardly determine. b and the scale s are those of errors of {@value #FIRST_BEND} first, and then those of
 * the errors that remain, down to {@value #SMALLEST_BEND}: the better the predictions, the less the given numbers
 * count.
 *
 * <p><b>Search.</b> From the given numbers and from those of {@value #GUESSES} others, within a factor of 4 of them,
 * that are better.
 * Each step goes where {@link NearbyPredictions} have the least sum, and is damped as Levenberg and Marquardt's are.
 * The derivatives after a step are those that nearby predictions have there, corrected by Broyden's rule with the
 * predictions; new ones are taken where steps no longer succeed, and at the end. Deterministic.
 *
 * <p><b>Intervals</b> are those of the profile: a number is inside as long as the least sum over all other numbers is
 * less than {@value #RISE} above the least one, which is half of the 90 % quantile of chi square with one degree of
 * freedom, 1.35, and a tenth more: under normal errors h has 10.7 % less information than squares. So what one number
 * gains by another's loss is in both intervals.
 *
 * <p><b>Roles.</b> Where only the smaller of two bandwidths, or the larger of two times, is in the measurements, either
 * number may be the one that limits. The profile from the solution knows one of the two cases, {@link #exchanges} the
 * other one.
 */
final class RobustLeastSquares {
    /** Weight of the prior: the inverse square of its standard deviation, {@value #KNOWN_BEFORE}. */
    static final double PRIOR = 2;
    /** Standard deviation of a factor's logarithm before the fit. */
    static final double KNOWN_BEFORE = 0.7;

    private static final double CONFIDENCE = 1.645;
    /** Part of the standard deviation before the fit above which the measurements do not determine a number. */
    private static final double UNIDENTIFIED = 0.7;

    private static final double FIRST_BEND = 0.1;
    private static final double SMALLEST_BEND = 1e-3;
    private static final double RISE = 1.5;
    private static final double FARTHER = 1.5;
    /** Logarithms of factors: the first step beyond the place where two numbers are equal, and the last one. */
    private static final double SHORTEST_EXCHANGE = 0.05;

    private static final double FARTHEST_EXCHANGE = 3;
    private static final int GUESSES = 16;
    private static final int STARTS = 2;
    private static final double FARTHEST_GUESS = 1.4;
    private static final double ENOUGH = 1e-3;
    private static final int TRIES = 6;
    private static final int ROUNDS = 4;
    private static final double NORMAL = 1.4826;

    private final double[] measured;
    private final Model model;
    private final AlgorithmOrder order;

    interface Model {
        /**
         * Predicts all measurements.
         *
         * @throws InputException if a factor leaves the domain of its number
         */
        double[] predict(double[] factors);

        /**
         * Predicts all measurements with one number changed.
         *
         * @param base what was predicted without the change
         */
        default double[] predict(double[] factors, int changed, double[] base) {
            return predict(factors);
        }
    }

    record Noise(double bend, double scale) {
        static final Noise FIRST = new Noise(FIRST_BEND, FIRST_BEND);
    }

    record Interval(double low, double high) {
        Interval with(double lower, double higher) {
            return new Interval(Math.min(low, lower), Math.max(high, higher));
        }
    }

    /**
     * The end of the search.
     *
     * @param logarithms of the factors
     * @param predicted by them
     * @param derivatives of the logarithm of each prediction, by the logarithm of each factor: [factor][prediction]
     * @param fresh whether the derivatives were taken there
     * @param noise of the sum that is least there
     */
    record Solution(double[] logarithms, double[] predicted, double[][] derivatives, boolean fresh, Noise noise) {
        double[] factors() {
            return RobustLeastSquares.factors(logarithms);
        }
    }

    /**
     * A number that may have another value, because another one may have its role.
     *
     * @param number its index
     * @param other index of the other number, which then has this one's value
     * @param reached how far it may go, logarithm of its factor
     */
    record Exchange(int number, int other, double reached) {}

    /** @param order which of the measurements should stay in which order */
    RobustLeastSquares(double[] measured, Model model, AlgorithmOrder order) {
        this.measured = measured;
        this.model = model;
        this.order = order;
    }

    /**
     * Minimises the sum. Cost: about {@code numbers + 2} predictions of everything per step.
     *
     * @param steps most steps of each search, >= 1
     */
    Solution minimise(int numbers, int steps) {
        Solution given = start(new double[numbers]);
        Solution first = search(given, Noise.FIRST, steps);
        Solution solution = refined(first, steps);
        // where no error is left, no other start finds less
        if (remaining(solution).bend() > SMALLEST_BEND) {
            for (double[] start : betterStarts(numbers, sum(given))) {
                Solution found = search(start(start), Noise.FIRST, steps);
                first = sum(found) < sum(first) ? found : first;
            }
            solution = refined(first, steps);
        }
        return with(solution.fresh() ? solution : fresh(solution), remaining(solution));
    }

    private static Solution with(Solution solution, Noise noise) {
        return new Solution(
                solution.logarithms(), solution.predicted(), solution.derivatives(), solution.fresh(), noise);
    }

    private Solution start(double[] logarithms) {
        return fresh(new Solution(logarithms, model.predict(factors(logarithms)), new double[0][], false, Noise.FIRST));
    }

    Solution given(int numbers) {
        Solution given = start(new double[numbers]);
        return with(given, remaining(given));
    }

    /** Searches on with b and s of the errors that a solution leaves. */
    private Solution refined(Solution first, int steps) {
        Solution solution = first;
        for (int round = 0; round < ROUNDS; round++) {
            Noise remaining = remaining(solution);
            if (remaining.bend() > 0.8 * solution.noise().bend()) {
                break;
            }
            solution = search(solution, remaining, steps);
        }
        return solution;
    }

    /** Returns the factors of the least sum near a solution as if some measurements did not exist. */
    double[] without(Solution solution, boolean[] leftOut) {
        return factors(
                nearby(solution, leftOut).least(solution.logarithms(), -1, 0).logarithms());
    }

    /**
     * Returns the standard deviations of the logarithms of predictions if some measurements did not exist: the part of
     * each that the others do not determine.
     */
    double[] doubt(Solution solution, boolean[] leftOut) {
        double[][] covariance = nearby(solution, leftOut).covariance();
        double[] doubt = new double[measured.length];
        for (int i = 0; i < doubt.length; i++) {
            double variance = 0;
            for (int k = 0; k < covariance.length; k++) {
                for (int l = 0; l < covariance.length; l++) {
                    variance += solution.derivatives()[k][i] * covariance[k][l] * solution.derivatives()[l][i];
                }
            }
            doubt[i] = Math.sqrt(Math.max(0, variance));
        }
        return doubt;
    }

    double[][] covariance(Solution solution) {
        return nearby(solution, none()).covariance();
    }

    /**
     * Finds numbers whose role another one can take: with the other number at this one's value, this one may go beyond
     * its interval. Cost: up to a dozen predictions of everything per pair of a number that the measurements determine
     * and one that they do not.
     *
     * @param intervals of the solution
     * @param given logarithms of the numbers with factors of 1, in the same unit for those of one dimension
     * @param dimensions of the numbers: values are compared between equal ones only
     */
    List<Exchange> exchanges(Solution solution, List<Interval> intervals, double[] given, List<String> dimensions) {
        List<Exchange> found = new ArrayList<>();
        for (int k = 0; k < given.length; k++) {
            for (int l = 0; l < given.length; l++) {
                if (isDetermined(intervals.get(k))
                        && !isDetermined(intervals.get(l))
                        && dimensions.get(k).equals(dimensions.get(l))) {
                    double reached = exchanged(solution, given, k, l);
                    if (reached < intervals.get(k).low()
                            || reached > intervals.get(k).high()) {
                        found.add(new Exchange(k, l, reached));
                    }
                }
            }
        }
        return found;
    }

    /** Returns the largest step of a number towards another one that shares its value. */
    private double exchanged(Solution solution, double[] given, int number, int other) {
        double[] corner = solution.logarithms().clone();
        double away = Math.signum(given[other] + corner[other] - given[number] - corner[number]);
        corner[other] = given[number] + corner[number] - given[other];
        double least = sum(solution);
        double reached = corner[number];
        for (double length = 0; length < FARTHEST_EXCHANGE; length = FARTHER * length + SHORTEST_EXCHANGE) {
            double[] there = corner.clone();
            there[number] += away * length;
            double[] predicted = predictedOrNothing(there);
            if (predicted.length == 0
                    || sum(measured, predicted, there, solution.noise(), none(), order) - least > RISE) {
                break;
            }
            reached = there[number];
        }
        return reached;
    }

    /** Returns intervals that hold numbers in both roles, too. */
    static List<Interval> widened(List<Interval> intervals, List<Exchange> exchanges, double[] given) {
        List<Interval> widened = new ArrayList<>(intervals);
        for (Exchange each : exchanges) {
            double shift = given[each.number()] - given[each.other()];
            Interval own = intervals.get(each.number());
            widened.set(each.number(), widened.get(each.number()).with(each.reached(), each.reached()));
            widened.set(each.other(), widened.get(each.other()).with(own.low() + shift, own.high() + shift));
        }
        return widened;
    }

    /** Returns true if measurements determine a number better than the prior. */
    static boolean isDetermined(Interval interval) {
        return interval.high() - interval.low() < 2 * CONFIDENCE * UNIDENTIFIED * KNOWN_BEFORE;
    }

    /** Returns the 90 % intervals of the logarithms of the factors, in the role that they have in a solution. */
    List<Interval> intervals(Solution solution) {
        NearbyPredictions nearby = nearby(solution, none());
        NearbyPredictions.Place least = nearby.least(solution.logarithms(), -1, 0);
        double[][] covariance = nearby.covariance();
        List<Interval> intervals = new ArrayList<>();
        for (int k = 0; k < covariance.length; k++) {
            double error = Math.sqrt(covariance[k][k]);
            double found = solution.logarithms()[k];
            double[] low = end(nearby, least, k, -error);
            double[] high = end(nearby, least, k, error);
            intervals.add(new Interval(
                    Math.min(found, Math.min(reached(solution, low, k), reached(solution, alone(solution, low, k), k))),
                    Math.max(
                            found,
                            Math.max(reached(solution, high, k), reached(solution, alone(solution, high, k), k)))));
        }
        return intervals;
    }

    /** Returns a solution in which only one number has the value that it has at an end. */
    private static double[] alone(Solution solution, double[] end, int number) {
        double[] alone = solution.logarithms().clone();
        alone[number] = end[number];
        return alone;
    }

    /**
     * Returns the largest step of a number towards the end of its profile and beyond it, by predictions. Where another
     * number limits from there on, as the smaller one of two bandwidths does, that is farther than from nearby.
     */
    private double reached(Solution solution, double[] end, int number) {
        double[] found = solution.logarithms();
        double reached = end[number];
        double least = sum(solution);
        double length = 1;
        for (int i = 0; i < 10; i++) {
            double[] there = new double[end.length];
            for (int k = 0; k < there.length; k++) {
                there[k] = found[k] + length * (end[k] - found[k]);
            }
            double[] predicted = predictedOrNothing(there);
            if (predicted.length == 0) {
                break;
            }
            double rise = sum(measured, predicted, there, solution.noise(), none(), order) - least;
            reached = rise > RISE ? reached : there[number];
            // a convex sum rises in proportion to the length at least: what must be outside is not predicted
            if (FARTHER * rise > RISE) {
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

    /** Returns those of other numbers near the given ones that have the least sums, if less than the given ones. */
    private List<double[]> betterStarts(int numbers, double given) {
        Random random = new Random(numbers);
        record Guess(double[] logarithms, double sum) {}
        List<Guess> guesses = new ArrayList<>();
        for (int i = 0; i < GUESSES; i++) {
            double[] logarithms = new double[numbers];
            Arrays.setAll(logarithms, k -> FARTHEST_GUESS * (2 * random.nextDouble() - 1));
            double[] predicted = predictedOrNothing(logarithms);
            if (predicted.length > 0) {
                guesses.add(new Guess(logarithms, sum(measured, predicted, logarithms, Noise.FIRST, none(), order)));
            }
        }
        return guesses.stream()
                .filter(guess -> guess.sum() < given)
                .sorted(Comparator.comparingDouble(Guess::sum))
                .limit(STARTS)
                .map(Guess::logarithms)
                .toList();
    }

    private Solution search(Solution start, Noise noise, int steps) {
        Solution solution = with(start, noise);
        double damping = 0.01;
        for (int step = 0; step < steps; step++) {
            double before = sum(solution);
            double after = before;
            boolean fresh = solution.fresh();
            for (int i = 0; i < (fresh ? TRIES : 2) && !(after < before); i++) {
                NearbyPredictions nearby = nearby(solution, none());
                double[] next = nearby.least(solution.logarithms(), -1, damping).logarithms();
                double[] nextPredicted = predictedOrNothing(next);
                after = nextPredicted.length == 0 ? before : sum(measured, nextPredicted, next, noise, none(), order);
                if (after < before) {
                    double[][] derivatives = corrected(nearby, solution, next, nextPredicted);
                    solution = new Solution(next, nextPredicted, derivatives, false, noise);
                }
                damping *= after < before ? 0.2 : 8;
            }
            if (before - after <= ENOUGH * before) {
                if (fresh) {
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
                solution.logarithms(),
                solution.predicted(),
                derivatives(solution.logarithms(), solution.predicted(), solution.noise()),
                true,
                solution.noise());
    }

    /** Returns derivatives at the end of a step that explain what was predicted there. */
    private static double[][] corrected(
            NearbyPredictions nearby, Solution from, double[] next, double[] nextPredicted) {
        double[][] derivatives = nearby.derivatives(next);
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

    /** Returns b and s of the errors that a solution leaves. */
    private Noise remaining(Solution solution) {
        double[] sizes = new double[measured.length];
        Arrays.setAll(sizes, i -> Math.abs(error(solution.predicted(), i)));
        double bend = Math.max(SMALLEST_BEND, Math.min(FIRST_BEND, NORMAL * new Median().evaluate(sizes)));
        double sum = 0;
        for (double size : sizes) {
            sum += size * size / Math.max(size, bend);
        }
        double freedom = Math.max(1, sizes.length - solution.logarithms().length);
        return new Noise(bend, Math.max(SMALLEST_BEND, sum / freedom));
    }

    private double[] predictedOrNothing(double[] logarithms) {
        try {
            return model.predict(factors(logarithms));
        } catch (InputException | IllegalArgumentException e) {
            // a factor left the domain of its number: the step was too long
            return new double[0];
        }
    }

    /** Differences of a fifth of the errors: 2 % first. */
    private double[][] derivatives(double[] logarithms, double[] predicted, Noise noise) {
        double step = noise.bend() / 5;
        double[][] derivatives = new double[logarithms.length][];
        for (int k = 0; k < derivatives.length; k++) {
            double[] moved = logarithms.clone();
            moved[k] += step;
            double[] there = model.predict(factors(moved), k, predicted);
            for (int i = 0; i < there.length; i++) {
                there[i] = Math.log(there[i] / predicted[i]) / step;
            }
            derivatives[k] = there;
        }
        return derivatives;
    }

    private NearbyPredictions nearby(Solution solution, boolean[] leftOut) {
        return new NearbyPredictions(measured, solution, solution.noise(), leftOut, order.without(leftOut));
    }

    private double sum(Solution solution) {
        return sum(measured, solution.predicted(), solution.logarithms(), solution.noise(), none(), order);
    }

    private boolean[] none() {
        return new boolean[measured.length];
    }

    private double error(double[] predicted, int i) {
        return Math.log(predicted[i] / measured[i]);
    }

    private static double[] factors(double[] logarithms) {
        return Arrays.stream(logarithms).map(Math::exp).toArray();
    }

    static double sum(
            double[] measured,
            double[] predicted,
            double[] logarithms,
            Noise noise,
            boolean[] leftOut,
            AlgorithmOrder order) {
        double sum = order.sum(predicted);
        for (int i = 0; i < predicted.length; i++) {
            double error = Math.abs(Math.log(predicted[i] / measured[i]));
            double bend = noise.bend();
            sum += leftOut[i] ? 0 : error < bend ? error * error / (2 * bend) : error - bend / 2;
        }
        double distance = 0;
        for (double logarithm : logarithms) {
            distance += logarithm * logarithm;
        }
        return sum / noise.scale() + PRIOR / 2 * distance;
    }
}
