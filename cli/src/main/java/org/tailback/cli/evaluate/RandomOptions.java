package org.tailback.cli.evaluate;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.Chart;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Options;
import org.tailback.cli.option.Require;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.error.InputException;
import org.tailback.fit.evaluation.ErrorHistogram;
import org.tailback.fit.evaluation.RandomPatterns;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.sharing.SharingModel;
import org.tailback.study.evaluation.EvaluationCharts;
import org.tailback.units.Quantity;
import org.tailback.units.ValueList;

/** Options of {@code evaluate random}, and the experiments that they ask for: two models on random patterns. */
final class RandomOptions extends Options {
    private static final String USUAL_NODES = "30";

    /** Edges of the bins of the table, relative differences; the first and the last bin are open. */
    private static final double[] BINS = {-0.5, -0.3, -0.1, 0.1, 0.3, 0.5};

    private final Given<Integer> racks = option(Integer.class, 2, "--racks", "N", "random: racks (default: 2)");

    private final Given<String> repeat =
            option(String.class, "1", "--repeat", "D,...", "random: draws of a node (default: 1)");

    private final Given<@Nullable String> edges =
            text("--edges", "N,...", "random: so many messages a pattern, between any two nodes, instead of --repeat");

    private final Given<Integer> patterns =
            option(Integer.class, 100, "--patterns", "N", "random: most patterns of an experiment (default: 100)");

    private final Given<Integer> messages = option(
            Integer.class,
            Integer.MAX_VALUE,
            "--messages",
            "N",
            "random: an experiment draws no pattern after so many messages");

    private final Given<String> size =
            option(String.class, "10MB", "--size", "SIZE", "random: size of the messages (default: 10MB)");

    /**
     * An experiment for each number of draws (or of messages a pattern) and each number of nodes, in this order.
     *
     * @throws InputException if the options cannot be, or nothing was drawn
     */
    Result compare(@Nullable String nodes, List<String> models, long seed) {
        if (models.size() > 2) {
            throw new InputException("evaluate random compares two models, found " + models.size());
        }
        String one = models.isEmpty() ? "hierarchical-ethernet:asymmetric=true" : models.get(0);
        String other = models.size() == 2
                ? models.get(1)
                : models.isEmpty() ? "hierarchical-ethernet:asymmetric=false" : "max-min";
        Registry registry = Registry.load();
        SharingModel first = registry.sharing(ModelChoice.parse(one, "--model " + one));
        SharingModel second = registry.sharing(ModelChoice.parse(other, "--model " + other));
        List<RandomPatterns.Comparison> experiments = new ArrayList<>();
        for (RandomPatterns.Settings settings : settings(nodes)) {
            experiments.add(RandomPatterns.compare(settings, first, second, seed));
        }
        if (experiments.stream().anyMatch(experiment -> experiment.messages() == 0)) {
            throw new InputException("evaluate random: none of the " + patterns.value()
                    + " patterns has a message, so that there is nothing to compare."
                    + " Raise --patterns, --repeat or --nodes");
        }
        return new Result(one, other, experiments);
    }

    private List<RandomPatterns.Settings> settings(@Nullable String nodes) {
        double bytes = Quantity.parseAt("--size", size.value(), Quantity.Kind.BYTES);
        Require.that(patterns.value() >= 1, "--patterns", "1 or more", patterns.value());
        Require.that(messages.value() >= 1, "--messages", "1 or more", messages.value());
        Require.that(bytes > 0, "--size", "more than 0 B", size.value());
        List<Integer> numbers = edges.value() == null
                ? ValueList.counts("--repeat", repeat.value())
                : ValueList.counts("--edges", edges.value());
        List<RandomPatterns.Settings> all = new ArrayList<>();
        for (int number : numbers) {
            for (int count : ValueList.counts("--nodes", nodes == null ? USUAL_NODES : nodes)) {
                Require.that(count >= 2, "--nodes", "2 or more", count);
                Require.that(
                        racks.value() >= 1 && count % racks.value() == 0,
                        "--racks",
                        "1 or more, a divisor of the " + count + " nodes",
                        racks.value());
                all.add(new RandomPatterns.Settings(
                        count,
                        racks.value(),
                        edges.value() == null ? RandomPatterns.Draw.OF_EACH_NODE : RandomPatterns.Draw.OF_ALL_PAIRS,
                        number,
                        patterns.value(),
                        messages.value(),
                        bytes));
            }
        }
        return all;
    }

    /**
     * Two models on random patterns.
     *
     * @param model the first
     * @param other the second
     * @param experiments one for each number of draws or messages a pattern, and of nodes
     * @param warnings of both models, each sentence once
     */
    record Data(String model, String other, List<RandomPatterns.Comparison> experiments, List<String> warnings) {}

    /** What came out, in each form. */
    record Result(String model, String other, List<RandomPatterns.Comparison> experiments) {
        Data data() {
            return new Data(model, other, experiments, warnings());
        }

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
                    experiments.stream().map(Result::name).toList(),
                    experiments.stream().map(RandomPatterns.Comparison::values).toList(),
                    ErrorHistogram.BIN);
        }

        private static String name(RandomPatterns.Comparison experiment) {
            return experiment.edges() > 0
                    ? Words.count(experiment.edges(), "message") + ", |N| = " + experiment.nodes()
                    : "d = " + experiment.draws() + ", |N| = " + experiment.nodes();
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
                    .add("patterns of", Result::name)
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
                    + "  slowest: in lone durations, under the first model; mean, pattern, message: absolute differences,\n"
                    + "  the mean, the largest mean of a pattern, the largest of a message; then shares of messages by\n"
                    + "  the difference in per cent\n");
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
            // the middle bin holds both of its ends, as the paper's margin of error does
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
}
