package org.tailback.cli.evaluate;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.tailback.cli.render.Columns;
import org.tailback.cli.render.Words;
import org.tailback.fit.collective.CollectiveEvaluation;
import org.tailback.fit.collective.CollectiveEvaluation.Choice;
import org.tailback.fit.collective.CollectiveEvaluation.Row;
import org.tailback.table.Json;

/** Predicted and measured collective operations in each form. */
final class CollectivesOutput {
    private static final Columns<Row> CELL = new Columns<Row>()
            .add("run", row -> row.cell().run())
            .add("operation", row -> row.cell().operation().label())
            .add("algorithm", row -> row.cell().algorithm())
            .add("label", row -> row.cell().label())
            .add("nodes", row -> row.cell().nodes())
            .add("ranksPerNode", row -> row.cell().ranksPerNode())
            .add("ranks", row -> row.cell().ranks())
            .add("bytes", row -> row.cell().bytes())
            .add("measured", row -> row.cell().seconds())
            .add("predicted", Row::predicted)
            .add("ratio", Row::ratio);

    private static final Columns<Choice> CHOICE = new Columns<Choice>()
            .add("operation", choice -> choice.operation().label())
            .add("nodes", Choice::nodes)
            .add("ranksPerNode", Choice::ranksPerNode)
            .add("bytes", Choice::bytes)
            .add("chosen", Choice::chosen)
            .add("best", Choice::best)
            .add("regret", Choice::regret)
            .add("libraryRegret", Choice::libraryRegret);

    private record Group(String operation, String algorithm, List<Row> rows) {
        double ratio(double quantile) {
            double[] ratios = rows.stream().mapToDouble(Row::ratio).sorted().toArray();
            return ratios[(int) Math.round(quantile * (ratios.length - 1))];
        }
    }

    private CollectivesOutput() {}

    static void text(CollectiveEvaluation evaluation, PrintWriter out) {
        out.print("predicted over measured time, or its inverse, in the median: "
                + Words.ratio(evaluation.medianFactor()) + " over "
                + Words.count(evaluation.rows().size(), "cell") + ", "
                + Words.ratio(evaluation.medianFactorOfLarge()) + " for buffers of 64 KiB and more\n");
        if (evaluation.notPredicted() > 0) {
            out.print(Words.count(evaluation.notPredicted(), "cell")
                    + " not predicted: the algorithm has no name in Tailback\n");
        }
        if (!evaluation.choices().isEmpty()) {
            out.print("chosen by prediction: " + Words.percent(evaluation.closeChoices()) + " of "
                    + Words.count(evaluation.choices().size(), "point")
                    + " within 10 % of the best algorithm, mean regret " + Words.ratio(evaluation.meanRegret())
                    + "; the library's own choice: " + Words.percent(evaluation.closeChoicesOfLibrary())
                    + ", mean regret " + Words.ratio(evaluation.meanRegretOfLibrary()) + "\n");
        }
        out.print("\n"
                + new Columns<Group>()
                        .add("operation", Group::operation)
                        .add("algorithm", Group::algorithm)
                        .add(">cells", group -> group.rows().size())
                        .add(">median factor", group -> Words.ratio(CollectiveEvaluation.median(group.rows())))
                        .add(">smallest ratio", group -> Words.ratio(group.ratio(0)))
                        .add(">median", group -> Words.ratio(group.ratio(0.5)))
                        .add(">largest", group -> Words.ratio(group.ratio(1)))
                        .table(groups(evaluation)));
        List<Choice> wrong = evaluation.choices().stream()
                .filter(choice -> choice.regret() > CollectiveEvaluation.CLOSE)
                .toList();
        if (!wrong.isEmpty()) {
            out.print("\nwrong choices (slower than the best by more than 10 %)\n"
                    + new Columns<Choice>()
                            .add("operation", choice -> choice.operation().label())
                            .add(">nodes", Choice::nodes)
                            .add(">ranks per node", Choice::ranksPerNode)
                            .add(">bytes", Choice::bytes)
                            .add("chosen", Choice::chosen)
                            .add("best", Choice::best)
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

    /** @param outside where the prediction of a cell leaves what the platform's numbers hold for */
    static void json(
            CollectiveEvaluation evaluation, Function<Row, List<String>> outside, List<String> warnings, Json json) {
        Columns<Row> cell = new Columns<Row>().addAll(CELL, row -> row).add("outside", outside::apply);
        json.number("medianFactor", evaluation.medianFactor())
                .number("medianFactorOfLarge", evaluation.medianFactorOfLarge())
                .number("closeChoices", evaluation.closeChoices())
                .number("closeChoicesOfLibrary", evaluation.closeChoicesOfLibrary())
                .number("meanRegret", evaluation.meanRegret())
                .number("meanRegretOfLibrary", evaluation.meanRegretOfLibrary())
                .number("notPredicted", evaluation.notPredicted())
                .objects("cells", evaluation.rows(), cell::json)
                .objects("choices", evaluation.choices(), CHOICE::json)
                .texts("warnings", warnings);
    }

    static void csv(CollectiveEvaluation evaluation, Writer out) {
        CELL.csv(out, evaluation.rows());
    }
}
