package org.tailback.cli.evaluate;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tailback.cli.fit.CollectiveTable;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.fit.collective.Baseline;
import org.tailback.fit.collective.CollectiveEvaluation;
import org.tailback.fit.collective.CollectiveEvaluation.Left;
import org.tailback.fit.collective.CollectiveEvaluation.Point;
import org.tailback.fit.collective.CollectiveEvaluation.Row;
import org.tailback.fit.collective.MeasuredCollective;
import org.tailback.output.Inline;

/** Predicted and measured collective operations in each format. */
final class CollectivesOutput {
    /**
     * Result of an evaluation.
     *
     * @param evaluation cells, and the cost of choices by prediction
     * @param baseline the same cells on a star with five numbers
     * @param warnings predictions outside the domain of the platform's numbers
     */
    record Evaluated(@Inline CollectiveEvaluation evaluation, Baseline baseline, List<String> warnings) {}

    private record Group(String operation, String algorithm, List<Row> rows) {
        double ratio(double quantile) {
            double[] ratios = rows.stream().mapToDouble(Row::ratio).sorted().toArray();
            return ratios[(int) Math.round(quantile * (ratios.length - 1))];
        }
    }

    private CollectivesOutput() {}

    /** Returns the evaluations of all cells and of the cells with each number of nodes and ranks per node, by name. */
    private static Map<String, CollectiveEvaluation> lines(CollectiveEvaluation evaluation) {
        Map<String, CollectiveEvaluation> lines = new LinkedHashMap<>();
        lines.put("all", evaluation);
        lines.putAll(evaluation.parts(MeasuredCollective::layout));
        return lines;
    }

    static void text(CollectiveEvaluation evaluation, Baseline baseline, PrintWriter out) {
        out.print("predicted over measured time, or its inverse, in the median: "
                + Words.ratio(evaluation.medianFactor()) + " over "
                + Words.count(evaluation.rows().size(), "cell") + ", "
                + Words.ratio(evaluation.medianFactorOfLarge()) + " for buffers of 64 KiB and more\n");
        evaluation.left().stream()
                .collect(Collectors.groupingBy(Left::why, LinkedHashMap::new, Collectors.counting()))
                .forEach((why, cells) -> out.print(Words.count(cells, "cell") + " not predicted: " + why + "\n"));
        if (!evaluation.points().isEmpty()) {
            out.print("chosen by prediction: " + Words.percent(evaluation.closeChoices()) + " of "
                    + Words.count(evaluation.points().size(), "point")
                    + " within 10 % of the best algorithm, mean regret " + Words.ratio(evaluation.meanRegret())
                    + "; the library's own choice: " + Words.percent(evaluation.closeChoicesOfLibrary())
                    + ", mean regret " + Words.ratio(evaluation.meanRegretOfLibrary()) + "\n");
        }
        if (evaluation.intervals() > 0) {
            out.print("inside their intervals: " + Words.percent(evaluation.coverage()) + " of "
                    + Words.count(evaluation.intervals(), "cell") + " with an interval\n");
        }
        Map<String, String> inside = new LinkedHashMap<>();
        lines(evaluation).forEach((name, part) -> {
            if (part.intervals() > 0) {
                inside.put(name, Words.percent(part.coverage()));
            }
        });
        out.print("\nBy nodes x ranks per node, next to a " + CollectiveTable.legend(baseline.star()) + "\n"
                + CollectiveTable.of(lines(evaluation), lines(baseline.evaluation()), inside));
        out.print("\n"
                + new TableColumns<Group>()
                        .add("operation", Group::operation)
                        .add("algorithm", Group::algorithm)
                        .add(">cells", group -> group.rows().size())
                        .add(">median factor", group -> Words.ratio(CollectiveEvaluation.median(group.rows())))
                        .add(">smallest ratio", group -> Words.ratio(group.ratio(0)))
                        .add(">median", group -> Words.ratio(group.ratio(0.5)))
                        .add(">largest", group -> Words.ratio(group.ratio(1)))
                        .table(groups(evaluation)));
        List<Point> wrong = evaluation.points().stream()
                .filter(choice -> choice.regret() > CollectiveEvaluation.CLOSE)
                .toList();
        if (!wrong.isEmpty()) {
            out.print("\nwrong choices (slower than the best by more than 10 %)\n"
                    + new TableColumns<Point>()
                            .add("operation", choice -> choice.operation().label())
                            .add(">nodes", Point::nodes)
                            .add(">ranks per node", Point::ranksPerNode)
                            .add(">bytes", Point::bytes)
                            .add("chosen", Point::chosen)
                            .add("best", Point::best)
                            .add(">regret", choice -> Words.ratio(choice.regret()))
                            .add(">library's", choice -> Words.ratio(choice.libraryRegret()))
                            .table(wrong));
        }
    }

    private static List<Group> groups(CollectiveEvaluation evaluation) {
        Map<String, List<Row>> rows = evaluation.by(cell -> cell.operation().label() + " " + cell.algorithm());
        return rows.values().stream()
                .map(group -> new Group(
                        group.get(0).cell().operation().label(),
                        group.get(0).cell().algorithm(),
                        group))
                .toList();
    }

    static void csv(CollectiveEvaluation evaluation, Writer out) {
        TableColumns.of(Row.class)
                .add("outside", row -> String.join("; ", row.outside()))
                .csv(out, evaluation.rows());
    }
}
