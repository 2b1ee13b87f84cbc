package org.tailback.cli.collective;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.study.collective.Crossover;
import org.tailback.units.Readable;
import org.tailback.units.SizeUnits;

/** Predictions for algorithms as text: the fastest, then every row. */
final class StudyText {
    private static final int SHOWN = 30;

    private StudyText() {}

    static void write(StudyOutput output, PrintWriter out) {
        List<CollectiveRow> rows = output.rows();
        out.print("  sharing " + output.model() + ", cost " + output.cost() + ", loss " + output.loss() + "\n\n");
        List<CollectiveRow> shown = shown(rows);
        out.print(table(output, shown));
        if (shown.size() < rows.size()) {
            out.print("  (" + shown.size() + " of " + rows.size() + " rows, the fastest of the "
                    + (shown.size() == SHOWN ? "first cases" : "cases") + "; --format csv lists all)\n");
        }
        output.failed().stream()
                .map(row -> row.algorithm() + " on " + Words.count(row.ranks(), "rank") + " failed: " + row.error())
                .distinct()
                .limit(SHOWN)
                .forEach(failure -> out.print("  " + failure + "\n"));
        rows.stream()
                .filter(row -> row.coverage() > 0)
                .findFirst()
                .ifPresent(row -> out.print(
                        "  low and high: " + Words.percent(row.coverage()) + " of measured times lie between them\n"));
        for (Crossover crossover : output.crossovers()) {
            out.print("\n  " + crossover.to() + " overtakes " + crossover.from() + " on " + crossover.ranks()
                    + " ranks" + (sharesNodes(rows) ? ", " + crossover.ranksPerNode() + " per node," : "")
                    + " at " + crossover.bytes() + " B"
                    + (several(rows, CollectiveRow::variant) ? " (" + crossover.variant() + ")" : "")
                    + (several(rows, CollectiveRow::jitterScale) ? " (jitter " + crossover.jitterScale() + ")" : ""));
        }
        out.print(output.crossovers().isEmpty() ? "" : "\n");
    }

    /** Returns the rows to list: of many, the fastest of each case. */
    private static List<CollectiveRow> shown(List<CollectiveRow> rows) {
        if (rows.size() <= SHOWN) {
            return rows;
        }
        Map<CollectiveRow.Contest, List<CollectiveRow>> cases =
                rows.stream().collect(Collectors.groupingBy(CollectiveRow::contest));
        int each = Math.max(1, SHOWN / cases.size());
        return rows.stream()
                .filter(row -> cases.getOrDefault(row.contest(), List.of()).stream()
                                .filter(other -> other.time() < row.time())
                                .count()
                        < each)
                .limit(SHOWN)
                .toList();
    }

    private static boolean sharesNodes(List<CollectiveRow> rows) {
        return rows.stream().anyMatch(row -> row.ranksPerNode() > 1);
    }

    private static boolean several(List<CollectiveRow> rows, Function<CollectiveRow, Object> property) {
        return rows.stream().map(property).distinct().count() > 1;
    }

    private static TextTable table(StudyOutput output, List<CollectiveRow> shown) {
        List<CollectiveRow> rows = output.rows();
        boolean spread = output.isRepeated();
        boolean intervals = output.hasIntervals();
        SizeUnits sizes = SizeUnits.of(rows.stream().mapToDouble(CollectiveRow::bytes));
        TableColumns<CollectiveRow> columns = new TableColumns<CollectiveRow>()
                .addIf(several(rows, CollectiveRow::variant), "loss", CollectiveRow::variant)
                .addIf(several(rows, CollectiveRow::jitterScale), ">jitter", row -> Words.ratio(row.jitterScale()))
                .add(">ranks", CollectiveRow::ranks)
                .addIf(sharesNodes(rows), ">per node", CollectiveRow::ranksPerNode)
                .add(">size", row -> sizes.text(row.bytes()))
                .add("algorithm", CollectiveRow::algorithm)
                .add(">time", row -> Readable.seconds(row.time()))
                .addIf(spread || intervals, ">low", row -> Readable.seconds(row.low()))
                .addIf(spread || intervals, ">high", row -> Readable.seconds(row.high()))
                .addIf(
                        spread && !several(rows, CollectiveRow::jitterScale),
                        ">5 %",
                        row -> Readable.seconds(row.quantile05()))
                .addIf(spread, ">median", row -> Readable.seconds(row.median()))
                .addIf(
                        spread && !several(rows, CollectiveRow::jitterScale),
                        ">95 %",
                        row -> Readable.seconds(row.quantile95()))
                .addIf(spread, ">timed out", row -> Words.percent(row.timeoutProbability()))
                .addIf(
                        !spread && rows.stream().anyMatch(row -> row.retransmissionTimeouts() > 0),
                        ">timeouts",
                        CollectiveRow::retransmissionTimeouts);
        for (String name : output.formulas()) {
            columns.add(">" + name, row -> {
                Double time = row.closedForm().get(name);
                return time == null ? "-" : Readable.seconds(time);
            });
        }
        return columns.table(shown);
    }
}
