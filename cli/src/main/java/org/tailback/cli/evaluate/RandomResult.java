package org.tailback.cli.evaluate;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.stream.IntStream;
import org.tailback.chart.Chart;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.fit.evaluation.RandomPatterns;
import org.tailback.output.Output;

/**
 * Differences of two models on random patterns by experiment, as text, JSON, CSV and a chart.
 *
 * @param model first model
 * @param other second model
 * @param experiments one experiment per number of draws or messages per pattern, and per number of nodes
 */
record RandomResult(String model, String other, List<RandomPatterns.Comparison> experiments) {
    /** Limits of the bins of the table, as relative differences; the first and the last bin are unbounded. */
    private static final double[] BINS = {-0.5, -0.3, -0.1, 0.1, 0.3, 0.5};

    /** Returns the distinct warnings of both models. */
    @Output
    List<String> warnings() {
        return experiments.stream()
                .flatMap(each -> each.warnings().stream())
                .distinct()
                .sorted()
                .toList();
    }

    Chart chart() {
        return EvaluationCharts.histogram(
                "Differences of two predictions",
                experiments.stream().map(RandomResult::name).toList(),
                experiments.stream().map(RandomPatterns.Comparison::values).toList());
    }

    private static String name(RandomPatterns.Comparison experiment) {
        return (experiment.edges() > 0 ? Words.count(experiment.edges(), "message") : "d = " + experiment.draws())
                + ", |N| = " + experiment.nodes();
    }

    void text(PrintWriter out) {
        out.print(experiments.stream()
                        .mapToInt(RandomPatterns.Comparison::patterns)
                        .sum() + " random patterns with "
                + experiments.stream()
                        .mapToInt(RandomPatterns.Comparison::messages)
                        .sum() + " messages: " + model
                + " against " + other + "\n\n");
        TableColumns<RandomPatterns.Comparison> table = new TableColumns<RandomPatterns.Comparison>()
                .add("patterns of", RandomResult::name)
                .add(">patterns", RandomPatterns.Comparison::patterns)
                .add(">messages", RandomPatterns.Comparison::messages)
                .add(">slowest", each -> Words.ratio(each.slowest()))
                .add(">mean", each -> Words.percent(each.meanAbsolute()))
                .add(">pattern", each -> Words.percent(each.largestMeanOfAPattern()))
                .add(">message", each -> Words.percent(each.largestOfAMessage()));
        for (int bin = 0; bin <= BINS.length; bin++) {
            int number = bin;
            table.add(">" + bin(bin), each -> share(each, number));
        }
        out.print(table.table(experiments)
                + "  d: draws per node; |N|: number of nodes\n"
                + "  slowest: longest message time under the first model, in multiples of the uncontended time\n"
                + "  mean: mean absolute difference; pattern: largest mean of a pattern; message: largest difference\n"
                + "  other columns: share of the messages by their difference in percent\n");
    }

    private static String bin(int bin) {
        return bin == 0
                ? "<" + Math.round(100 * BINS[0])
                : bin == BINS.length
                        ? ">" + Math.round(100 * BINS[bin - 1])
                        : Math.round(100 * BINS[bin - 1]) + ".." + Math.round(100 * BINS[bin]);
    }

    private static String share(RandomPatterns.Comparison experiment, int bin) {
        double from = bin == 0 ? Double.NEGATIVE_INFINITY : BINS[bin - 1];
        double to = bin == BINS.length ? Double.POSITIVE_INFINITY : BINS[bin];
        double[] values = experiment.values();
        // the middle bin includes both limits, like the margin of error of Zhu et al. (see RandomPatterns)
        long inside = IntStream.range(0, values.length)
                .filter(i -> from == -0.1
                        ? Math.abs(values[i]) <= 0.1
                        : from > 0 ? values[i] > from && values[i] <= to : values[i] >= from && values[i] < to)
                .count();
        return Words.percent((double) inside / values.length);
    }

    void csv(Writer out) {
        Csv csv = Csv.with(out, "nodes", "draws", "edges", "pattern", "message", "relativeDifference");
        for (RandomPatterns.Comparison experiment : experiments) {
            for (int pattern = 0; pattern < experiment.differences().size(); pattern++) {
                int message = 0;
                for (double difference : experiment.differences().get(pattern)) {
                    csv.row(
                            experiment.nodes(),
                            experiment.draws(),
                            experiment.edges(),
                            pattern + 1,
                            ++message,
                            difference);
                }
            }
        }
    }
}
