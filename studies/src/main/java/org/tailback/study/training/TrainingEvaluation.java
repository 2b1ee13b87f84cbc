package org.tailback.study.training;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hipparchus.stat.descriptive.rank.Median;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.Chart;
import org.tailback.collective.CollectiveSelector;
import org.tailback.error.InputException;
import org.tailback.output.Fields;
import org.tailback.output.Inline;
import org.tailback.output.Output;
import org.tailback.platform.Interval;
import org.tailback.platform.Platform;
import org.tailback.study.evaluation.MeasuredChart;

/**
 * Comparison of predicted and measured training steps.
 *
 * @param rows runs and predictions in the order of the measurements
 */
public record TrainingEvaluation(List<Row> rows) {
    /**
     * Measured step with its communication times, which do not depend on the numbers of the GPU.
     *
     * @param measured the measured run
     * @param step description of the step
     * @param communication communication times on the step's platform
     * @param beyondNode whether the step uses more than one node
     * @param platform platform of the job
     * @param replayed times of a replay of the step if the formula may be inaccurate and a replay is feasible;
     *     otherwise null
     */
    public record Prepared(
            MeasuredSteps.Row measured,
            TrainingStep step,
            Communication communication,
            boolean beyondNode,
            Platform platform,
            @Nullable TrainingTimes replayed) {
        /**
         * Returns a run prepared for predictions.
         *
         * @param place position of the row, for error messages
         * @param gpusPerNode number of GPUs per node of the platform
         * @param platform platform of the job
         * @throws InputException if the number of GPUs or nodes in the row contradicts the division
         */
        public static Prepared of(
                MeasuredSteps.Row row,
                TrainingStep step,
                GroupTimes groups,
                int gpusPerNode,
                Platform platform,
                String place) {
            int ranks = step.parallelism().ranks();
            if (row.gpus() > 0 && row.gpus() != ranks || row.nodes() > 0 && ranks > row.nodes() * gpusPerNode) {
                throw InputException.at(
                        place,
                        "the division has " + ranks + " GPUs but the row has "
                                + (row.gpus() > 0 ? row.gpus() + " GPUs" : row.nodes() + " nodes of " + gpusPerNode),
                        "Correct the division or the number");
            }
            return new Prepared(row, step, Communication.of(step, groups), ranks > gpusPerNode, platform, null);
        }

        /**
         * Returns the run with a replay of the step, if the formula may be off by more than 1 % and a replay is
         * feasible.
         */
        public Prepared replayed(CollectiveSelector selector) {
            TrainingTimes times = isUncertain()
                    ? new StepReplay(step, selector, platform, 1).feasible().orElse(null)
                    : null;
            return new Prepared(measured, step, communication, beyondNode, platform, times);
        }

        /**
         * Returns whether the predicted time comes from the formula without a replay and may be off by more than 1 %.
         */
        public boolean isUncertain() {
            return replayed == null && !formula(step.gpu()).isNearReplay(step);
        }

        private int ranks() {
            return step.parallelism().ranks();
        }

        private StepEstimate formula(Gpu gpu) {
            return StepEstimate.of(step, gpu, communication);
        }

        StepEstimate estimate() {
            return replayed == null ? formula(step.gpu()) : StepEstimate.of(replayed);
        }

        /**
         * Returns the step time with other numbers of its GPU by the formula, seconds. For a replayed step, the result
         * is multiplied by the ratio of the replayed time to the time by the formula.
         */
        public double predicted(Gpu gpu) {
            double seconds = formula(gpu).seconds();
            return replayed == null
                    ? seconds
                    : seconds * replayed.seconds() / formula(step.gpu()).seconds();
        }
    }

    /**
     * Measured run and its prediction.
     *
     * @param estimate predicted times of the step, seconds
     * @param perfectScaling time by perfect scaling from the smallest run of the series, which keeps time x GPUs /
     *     batch constant; NaN if no run is smaller
     */
    @Fields("row predicted by interval measured error model gpus parallelism microBatch estimate memory perfectScaling")
    public record Row(Prepared run, @Inline StepEstimate estimate, double perfectScaling) {
        /** Returns the number of the row in the file, from 1. */
        public int row() {
            return run.measured.number();
        }

        /** Returns the number of GPUs of the run. */
        public int gpus() {
            return run.ranks();
        }

        /** Returns the division of the work among the GPUs. */
        @Inline
        public Parallelism parallelism() {
            return run.step.parallelism();
        }

        /** Returns the number of sequences of a micro-batch. */
        public int microBatch() {
            return run.step.microBatch();
        }

        /** Returns the memory of the GPU that needs the most memory, bytes. */
        public double memory() {
            return estimate.memory().total();
        }

        /** Returns the predicted step time, seconds. */
        public double predicted() {
            return estimate.seconds();
        }

        /**
         * Returns the origin of the time: {@code replay}, or {@code formula} if it is within 1 % or no replay is
         * feasible.
         */
        public String by() {
            return run.replayed == null ? "formula" : "replay";
        }

        /** Returns the interval of the measured time; null if the step is outside the domain of its GPU's residuals. */
        @Inline
        public @Nullable Interval interval() {
            return run.step.interval(run.platform, predicted());
        }

        /** Returns the measured step time, seconds. */
        public double measured() {
            return run.measured.seconds();
        }

        /** Returns the ratio of predicted to measured time, minus 1. */
        public double error() {
            return predicted() / measured() - 1;
        }

        /** Returns the error of perfect scaling; NaN if there is no smaller run. */
        public double perfectScalingError() {
            return perfectScaling / measured() - 1;
        }

        /** Returns the name of the model, which consists of its parameters in billions. */
        public String model() {
            return String.format(Locale.ROOT, "%.3g billion", run.step.model().parameters() / 1e9);
        }

        /** Returns the division as text, such as {@code tensor 8, pipeline 4}. */
        public String division() {
            Parallelism division = parallelism();
            return "tensor " + division.tensor() + ", pipeline " + division.pipeline()
                    + (division.context() > 1 ? ", context " + division.context() : "")
                    + (division.interleave() > 1 ? ", interleave " + division.interleave() : "");
        }
    }

    /**
     * Errors of a group of rows.
     *
     * @param name common property of the rows
     * @param rows number of rows
     * @param mean mean of the absolute errors, a fraction
     * @param median median of the absolute errors, a fraction
     */
    public record Errors(String name, int rows, double mean, double median) {
        static Errors of(String name, List<Row> rows) {
            double[] errors =
                    rows.stream().mapToDouble(row -> Math.abs(row.error())).toArray();
            return new Errors(
                    name, rows.size(), Arrays.stream(errors).average().orElse(0), new Median().evaluate(errors));
        }
    }

    /** Returns the predictions of the given runs. */
    public static TrainingEvaluation of(List<Prepared> runs) {
        Map<String, Prepared> smallest = runs.stream()
                .filter(run -> !run.measured.series().isEmpty())
                .collect(Collectors.toMap(
                        run -> run.measured.series(),
                        run -> run,
                        BinaryOperator.minBy(Comparator.comparingInt(Prepared::ranks))));
        return new TrainingEvaluation(runs.stream()
                .map(run -> new Row(run, run.estimate(), scaled(smallest.get(run.measured.series()), run)))
                .toList());
    }

    private static double scaled(@Nullable Prepared small, Prepared run) {
        return small == null || small == run
                ? Double.NaN
                : small.measured.seconds() * small.ranks() / small.step.batch() * run.step.batch() / run.ranks();
    }

    /** Returns the errors of all rows. */
    public Errors all() {
        return Errors.of("all", rows);
    }

    /** Returns the mean of the absolute errors, a fraction. */
    @Output
    public double meanError() {
        return all().mean();
    }

    /** Returns the median of the absolute errors, a fraction. */
    @Output
    public double medianError() {
        return all().median();
    }

    /** Returns the errors by model, from the smallest to the largest model. */
    @Output
    public List<Errors> byModel() {
        return by(Row::model);
    }

    /** Returns the errors by division of the work. */
    @Output
    public List<Errors> byParallelism() {
        return by(Row::division);
    }

    private List<Errors> by(Function<Row, String> name) {
        return rows.stream()
                .sorted(Comparator.comparingLong(row -> row.run.step.model().parameters()))
                .collect(Collectors.groupingBy(name, LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(entry -> Errors.of(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Returns a chart of predicted over measured times, with a colour per model. */
    public Chart chart(String title) {
        return MeasuredChart.predictedOverMeasured(
                title,
                rows.stream().collect(Collectors.groupingBy(Row::model, LinkedHashMap::new, Collectors.toList())),
                Row::measured,
                Row::predicted,
                1.1,
                "10 % more");
    }
}
