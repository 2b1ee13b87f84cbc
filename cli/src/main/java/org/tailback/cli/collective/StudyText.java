package org.tailback.cli.collective;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.tailback.cli.render.Words;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.study.collective.Crossover;

/** Predictions for algorithms as text: the verdict, then the rows. */
final class StudyText {
    private static final int SHOWN = 30;

    private StudyText() {}

    static void write(StudyOutput output, PrintWriter out) {
        List<CollectiveRow> rows = output.rows();
        out.print("  sharing " + output.model() + ", cost " + output.cost() + ", loss " + output.loss() + "\n\n");
        List<CollectiveRow> shown = shown(rows);
        out.print(output.columns().tableOfDifferences(shown));
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
                    + " ranks" + (output.sharesNodes() ? ", " + crossover.ranksPerNode() + " per node," : "")
                    + " at " + crossover.bytes() + " B"
                    + (output.several(CollectiveRow::variant) ? " (" + crossover.variant() + ")" : "")
                    + (output.several(CollectiveRow::jitterScale) ? " (jitter " + crossover.jitterScale() + ")" : ""));
        }
        out.print(output.crossovers().isEmpty() ? "" : "\n");
    }

    /** Returns the rows to list: all rows, or the fastest row per case if there are many. */
    private static List<CollectiveRow> shown(List<CollectiveRow> rows) {
        if (rows.size() <= SHOWN) {
            return rows;
        }
        Map<CollectiveRow.Contest, List<CollectiveRow>> cases = CollectiveRow.contests(rows);
        int each = Math.max(1, SHOWN / cases.size());
        return rows.stream()
                .filter(row -> cases.getOrDefault(row.contest(), List.of()).stream()
                                .filter(other -> other.time() < row.time())
                                .count()
                        < each)
                .limit(SHOWN)
                .toList();
    }
}
