package org.tailback.fit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Numbers by hand, and how often intervals hold the truth that noise hides. */
class RobustLeastSquaresTest {
    private static final double RISE = 1.5;

    @Test
    void minimise_oneNumberOneMeasurement_isBetweenGivenAndMeasured() {
        RobustLeastSquares.Solution solution = fit(new double[] {2}, 1);

        // remaining errors are the smallest that count, s = 0.001: t^2 is nothing beside them
        assertThat(solution.factors()[0]).isCloseTo(2, within(1e-5));
    }

    @Test
    void minimise_measurementsThatDisagree_isDrawnToTheGivenNumberByThePrior() {
        // a factor measured as e^-0.05 and e^0.25, twice each: errors of 0.15 from the middle 0.1 are beyond the bend
        double[] measured = {Math.exp(-0.05), Math.exp(-0.05), Math.exp(0.25), Math.exp(0.25)};

        RobustLeastSquares.Solution solution = fit(measured, 1);

        // b = 0.1; inside of 0.05 to 0.15 both pull with 20 and the prior decides with 2 t: the end 0.05 is where the
        // pull of the lower pair fades, 200 (t + 0.05) = 20 - 2 t s / 0.1 (s = 0.1 in the first round)
        assertThat(solution.logarithms()[0]).isCloseTo(10.0 / 202, within(1e-5));
    }

    @Test
    void intervals_oneNumber_areThoseOfTheNormalDistribution() {
        double[] measured = new double[100];
        Arrays.setAll(measured, i -> Math.exp(0.02 * (i % 2 == 0 ? 1 : -1)));

        RobustLeastSquares search = search(measured, factors -> all(factors[0], 100));
        RobustLeastSquares.Interval interval =
                search.intervals(search.minimise(1, 20)).get(0);

        // b = 1.4826 * 0.02, all errors below it: variance s b / 100 with s b = 100 * 0.02^2 / 99
        double error = Math.sqrt(0.02 * 0.02 / 99);
        assertThat(interval.high()).isCloseTo(Math.sqrt(2 * RISE) * error, within(1e-5));
        assertThat(interval.low()).isCloseTo(-Math.sqrt(2 * RISE) * error, within(1e-5));
    }

    @Test
    void intervals_numberWithoutInfluence_isWhatWasKnownBefore() {
        RobustLeastSquares search = search(all(3, 9), factors -> all(3 * factors[0], 9));

        RobustLeastSquares.Interval interval =
                search.intervals(search.minimise(2, 20)).get(1);

        // t^2 = 1.5
        assertThat(interval.high()).isCloseTo(Math.sqrt(RISE), within(1e-3));
        assertThat(interval.low()).isCloseTo(-Math.sqrt(RISE), within(1e-3));
    }

    @Test
    void intervals_onlyASumIsMeasured_holdEveryDivisionOfIt() {
        // latency + 2 overheads = 4, given 3.6 and 0.2; so the overhead may be anything that the prior believes
        RobustLeastSquares search = search(all(4, 9), factors -> all(3.6 * factors[0] + 2 * 0.2 * factors[1], 9));

        RobustLeastSquares.Interval overhead =
                search.intervals(search.minimise(2, 20)).get(1);

        // (log((4 - 2 o) / 3.6))^2 + (log(o / 0.2))^2 = 1.5 at the ends
        for (double end : new double[] {overhead.low(), overhead.high()}) {
            double latency = (4 - 0.4 * Math.exp(end)) / 3.6;
            assertThat(Math.pow(Math.log(latency), 2) + end * end).isCloseTo(RISE, within(0.01));
        }
    }

    @Test
    void intervals_anotherNumberLimitsBeyondTheFit_reachAsFarAsThePriorLets() {
        // a bandwidth of 1 was given; whatever it is above 1.5, something else takes 1 / 1.5
        RobustLeastSquares search = search(all(1 / 1.5, 9), factors -> all(Math.max(1 / factors[0], 1 / 1.5), 9));

        RobustLeastSquares.Interval bandwidth =
                search.intervals(search.minimise(1, 20)).get(0);

        assertThat(bandwidth.low()).isLessThanOrEqualTo(Math.log(1.5));
        // t^2 = 1.5 + log(1.5)^2 at a factor of 3.6
        assertThat(bandwidth.high()).isBetween(Math.log(2.7), Math.log(4.3));
    }

    @Test
    void intervals_noise_hold90PercentOfTheTruths() {
        int[] inside = new int[3];
        int runs = 200;
        for (int seed = 0; seed < runs; seed++) {
            Random random = new Random(seed);
            double[] truth = new double[3];
            Arrays.setAll(truth, k -> Math.exp(0.7 * random.nextGaussian()));
            double[] measured = sums(truth);
            Arrays.setAll(measured, i -> measured[i] * Math.exp(0.05 * random.nextGaussian()));

            RobustLeastSquares search = search(measured, RobustLeastSquaresTest::sums);
            List<RobustLeastSquares.Interval> intervals = search.intervals(search.minimise(3, 20));
            for (int k = 0; k < 3; k++) {
                RobustLeastSquares.Interval interval = intervals.get(k);
                double logarithm = Math.log(truth[k]);
                inside[k] += interval.low() <= logarithm && logarithm <= interval.high() ? 1 : 0;
            }
        }

        // 90 % of 200 are 180; the standard deviation of the count is 4.2
        for (int count : inside) {
            assertThat(count).isBetween(168, 192);
        }
    }

    /** Returns 40 predictions with latency, overhead and the inverse of a bandwidth. */
    private static double[] sums(double[] factors) {
        double[] sums = new double[40];
        Arrays.setAll(sums, i -> 3 * factors[0] + (1 + i % 4) * factors[1] + Math.pow(2, i % 10) / 10 / factors[2]);
        return sums;
    }

    private static RobustLeastSquares search(double[] measured, UnaryOperator<double[]> model) {
        return new RobustLeastSquares(measured, (factors, changed, base) -> model.apply(factors), AlgorithmOrder.NONE);
    }

    private static RobustLeastSquares.Solution fit(double[] measured, int numbers) {
        return search(measured, factors -> all(factors[0], measured.length)).minimise(numbers, 20);
    }

    private static double[] all(double value, int number) {
        double[] values = new double[number];
        Arrays.fill(values, value);
        return values;
    }
}
