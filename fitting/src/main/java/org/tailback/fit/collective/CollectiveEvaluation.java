package org.tailback.fit.collective;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hipparchus.stat.descriptive.rank.Median;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.output.Fields;
import org.tailback.output.Inline;
import org.tailback.output.Output;
import org.tailback.platform.Interval;
import org.tailback.platform.Platform;
import org.tailback.platform.Use;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.simulation.Platforms;

/**
 * Predicted and measured times of collective operations, and the cost of choosing algorithms by prediction.
 *
 * <p>A <em>point</em> is an operation with a number of nodes, ranks per node and size. Where several algorithms of a
 * point are measured and predicted, the algorithm with the shortest predicted time is chosen. The regret of a choice is
 * the measured time of the chosen algorithm over the measured time of the best algorithm. The regret of the library is
 * the same ratio for the cell whose label begins with {@code default}.
 *
 * @param rows the cells that are predicted, in the order of the measurements
 * @param points choices between algorithms, in the order of the measurements
 * @param left cells without a prediction
 */
@Fields("medianFactor medianFactorOfLarge closeChoices closeChoicesOfLibrary meanRegret meanRegretOfLibrary "
        + "intervals coverage rows points left")
public record CollectiveEvaluation(@Output(name = "cells") List<Row> rows, List<Point> points, List<Left> left) {
    /** Smallest size of a large buffer, in bytes. */
    public static final long LARGE = 64 << 10;

    /** Largest regret of a close choice. */
    public static final double CLOSE = 1.1;

    /**
     * A cell and its prediction.
     *
     * @param predicted seconds, > 0
     * @param interval of the time; null if the platform has no residuals for the operation
     * @param outside reasons why the prediction is outside the domain of the platform's numbers
     */
    public record Row(
            @Inline MeasuredCollective cell,
            double predicted,
            @Inline @Nullable Interval interval,
            List<String> outside) {
        /** Returns predicted over measured, > 0. */
        @Output(after = "predicted")
        public double ratio() {
            return predicted / cell.seconds();
        }

        /**
         * Returns the measured bus bandwidth of nccl-tests, in bytes per second; NaN for operations without a bus
         * bandwidth.
         */
        @Output(after = "ratio")
        public double busBandwidth() {
            return cell.busBandwidth(cell.seconds());
        }

        /** Returns the predicted bus bandwidth. */
        @Output(after = "busBandwidth")
        public double predictedBusBandwidth() {
            return cell.busBandwidth(predicted);
        }

        /** Returns the ratio or its inverse, whichever is >= 1. */
        public double factor() {
            return Math.max(ratio(), 1 / ratio());
        }

        /** Returns whether the measured time lies in the interval; false without an interval. */
        public boolean isCovered() {
            return interval != null && interval.contains(cell.seconds());
        }

        boolean isLarge() {
            return cell.bufferBytes() >= LARGE;
        }
    }

    /**
     * A cell without a prediction.
     *
     * @param why the reason, part of a sentence
     */
    public record Left(@Inline MeasuredCollective cell, String why) {
        static Left of(MeasuredCollective cell) {
            return new Left(
                    cell,
                    cell.ranks() == 1
                            ? "one rank sends no message"
                            : isDefault(cell)
                                    ? "the library's own choice has no name"
                                    : "the algorithm has no name in Tailback");
        }
    }

    /**
     * A choice between algorithms.
     *
     * @param run name of the benchmark run; empty if the file does not name the run
     * @param operation the operation
     * @param nodes number of nodes
     * @param ranksPerNode ranks on each node
     * @param bytes as in {@link MeasuredCollective#bytes}
     * @param chosen the algorithm with the shortest predicted time
     * @param best the algorithm with the shortest measured time
     * @param regret measured time of the chosen algorithm over the measured time of the best, >= 1
     * @param libraryRegret the same for the library's own choice, >= 1; NaN if this choice was not measured
     */
    public record Point(
            String run,
            Kind operation,
            int nodes,
            int ranksPerNode,
            long bytes,
            String chosen,
            String best,
            double regret,
            double libraryRegret) {}

    /**
     * Errors of predictions.
     *
     * @param medianFactor median factor between prediction and measurement, >= 1; NaN without cells
     * @param medianFactorOfLarge median factor for buffers of 64 KiB and more; NaN without such buffers
     * @param closeChoices share of choices within 10 % of the best algorithm, 0 to 1; NaN without choices
     * @param meanRegret mean regret of the choices, >= 1; NaN without choices
     */
    public record Accuracy(double medianFactor, double medianFactorOfLarge, double closeChoices, double meanRegret) {}

    /** Returns the errors of all rows. */
    public Accuracy accuracy() {
        return new Accuracy(medianFactor(), medianFactorOfLarge(), closeChoices(), meanRegret());
    }

    /**
     * Predicts cells and compares the predictions with the measured times.
     *
     * @param overrides sections of the platform file that are replaced
     * @throws org.tailback.error.InputException if the platform is invalid
     */
    public static CollectiveEvaluation of(List<MeasuredCollective> cells, PlatformFile platform, Overrides overrides) {
        Cluster cluster = platform.cluster();
        List<Left> left = new ArrayList<>();
        List<MeasuredCollective> known = new ArrayList<>();
        for (MeasuredCollective cell : cells) {
            if (!cell.isPredictable()) {
                left.add(Left.of(cell));
            } else if (!CollectivePrediction.fits(cell, cluster)) {
                left.add(new Left(cell, "the platform has no more than " + CollectivePrediction.places(cluster)));
            } else {
                known.add(cell);
            }
        }
        if (known.isEmpty()) {
            return new CollectiveEvaluation(List.of(), List.of(), left);
        }
        Platform judged =
                Platforms.of("platform", platform).forNodes(known.get(0).nodes(), overrides);
        Map<MeasuredCollective, String> failures = new ConcurrentHashMap<>();
        double[] predicted = CollectivePrediction.seconds(
                known, platform, overrides, (cell, error) -> failures.put(cell, String.valueOf(error.getMessage())));
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < predicted.length; i++) {
            MeasuredCollective cell = known.get(i);
            String failure = failures.get(CollectivePrediction.operation(cell));
            if (failure != null) {
                left.add(new Left(cell, failure));
                continue;
            }
            Use use = Use.of(cell.ranks(), cell.nodes(), cell.ranksPerNode(), cluster.hasGpus())
                    .with(cell.operation(), cell.bytes(), cell.bytes());
            double seconds = predicted[i];
            rows.add(new Row(cell, seconds, judged.interval(use, seconds), judged.outside(use)));
        }
        return of(rows, left);
    }

    /** Compares cells with given predictions, in seconds, of the predictable cells in their order. */
    static CollectiveEvaluation of(List<MeasuredCollective> cells, double[] predicted) {
        Map<Boolean, List<MeasuredCollective>> parts =
                cells.stream().collect(Collectors.partitioningBy(MeasuredCollective::isPredictable));
        List<MeasuredCollective> known = parts.getOrDefault(true, List.of());
        return of(
                rows(known, predicted),
                parts.getOrDefault(false, List.of()).stream().map(Left::of).toList());
    }

    private static List<Row> rows(List<MeasuredCollective> cells, double[] predicted) {
        return IntStream.range(0, predicted.length)
                .mapToObj(i -> new Row(cells.get(i), predicted[i], null, List.of()))
                .toList();
    }

    private static CollectiveEvaluation of(List<Row> rows, List<Left> left) {
        return new CollectiveEvaluation(rows, choices(rows, left), left);
    }

    private static List<Point> choices(List<Row> rows, List<Left> left) {
        List<Point> choices = new ArrayList<>();
        rows.stream()
                .collect(Collectors.groupingBy(row -> point(row.cell()), LinkedHashMap::new, Collectors.toList()))
                .forEach((point, candidates) -> {
                    if (candidates.stream()
                                    .map(row -> row.cell().algorithm())
                                    .distinct()
                                    .count()
                            > 1) {
                        choices.add(choice(point, candidates, left));
                    }
                });
        return choices;
    }

    static List<Object> point(MeasuredCollective cell) {
        return List.of(
                cell.run(),
                cell.operation(),
                cell.nodes(),
                cell.ranksPerNode(),
                cell.bytes(),
                cell.isOfMessages() ? cell.algorithm() : "");
    }

    private static boolean isDefault(MeasuredCollective cell) {
        return cell.label().matches("default(_.*|-default)?");
    }

    private static Point choice(List<Object> point, List<Row> candidates, List<Left> left) {
        Row chosen = Collections.min(candidates, Comparator.comparingDouble(Row::predicted));
        MeasuredCollective best = Collections.min(
                candidates.stream().map(Row::cell).toList(), Comparator.comparingDouble(MeasuredCollective::seconds));
        String algorithm = chosen.cell().algorithm();
        double time = shortest(
                candidates.stream().map(Row::cell), cell -> cell.algorithm().equals(algorithm));
        double library = shortest(
                Stream.concat(candidates.stream().map(Row::cell), left.stream().map(Left::cell)),
                cell -> isDefault(cell) && point(cell).equals(point));
        return new Point(
                best.run(),
                best.operation(),
                best.nodes(),
                best.ranksPerNode(),
                best.bytes(),
                algorithm,
                best.algorithm(),
                time / best.seconds(),
                Math.max(1, library / best.seconds()));
    }

    /** Returns the shortest measured time, in seconds; NaN without cells. */
    private static double shortest(Stream<MeasuredCollective> cells, Predicate<MeasuredCollective> which) {
        return cells.filter(which)
                .mapToDouble(MeasuredCollective::seconds)
                .min()
                .orElse(Double.NaN);
    }

    /** Returns the median factor of all rows, >= 1; NaN without rows. */
    public double medianFactor() {
        return median(rows);
    }

    /** Returns the median factor of the rows with buffers of at least {@link #LARGE} bytes; NaN without such rows. */
    public double medianFactorOfLarge() {
        return median(rows.stream().filter(Row::isLarge).toList());
    }

    /** Returns the share of choices whose regret is at most {@link #CLOSE}, 0 to 1; NaN without choices. */
    public double closeChoices() {
        return mean(choice -> isClose(choice.regret()));
    }

    /** Returns the share of close choices of the library among the points where its choice was measured, 0 to 1. */
    public double closeChoicesOfLibrary() {
        return mean(choice -> isClose(choice.libraryRegret()));
    }

    /** Returns the mean regret, >= 1; NaN without choices. */
    public double meanRegret() {
        return mean(Point::regret);
    }

    /** Returns the mean regret of the library, >= 1; NaN if its choices were not measured. */
    public double meanRegretOfLibrary() {
        return mean(Point::libraryRegret);
    }

    /** Returns 1 for a close choice and 0 for any other choice; NaN without a choice. */
    private static double isClose(double regret) {
        return Double.isNaN(regret) ? Double.NaN : regret <= CLOSE ? 1 : 0;
    }

    private double mean(ToDoubleFunction<Point> value) {
        return points.stream()
                .mapToDouble(value)
                .filter(each -> !Double.isNaN(each))
                .average()
                .orElse(Double.NaN);
    }

    /** Returns the number of rows with an interval. */
    public long intervals() {
        return rows.stream().filter(row -> row.interval() != null).count();
    }

    /** Returns the share of covered rows among the rows with an interval, 0 to 1; NaN without intervals. */
    public double coverage() {
        return intervals() == 0
                ? Double.NaN
                : (double) rows.stream().filter(Row::isCovered).count() / intervals();
    }

    /** Returns one evaluation for each group of rows, in the order of their first rows. */
    public Map<String, CollectiveEvaluation> parts(Function<MeasuredCollective, String> key) {
        Map<String, CollectiveEvaluation> parts = new LinkedHashMap<>();
        by(key).forEach((name, part) ->
                parts.put(name, new CollectiveEvaluation(part, choices(part, left), List.of())));
        return parts;
    }

    /**
     * Returns the evaluation of the same cells on a star of five numbers.
     *
     * @param cluster of the platform from which the star was made
     */
    public CollectiveEvaluation on(FiveNumberStar star, Cluster cluster) {
        List<MeasuredCollective> cells = rows.stream().map(Row::cell).toList();
        return of(rows(cells, star.seconds(cells, cluster)), left);
    }

    /** Returns the rows in groups, in the order of their first rows. */
    public Map<String, List<Row>> by(Function<MeasuredCollective, String> key) {
        return rows.stream()
                .collect(Collectors.groupingBy(row -> key.apply(row.cell()), LinkedHashMap::new, Collectors.toList()));
    }

    /** Returns the median factor of rows, >= 1; NaN without rows. */
    public static double median(List<Row> rows) {
        double[] factors = rows.stream().mapToDouble(Row::factor).toArray();
        return factors.length == 0 ? Double.NaN : new Median().evaluate(factors);
    }
}
