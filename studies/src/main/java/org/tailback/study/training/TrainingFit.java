package org.tailback.study.training;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.stat.descriptive.rank.Median;
import org.tailback.error.InputException;
import org.tailback.platform.Domain;
import org.tailback.platform.KeyedResiduals;
import org.tailback.study.training.TrainingEvaluation.Prepared;

/**
 * Fit of the numbers of a GPU to measured steps: efficiency, memory efficiency, launch and bytes of the optimizer.
 *
 * <p>The fit minimizes the total of two sums. The first is the sum of w sqrt(1 + (r / 1 %)^2) over the rows, where r is
 * the logarithm of the ratio of predicted to measured time; outliers contribute little more than linearly. The second
 * is the sum of ((x - x0) / s)^2 over the numbers, where x is the logarithm of a number (of e / (1 - e) for an
 * efficiency e), x0 is the value of the GPU before the fit, and s is the prior deviation in units of the residuals.
 * Rows within a node and rows across nodes form two groups. The weight w of each row of the smaller group is increased
 * by the square root of the ratio of the groups' sizes. The method is Gauss-Newton with reweighting. The 95 % intervals
 * of the numbers result from the linearized problem; the intervals of times result from rows held out of the fit.
 */
public final class TrainingFit {
    /** Prior standard deviations of the logit for fractions of peaks, and of the logarithm for the other numbers. */
    private static final double[] BELIEVED = {0.25, 1.25, 0.5, 0.4, 0.5, 1, 0.5, 0.25};
    /**
     * Prior deviation of the matrix efficiency of built-in GPUs except the A100; frameworks differ in this efficiency.
     */
    private static final double UNKNOWN = 0.5;

    /**
     * Prior deviation of the cost of recomputation if all rows have recomputation, because such rows determine only the
     * product of this cost and other numbers.
     */
    private static final double FIXED = 0.01;

    /** Smallest initial values of the numbers. From smaller values, the logarithm is too far from a solution. */
    private static final double[] LEAST = {0, 0, 0, 0, 1e-6, 1, 0.1, 0.1};

    private static final double LINEAR_FROM = 0.01;
    /**
     * Assumed residual of the rows, which sets the weight of the prior numbers; smaller for fewer than {@link #ENOUGH}
     * rows.
     */
    private static final double RESIDUAL = 0.05;

    private static final int ITERATIONS = 60;
    private static final double STEP = 1e-4;
    private static final int FOLDS = 5;
    /** Smallest number of rows for quantiles of residuals. */
    private static final int ENOUGH = 10;

    /**
     * Fitted number.
     *
     * @param name name of the number in a GPU section
     * @param value fitted value
     * @param low lower end of the 95 % interval
     * @param high upper end of the 95 % interval
     * @param told true if the steps determine the number better than the prior
     */
    public record FittedNumber(String name, double value, double low, double high, boolean told) {}

    /**
     * Result of a fit.
     *
     * @param gpu the GPU with the fitted numbers, and with the residuals of rows held out of the fit
     * @param numbers fitted numbers with their intervals
     * @param meanError mean absolute error of the fitted rows, a fraction
     * @param medianError median absolute error of the fitted rows, a fraction
     */
    public record Result(Gpu gpu, List<FittedNumber> numbers, double meanError, double medianError) {}

    private final List<Prepared> runs;
    private final Gpu start;
    private final double[] weights;
    private final double[] before;
    private final double[] believed = BELIEVED.clone();

    private TrainingFit(List<Prepared> runs, Gpu start) {
        this.runs = runs;
        this.start = start;
        this.before = unbounded(start);
        this.believed[0] = start.isBuiltIn() && !start.name().equals("a100") ? UNKNOWN : BELIEVED[0];
        boolean isRecomputed = runs.stream().allMatch(run -> run.step().recompute() == TrainingStep.Recompute.FULL);
        if (isRecomputed) {
            believed[believed.length - 1] = FIXED;
        }
        long beyond = runs.stream().filter(Prepared::beyondNode).count();
        long within = runs.size() - beyond;
        double larger = Math.max(beyond, within);
        this.weights = runs.stream()
                .mapToDouble(run -> Math.pow(larger / (run.beyondNode() ? beyond : within), 0.5))
                .toArray();
    }

    /**
     * Fits the numbers of the GPU of all runs.
     *
     * @throws InputException if the runs have different GPUs, or a GPU without a memory bandwidth
     */
    public static Result fit(List<Prepared> runs) {
        Set<String> names = new TreeSet<>();
        runs.forEach(run -> names.add(run.step().gpu().name()));
        Gpu gpu = runs.get(0).step().gpu();
        if (names.size() > 1 || !gpu.isRoofline()) {
            throw new InputException("fit training: expected runs of a single GPU, one of "
                    + String.join(", ", Gpu.names()) + ", found " + String.join(", ", names)
                    + ". Give one file per GPU and name the GPU");
        }
        return new TrainingFit(runs, gpu).fit();
    }

    private static double[] unbounded(Gpu gpu) {
        double[] values = gpu.numbers().values();
        for (int j = 0; j < values.length; j++) {
            double part = Math.min(values[j], 0.999);
            values[j] = Math.log(j < GpuNumbers.PARTS ? part / (1 - part) : Math.max(values[j], LEAST[j]));
        }
        return values;
    }

    private static double bounded(int j, double x) {
        return j < GpuNumbers.PARTS ? 1 / (1 + Math.exp(-x)) : Math.exp(x);
    }

    private Gpu with(double[] x, KeyedResiduals residuals) {
        return start.with(
                GpuNumbers.of(IntStream.range(0, x.length)
                        .mapToDouble(j -> bounded(j, x[j]))
                        .toArray()),
                residuals);
    }

    private double[] residuals(double[] x) {
        Gpu gpu = with(x, KeyedResiduals.NONE);
        return runs.stream()
                .mapToDouble(run -> Math.log(run.predicted(gpu) / run.measured().seconds()))
                .toArray();
    }

    private double objective(double[] x, double[] residuals) {
        double sum = 0;
        for (int i = 0; i < residuals.length; i++) {
            sum += weights[i] * LINEAR_FROM * LINEAR_FROM * (Math.hypot(1, residuals[i] / LINEAR_FROM) - 1);
        }
        for (int j = 0; j < x.length; j++) {
            double away = (x[j] - before[j]) / believed[j];
            sum += away * away / 2 * LINEAR_FROM * residual();
        }
        return sum;
    }

    private double[] solve() {
        double[] x = before.clone();
        double[] residuals = residuals(x);
        for (int iteration = 0; iteration < ITERATIONS; iteration++) {
            double[] right = new double[x.length];
            double[] move = new LUDecomposition(normal(x, residuals, right))
                    .getSolver()
                    .solve(new Array2DRowRealMatrix(right))
                    .getColumn(0);
            double old = objective(x, residuals);
            double[] next = moved(x, move, 1);
            double[] nextResiduals = residuals(next);
            for (double length = 0.5; !(objective(next, nextResiduals) < old); length /= 2) {
                if (length <= 1e-4) {
                    return x;
                }
                next = moved(x, move, length);
                nextResiduals = residuals(next);
            }
            boolean isLast = old - objective(next, nextResiduals) < 1e-9 * old;
            x = next;
            residuals = nextResiduals;
            if (isLast) {
                break;
            }
        }
        return x;
    }

    private static double[] moved(double[] x, double[] move, double length) {
        return IntStream.range(0, x.length)
                .mapToDouble(j -> x[j] + length * move[j])
                .toArray();
    }

    /**
     * Returns the residuals of rows that were held out of the fit, in ascending order. Rows of the same width, tensor
     * group and micro-batch form a family with correlated errors; therefore whole families are held out, a fifth of
     * them at a time. With too few families, returns the residuals of the fit.
     */
    private double[] crossValidated(double[] x) {
        Map<List<Number>, Integer> families = new LinkedHashMap<>();
        int[] family = runs.stream()
                .mapToInt(run -> families.computeIfAbsent(family(run.step()), key -> families.size()))
                .toArray();
        if (families.size() < FOLDS) {
            return Arrays.stream(residuals(x)).sorted().toArray();
        }
        return IntStream.range(0, FOLDS)
                .boxed()
                .flatMapToDouble(fold -> {
                    TrainingFit others = some(family, fold, false);
                    return Arrays.stream(some(family, fold, true).residuals(others.solve()));
                })
                .sorted()
                .toArray();
    }

    private static List<Number> family(TrainingStep step) {
        return List.of(step.model().hidden(), step.parallelism().tensor(), step.microBatch());
    }

    private TrainingFit some(int[] family, int fold, boolean inside) {
        return new TrainingFit(
                IntStream.range(0, family.length)
                        .filter(i -> (family[i] % FOLDS == fold) == inside)
                        .mapToObj(runs::get)
                        .toList(),
                start);
    }

    /** Returns the matrix of a Gauss-Newton step and fills its right-hand side. */
    private RealMatrix normal(double[] x, double[] residuals, double[] right) {
        RealMatrix normal = new Array2DRowRealMatrix(x.length, x.length);
        double[][] slopes = new double[x.length][];
        for (int j = 0; j < x.length; j++) {
            double[] moved = x.clone();
            moved[j] -= STEP;
            slopes[j] = residuals(moved);
            for (int i = 0; i < residuals.length; i++) {
                slopes[j][i] = (residuals[i] - slopes[j][i]) / STEP;
            }
        }
        for (int j = 0; j < x.length; j++) {
            for (int k = 0; k < x.length; k++) {
                double sum = 0;
                for (int i = 0; i < residuals.length; i++) {
                    sum += weight(i, residuals[i]) * slopes[j][i] * slopes[k][i];
                }
                normal.setEntry(j, k, sum);
            }
            double precision = residual() * LINEAR_FROM / (believed[j] * believed[j]);
            normal.addToEntry(j, j, precision);
            right[j] = -precision * (x[j] - before[j]);
            for (int i = 0; i < residuals.length; i++) {
                right[j] -= weight(i, residuals[i]) * slopes[j][i] * residuals[i];
            }
        }
        return normal;
    }

    private double residual() {
        return RESIDUAL * Math.min(1, (double) runs.size() / ENOUGH);
    }

    private double weight(int row, double residual) {
        return weights[row] / Math.hypot(1, residual / LINEAR_FROM);
    }

    /**
     * Returns the 5 % and 95 % quantiles of the ratio of measured to predicted times, which apply to steps similar to
     * the fitted steps.
     */
    private KeyedResiduals keyed(double[] left) {
        return new KeyedResiduals(
                Gpu.COVERAGE,
                List.of(new KeyedResiduals.Entry(
                        Domain.of(runs.stream().map(run -> run.step().use()).toList()),
                        Math.min(1, Math.exp(-left[left.length - 1 - left.length / 20])),
                        Math.max(1, Math.exp(-left[left.length / 20])))));
    }

    private Result fit() {
        double[] x = solve();
        double[] residuals = residuals(x);
        RealMatrix normal = normal(x, residuals, new double[x.length]);
        double[] sizes = Arrays.stream(residuals).map(Math::abs).toArray();
        // variances of the linearized problem; weights are about LINEAR_FROM / size of a residual
        double variance = Math.max(new Median().evaluate(sizes), 0.01) * LINEAR_FROM * 1.5;
        RealMatrix inverse = new LUDecomposition(normal).getSolver().getInverse();
        FittedNumber[] numbers = new FittedNumber[x.length];
        for (int j = 0; j < x.length; j++) {
            double deviation = Math.min(Math.sqrt(inverse.getEntry(j, j) * variance), believed[j]);
            numbers[j] = new FittedNumber(
                    GpuNumbers.NAMES.get(j),
                    bounded(j, x[j]),
                    bounded(j, x[j] - 2 * deviation),
                    bounded(j, x[j] + 2 * deviation),
                    deviation < believed[j] / 2);
        }
        double[] left = crossValidated(x);
        double[] errors =
                Arrays.stream(residuals).map(r -> Math.abs(Math.exp(r) - 1)).toArray();
        return new Result(
                with(x, left.length < ENOUGH ? KeyedResiduals.NONE : keyed(left)),
                List.of(numbers),
                Arrays.stream(errors).average().orElse(0),
                new Median().evaluate(errors));
    }
}
