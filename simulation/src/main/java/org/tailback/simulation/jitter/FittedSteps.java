package org.tailback.simulation.jitter;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.tailback.csv.CsvRow;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.units.Quantity;

/**
 * Spread of measured steps of computation, from a CSV file with a column {@code seconds} and, where known, {@code rank}
 * and {@code step}: a step takes mean * rank factor * step factor. A rank factor is the mean of a rank divided by the
 * mean of all steps; its deviation from 1 is reduced by the spread that the variation of the steps explains. Step
 * factors are the residuals, without the delay common to all ranks of a step, because no rank waits for a common delay.
 * Both kinds of factors are drawn from the measured values and never exceed the largest measured value.
 *
 * <p>Let m be the mean of all times, m(r) the mean of rank r with n steps, and m(s) the mean of step s with k ranks.
 * Residuals are (t(r, s) - m(r) - m(s) + m) / m(r), times sqrt(n / (n - 1) * k / (k - 1)) to correct for the subtracted
 * means; v is their variance. Deviations m(r) / m - 1 with variance b are multiplied by sqrt(max(0, 1 - v / n / b)).
 *
 * <p>Example (test): ranks 0 and 1 have steps of 1, 3 and 3, 1 s, so both have means of 2 s. No rank is slower than the
 * other, and without the column of steps the step factors are 0.5 and 1.5.
 *
 * @param rank factor of all computations of a rank
 * @param step factor of each computation
 */
record FittedSteps(Variate rank, Variate step) {
    private record Row(String rank, String step, double seconds) {}

    /** Means of groups of rows, and the average number of rows per group. */
    private record Means(Map<String, Double> of, double each) {
        static Means by(List<Row> rows, Function<Row, String> key) {
            Map<String, Double> sums = new LinkedHashMap<>();
            Map<String, Integer> counts = new LinkedHashMap<>();
            for (Row row : rows) {
                sums.merge(key.apply(row), row.seconds, Double::sum);
                counts.merge(key.apply(row), 1, Integer::sum);
            }
            sums.replaceAll((group, sum) -> sum / counts.getOrDefault(group, 1));
            return new Means(sums, (double) rows.size() / sums.size());
        }
    }

    /**
     * Reads a file of measured steps.
     *
     * @throws InputException if the file cannot be read, lacks a time, or has only one row
     */
    static FittedSteps read(Path file) {
        List<Row> rows = CsvRow.read(Utf8.read(file, "file of measured steps"), file.toString()).stream()
                .map(FittedSteps::row)
                .toList();
        double mean = rows.stream().mapToDouble(Row::seconds).average().orElse(0);
        if (rows.size() < 2 || mean == 0) {
            throw InputException.at(
                    file.toString(),
                    "too few measured steps: expected at least two, at least one of them longer than 0 s, found "
                            + rows.size(),
                    "Give columns rank, step, seconds and a row for each step of each rank");
        }
        String text = "fitted:" + file;
        Means ranks = Means.by(rows, Row::rank);
        Means steps = Means.by(rows, Row::step);
        boolean hasSteps = steps.of.size() > 1 && steps.each > 1;
        double lost = (ranks.each > 1 ? 1 - 1 / ranks.each : 1) * (hasSteps ? 1 - 1 / steps.each : 1);
        double[] residuals = rows.stream()
                .mapToDouble(row -> {
                    double ofRank = ranks.of.getOrDefault(row.rank, mean);
                    double common = hasSteps ? steps.of.getOrDefault(row.step, mean) - mean : 0;
                    return ofRank == 0 ? 0 : (row.seconds - ofRank - common) / ofRank / Math.sqrt(lost);
                })
                .toArray();
        double[] deviations =
                ranks.of.values().stream().mapToDouble(of -> of / mean - 1).toArray();
        double explained = meanSquare(residuals) / ranks.each / meanSquare(deviations);
        double kept = ranks.each > 1 && explained < 1 ? Math.sqrt(1 - explained) : 0;
        if (ranks.each == 1) {
            // without repetitions, the differences between ranks may be different in each step
            residuals = deviations;
        }
        return new FittedSteps(
                Variate.ofSample(text, factors(deviations, kept)), Variate.ofSample(text, factors(residuals, 1)));
    }

    private static double meanSquare(double[] values) {
        return Arrays.stream(values).map(value -> value * value).average().orElse(0);
    }

    private static double[] factors(double[] deviations, double scale) {
        return Arrays.stream(deviations)
                .map(deviation -> Math.max(0, 1 + scale * deviation))
                .toArray();
    }

    private static Row row(CsvRow row) {
        if (row.text("seconds").isEmpty()) {
            throw InputException.at(
                    row.place(), "no time: the column 'seconds' is empty or missing", "Give it for every step");
        }
        double seconds = Quantity.parseAt(row.place(), row.text("seconds"), Quantity.Kind.SECONDS);
        return new Row(row.text("rank"), row.text("step"), seconds);
    }
}
