package org.tailback.fit.collective;

import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hipparchus.linear.RealMatrix;
import org.tailback.error.InputException;
import org.tailback.fit.collective.CollectiveEvaluation.Accuracy;
import org.tailback.output.Inline;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;

/**
 * Fit of the numbers of a platform file to measured collective operations.
 *
 * <p><b>Numbers.</b> The user writes a platform file with the form of the machine: its topology and models, the sizes
 * at which protocols and local work change, and a guess for every number. Each time, bandwidth and duplex limit in the
 * sections {@code network}, {@code cost}, {@code local} and {@code intra-node} is multiplied by a factor, so that the
 * predicted times of all operations approach the measured times ({@link RobustLeastSquares} documents the equations).
 * Sizes, counts and zeros are kept.
 *
 * <p><b>Uncertainty.</b> Each number has an interval of {@value #LEVEL} %, for which all other numbers are fitted
 * again; the ends of the interval are rounded outwards. A number is marked as not determined by the cells if its
 * interval is hardly smaller than the interval of the prior. Two numbers whose estimates correlate by more than {@value
 * #INSEPARABLE} are marked because the cells determine only their combination. Two numbers are also marked if the cells
 * depend only on the smaller or only on the larger number, as either may be the limit; their intervals contain both
 * cases.
 *
 * <p><b>Left out.</b> Each operation, and each number of nodes and ranks per node, is left out in turn. The numbers are
 * then fitted without these cells by {@link NearbyPredictions}, and the cells are predicted with the fitted numbers.
 * The result equals the result of a new fit as long as the critical paths of the cells stay the same. The residuals of
 * the left-out cells form the section {@code residuals} ({@link LeftOutResiduals}). Cells are excluded if the other
 * cells do not determine the prediction: if the standard deviation of its logarithm is above {@value #UNKNOWN}.
 *
 * <p><b>Cost.</b> Each of three searches has at most {@value #STEPS} steps. About every fourth step predicts each cell
 * once for every number that can change its time. All other steps predict each cell once.
 */
public final class CollectiveFit {
    /** Pattern of the section {@code validity} with its indented lines, and comments and empty lines between them. */
    private static final Pattern VALIDITY = section("validity");

    private static final Pattern RESIDUALS = section("residuals");

    private static final int STEPS = 30;
    private static final double INSEPARABLE = 0.95;
    /** Probability of the intervals, in percent. */
    public static final int LEVEL = 90;

    private static final double UNKNOWN = 0.3;
    private final List<MeasuredCollective> cells;
    private final FittedNumbers numbers;
    private final PlatformFile platform;
    private final String text;

    private CollectiveFit(List<MeasuredCollective> cells, PlatformFile platform, String text, List<String> only) {
        this.cells = cells;
        this.platform = platform;
        this.text = text;
        numbers = new FittedNumbers(platform.settings(), only);
    }

    /**
     * A number of the file.
     *
     * @param path keys that lead to the number, such as {@code cost.protocols[1].overhead}
     * @param given as in the file
     * @param fitted fitted number with three digits and its unit
     * @param low lower end of the 90 % interval
     * @param high upper end of the 90 % interval
     * @param identified false if the cells hardly determine the number
     * @param inseparableFrom paths of numbers that the cells do not separate from this number
     */
    public record FittedNumber(
            String path,
            String given,
            String fitted,
            String low,
            String high,
            boolean identified,
            List<String> inseparableFrom) {}

    /**
     * Cells that were left out and then predicted.
     *
     * @param group an operation such as {@code allreduce}, or nodes and ranks per node such as {@code 32 x 1}
     * @param evaluation of the group
     * @param baseline the group on a star of five numbers of the given platform
     * @param intervals number of the group's cells with an interval, which is made from all other groups
     * @param covered number of cells that lie in their interval
     */
    public record LeftOut(
            String group, @NoOutput CollectiveEvaluation evaluation, Baseline baseline, int intervals, int covered) {
        /** Returns the number of cells of the group. */
        @Output
        public int cells() {
            return evaluation.rows().size();
        }

        /** Returns the errors of the predictions of the group's cells. */
        @Output(after = "cells")
        @Inline
        public Accuracy accuracy() {
            return evaluation.accuracy();
        }
    }

    /**
     * Result of a fit.
     *
     * @param numbers fitted numbers in the order of the file; empty if the numbers were kept
     * @param evaluation of the fitted platform on all cells
     * @param baseline all cells on a star of five numbers of the given platform
     * @param leftOut groups by operation, then groups by nodes and ranks per node; a single group of all cells is
     *     omitted
     * @param platform text of the platform file with the fitted numbers
     */
    public record Result(
            List<FittedNumber> numbers,
            @NoOutput CollectiveEvaluation evaluation,
            Baseline baseline,
            List<LeftOut> leftOut,
            String platform) {
        /** Returns the probability of the intervals, 0 to 1. */
        @Output
        public double level() {
            return LEVEL / 100.0;
        }

        /** Returns the errors of the predictions of all cells. */
        @Output(after = "numbers")
        @Inline
        public Accuracy accuracy() {
            return evaluation.accuracy();
        }
    }

    /**
     * Fits a platform file.
     *
     * @param cells measurements; those without a known algorithm are not predicted
     * @param platform file with the first guesses
     * @param text text of that file
     * @param only beginnings of the paths of the numbers to fit, such as {@code cost.}; empty for all
     * @param keep true to keep the numbers of the file, so that only their intervals and the sections about them are
     *     new
     * @param predicted called after each prediction of all cells
     * @throws InputException if no cell can be predicted, the file has no number to fit, or the platform is too small
     */
    public static Result fit(
            List<MeasuredCollective> cells,
            PlatformFile platform,
            String text,
            List<String> only,
            boolean keep,
            Runnable predicted) {
        CollectiveFit fit = new CollectiveFit(
                cells.stream().filter(MeasuredCollective::isPredictable).toList(), platform, text, only);
        if (fit.cells.isEmpty()) {
            throw new InputException("No cell has a known algorithm: 'tailback' names it in each cell");
        }
        if (fit.numbers.entries().isEmpty()) {
            throw InputException.at(
                    platform.settings().place(),
                    "the file has no time or bandwidth to fit",
                    only.isEmpty() ? "" : "Examples of beginnings of paths are cost. and local.copy");
        }
        return fit.run(cells, keep, predicted);
    }

    private Result run(List<MeasuredCollective> all, boolean keep, Runnable predicted) {
        double[] measured =
                cells.stream().mapToDouble(MeasuredCollective::seconds).toArray();
        List<boolean[]> touched = cells.stream().map(numbers::of).toList();
        RobustLeastSquares.Model model = (factors, changed, base) -> {
            int[] places = IntStream.range(0, base.length)
                    .filter(i -> changed < 0 || touched.get(i)[changed])
                    .toArray();
            double[] seconds = CollectivePrediction.seconds(
                    Arrays.stream(places).mapToObj(cells::get).toList(), platform(factors), Overrides.NONE);
            double[] predictions = base.clone();
            for (int i = 0; i < places.length; i++) {
                predictions[places[i]] = seconds[i];
            }
            predicted.run();
            return predictions;
        };
        RobustLeastSquares search = new RobustLeastSquares(measured, model, AlgorithmOrder.of(cells));
        int count = numbers.entries().size();
        RobustLeastSquares.Solution solution = keep ? search.given(count) : search.minimise(count, STEPS);
        Map<String, CollectiveEvaluation> groups = new LinkedHashMap<>();
        List<double[]> byFamily = LeftOutResiduals.FAMILIES.stream()
                .map(family -> leaveOut(family, solution, groups))
                .toList();
        List<LeftOutResiduals.Cell> residuals = IntStream.range(0, cells.size())
                .mapToObj(i -> new LeftOutResiduals.Cell(
                        cells.get(i), byFamily.stream().map(each -> each[i]).toList()))
                .toList();
        Map<String, LeftOutResiduals.Covered> coverage = LeftOutResiduals.coverage(residuals);
        CollectiveEvaluation evaluation = CollectiveEvaluation.of(all, solution.predicted());
        FiveNumberStar five = FiveNumberStar.of(platform.resolve(Overrides.NONE));
        CollectiveEvaluation star = evaluation.on(five, platform.cluster());
        Map<String, CollectiveEvaluation> stars = new HashMap<>();
        LeftOutResiduals.FAMILIES.forEach(family -> stars.putAll(star.parts(family)));
        List<LeftOut> leftOut = new ArrayList<>();
        groups.forEach((name, group) -> {
            LeftOutResiduals.Covered covered = coverage.getOrDefault(name, new LeftOutResiduals.Covered(0, 0));
            Baseline baseline = new Baseline(five, Objects.requireNonNull(stars.get(name)));
            leftOut.add(new LeftOut(name, group, baseline, covered.cells(), covered.covered()));
        });
        List<FittedNumber> found = keep ? List.of() : fitted(search, solution);
        String basis = found.stream().anyMatch(FittedNumber::identified) ? "measured" : "guessed";
        String fitted = keep
                ? text
                : validity(
                        numbers.text(text, solution.factors()),
                        cells,
                        platform.cluster().hasGpus(),
                        basis);
        return new Result(
                found,
                evaluation,
                new Baseline(five, star),
                leftOut,
                RESIDUALS.matcher(fitted).replaceFirst("").stripTrailing() + "\n"
                        + LeftOutResiduals.section(residuals));
    }

    private static Pattern section(String name) {
        return Pattern.compile("(?m)^" + name + ":.*\\R?(?:^(?:[ \\t].*)?(?:\\R|\\z))*");
    }

    /**
     * Returns the text of a platform file whose section {@code validity} contains the domain of the cells.
     *
     * @param basis basis of the numbers; guessed if the cells determine none of them
     */
    static String validity(String text, List<MeasuredCollective> cells, boolean gpus, String basis) {
        Matcher old = VALIDITY.matcher(text);
        String kept = old.find()
                ? old.group()
                        .lines()
                        .skip(1)
                        .filter(line ->
                                !line.matches("\\s*(basis|ranks|ranks-a-node|nodes|operations|sizes|memory):.*|\\s*"))
                        .map(line -> line + "\n")
                        .collect(Collectors.joining())
                : "";
        return """
                %s
                validity:
                  basis: %s
                %s  ranks-a-node: %s
                  nodes: %s
                  operations: %s
                  sizes: %s
                  memory: %s
                %s""".formatted(
                        VALIDITY.matcher(text).replaceFirst("").stripTrailing(),
                        basis,
                        text.contains("\ncost-from-ranks:")
                                ? "  ranks: " + range(cells, MeasuredCollective::ranks, "") + "\n"
                                : "",
                        words(cells.stream().map(MeasuredCollective::ranksPerNode)),
                        range(cells, MeasuredCollective::nodes, ""),
                        words(cells.stream().map(cell -> cell.operation().label())),
                        range(cells, MeasuredCollective::bytes, " B"),
                        gpus ? "gpu" : "host",
                        kept);
    }

    private static String words(Stream<?> values) {
        return values.distinct().sorted().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String range(List<MeasuredCollective> cells, ToLongFunction<MeasuredCollective> value, String unit) {
        LongSummaryStatistics values = cells.stream().mapToLong(value).summaryStatistics();
        return values.getMin() + unit + (values.getMin() == values.getMax() ? "" : ".." + values.getMax() + unit);
    }

    private PlatformFile platform(double[] factors) {
        return platform.with(numbers.times(factors));
    }

    /** Returns for each cell the logarithm of measured over predicted time if its group is left out; NaN if unknown. */
    private double[] leaveOut(
            Function<MeasuredCollective, String> key,
            RobustLeastSquares.Solution solution,
            Map<String, CollectiveEvaluation> groups) {
        double[] residuals = new double[cells.size()];
        Arrays.fill(residuals, Double.NaN);
        List<String> keys = cells.stream().map(key).distinct().toList();
        for (String group : keys.size() > 1 ? keys : List.<String>of()) {
            boolean[] without = new boolean[cells.size()];
            List<MeasuredCollective> members = new ArrayList<>();
            for (int i = 0; i < without.length; i++) {
                without[i] = key.apply(cells.get(i)).equals(group);
                members.addAll(without[i] ? List.of(cells.get(i)) : List.of());
            }
            PlatformFile fitted = platform(solution.factorsWithout(without));
            CollectiveEvaluation evaluation = CollectiveEvaluation.of(members, fitted, Overrides.NONE);
            groups.put(group, evaluation);
            double[] doubt = solution.doubtWithout(without);
            for (int i = 0, row = 0; i < without.length; i++) {
                if (without[i]) {
                    double ratio = evaluation.rows().get(row++).ratio();
                    residuals[i] = doubt[i] > UNKNOWN ? Double.NaN : -Math.log(ratio);
                }
            }
        }
        return residuals;
    }

    private List<FittedNumber> fitted(RobustLeastSquares search, RobustLeastSquares.Solution solution) {
        double[] given = numbers.entries().stream()
                .mapToDouble(entry -> Math.log(entry.inBaseUnit()))
                .toArray();
        List<RobustLeastSquares.Interval> profiles = search.intervals(solution);
        List<RobustLeastSquares.Exchange> exchanges = search.exchanges(
                solution,
                profiles,
                given,
                numbers.entries().stream().map(FittedNumbers.Entry::dimension).toList());
        List<RobustLeastSquares.Interval> intervals = RobustLeastSquares.widened(profiles, exchanges, given);
        RealMatrix covariance = new NearbyPredictions(solution).covariance();
        double[] factors = solution.factors();
        List<FittedNumber> fitted = new ArrayList<>();
        for (int k = 0; k < factors.length; k++) {
            FittedNumbers.Entry entry = numbers.entries().get(k);
            RobustLeastSquares.Interval interval = intervals.get(k);
            int number = k;
            List<String> inseparableFrom = new ArrayList<>();
            for (int l = 0; l < factors.length; l++) {
                int other = l;
                double correlation =
                        covariance.getEntry(k, l) / Math.sqrt(covariance.getEntry(k, k) * covariance.getEntry(l, l));
                if (l != k
                        && (Math.abs(correlation) > INSEPARABLE
                                || exchanges.stream().anyMatch(each -> each.isOf(number, other)))) {
                    inseparableFrom.add(numbers.entries().get(l).path());
                }
            }
            fitted.add(new FittedNumber(
                    entry.path(),
                    entry.text(),
                    entry.rounded(factors[k]),
                    entry.rounded(Math.exp(interval.low()), RoundingMode.FLOOR),
                    entry.rounded(Math.exp(interval.high()), RoundingMode.CEILING),
                    interval.isDetermined(),
                    inseparableFrom));
        }
        return fitted;
    }
}
