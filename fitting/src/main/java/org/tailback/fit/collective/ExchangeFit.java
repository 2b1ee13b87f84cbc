package org.tailback.fit.collective;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.Doubles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hipparchus.stat.descriptive.rank.Median;
import org.tailback.error.InputException;
import org.tailback.experts.ExchangeNumbers;
import org.tailback.stability.Beta;

/**
 * A fit of {@link ExchangeNumbers} to measured exchanges, by {@link RobustLeastSquares} from fixed guesses. Where rows
 * differ only in their number of multiprocessors, only the fastest row is used, as in a tuned run.
 *
 * @param local bandwidth inside a machine, bytes per second
 * @param network bandwidth of a GPU between machines, bytes per second
 */
@Beta
public record ExchangeFit(double local, double network) {
    private static final double[] GUESSES = {20e-6, 20e-6, 1e-9, 10e-9, 0.7, 0.8, 0.3, 100};
    private static final int STEPS = 40;
    private static final int FOLDS = 5;

    private static final ImmutableMap<String, ToIntFunction<MeasuredExchange>> LEFT_OUT = ImmutableMap.of(
            "tokens", MeasuredExchange::tokens, "width", MeasuredExchange::width, "experts", MeasuredExchange::experts);

    /**
     * Result of a fit.
     *
     * @param dispatch numbers of the dispatch
     * @param combine numbers of the combine
     * @param rows fitted rows, the fastest of each configuration
     * @param errors of the fitted rows, and of rows that were left out
     */
    public record Result(
            ExchangeNumbers dispatch, ExchangeNumbers combine, List<MeasuredExchange> rows, List<Errors> errors) {
        /** Returns the numbers of a direction. */
        public ExchangeNumbers numbers(boolean isReturn) {
            return isReturn ? combine : dispatch;
        }
    }

    /**
     * Errors of the predictions of rows.
     *
     * @param rows {@code fitted}, or the key whose values were left out in five groups, one at a time
     * @param machines number of machines of the rows
     * @param direction dispatch or combine
     * @param count number of rows
     * @param median median of the larger of predicted over measured and measured over predicted, >= 1
     * @param worst largest of these factors
     */
    public record Errors(String rows, int machines, String direction, int count, double median, double worst) {}

    /** Returns the fastest row of each configuration, in the order of the configurations. */
    public static List<MeasuredExchange> fastest(List<MeasuredExchange> rows) {
        Map<Object, MeasuredExchange> found = new LinkedHashMap<>();
        for (MeasuredExchange row : rows) {
            found.merge(
                    row.key(),
                    row,
                    (a, b) -> new MeasuredExchange(
                            a.machines(),
                            a.width(),
                            a.tokens(),
                            a.visited(),
                            a.experts(),
                            a.isEachAlone(),
                            Math.min(a.dispatch(), b.dispatch()),
                            Math.min(a.combine(), b.combine())));
        }
        return List.copyOf(found.values());
    }

    /**
     * Fits the numbers to all rows, and predicts rows that are left out by tokens, width and experts.
     *
     * @throws InputException if rows are of both kinds of kernels, or there are too few rows
     */
    public Result fit(List<MeasuredExchange> measured) {
        List<MeasuredExchange> rows = fastest(measured);
        if (rows.stream().map(MeasuredExchange::isEachAlone).distinct().count() > 1) {
            throw new InputException("The rows mix normal and low-latency kernels, whose messages differ."
                    + " Fit each kind separately");
        }
        if (rows.size() < GUESSES.length) {
            throw new InputException(
                    rows.size() + " configurations do not determine " + GUESSES.length + " numbers. Measure more");
        }
        ExchangeNumbers dispatch = numbers(rows, false);
        ExchangeNumbers combine = numbers(rows, true);
        List<Errors> errors = new ArrayList<>();
        for (boolean isReturn : new boolean[] {false, true}) {
            errors.addAll(errors("fitted", isReturn, judged(rows, isReturn ? combine : dispatch, isReturn)));
            LEFT_OUT.forEach(
                    (name, key) -> errors.addAll(errors(name + " left out", isReturn, leaveOut(rows, isReturn, key))));
        }
        return new Result(dispatch, combine, rows, List.copyOf(errors));
    }

    /** Returns the errors of rows that were not fitted, by number of machines. */
    public List<Errors> errors(String name, List<MeasuredExchange> rows, Result numbers) {
        return Stream.of(false, true)
                .flatMap(isReturn -> errors(name, isReturn, judged(rows, numbers.numbers(isReturn), isReturn)).stream())
                .toList();
    }

    private ExchangeNumbers numbers(List<MeasuredExchange> rows, boolean isReturn) {
        double[][] links =
                rows.stream().map(row -> row.links(isReturn, local, network)).toArray(double[][]::new);
        double[] measured =
                rows.stream().mapToDouble(row -> row.measured(isReturn)).toArray();
        RobustLeastSquares.Model model = (factors, changed, base) -> {
            ExchangeNumbers numbers = of(factors);
            return IntStream.range(0, links.length)
                    .mapToDouble(i -> rows.get(i).predicted(links[i], numbers))
                    .toArray();
        };
        return of(new RobustLeastSquares(measured, model, AlgorithmOrder.NONE)
                .minimise(GUESSES.length, STEPS)
                .factors());
    }

    private static ExchangeNumbers of(double[] factors) {
        double[] values = new double[factors.length];
        Arrays.setAll(values, k -> factors[k] * GUESSES[k]);
        return ExchangeNumbers.of(values);
    }

    /** A predicted row, with the larger of predicted over measured time and its inverse. */
    private record Judged(int machines, double factor) {}

    private List<Judged> judged(List<MeasuredExchange> rows, ExchangeNumbers numbers, boolean isReturn) {
        return rows.stream()
                .map(row -> {
                    double ratio = row.predicted(numbers, isReturn, local, network) / row.measured(isReturn);
                    return new Judged(row.machines(), Math.exp(Math.abs(Math.log(ratio))));
                })
                .toList();
    }

    private List<Judged> leaveOut(List<MeasuredExchange> rows, boolean isReturn, ToIntFunction<MeasuredExchange> key) {
        List<Integer> values =
                rows.stream().map(key::applyAsInt).sorted().distinct().toList();
        int folds = Math.min(FOLDS, values.size());
        List<Judged> judged = new ArrayList<>();
        for (int fold = 0; fold < folds && folds > 1; fold++) {
            int its = fold;
            Map<Boolean, List<MeasuredExchange>> parts = rows.stream()
                    .collect(Collectors.partitioningBy(row -> values.indexOf(key.applyAsInt(row)) % folds == its));
            List<MeasuredExchange> others = parts.getOrDefault(false, List.of());
            // rows with a number of machines that no fitted row has would be extrapolated
            Set<Integer> known = others.stream().map(MeasuredExchange::machines).collect(Collectors.toSet());
            List<MeasuredExchange> leftOut = parts.getOrDefault(true, List.of()).stream()
                    .filter(row -> known.contains(row.machines()))
                    .toList();
            if (!leftOut.isEmpty() && others.size() >= GUESSES.length) {
                judged.addAll(judged(leftOut, numbers(others, isReturn), isReturn));
            }
        }
        return judged;
    }

    private static List<Errors> errors(String name, boolean isReturn, List<Judged> judged) {
        List<Errors> errors = new ArrayList<>();
        judged.stream()
                .collect(Collectors.groupingBy(Judged::machines, TreeMap::new, Collectors.toList()))
                .forEach((machines, own) -> {
                    double[] factors = own.stream().mapToDouble(Judged::factor).toArray();
                    errors.add(new Errors(
                            name,
                            machines,
                            isReturn ? "combine" : "dispatch",
                            factors.length,
                            new Median().evaluate(factors),
                            Doubles.max(factors)));
                });
        return errors;
    }
}
