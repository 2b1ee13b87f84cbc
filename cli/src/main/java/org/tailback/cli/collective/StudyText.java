package org.tailback.cli.collective;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.study.collective.Crossover;
import org.tailback.units.Readable;
import org.tailback.units.SizeUnits;

/** Predictions for algorithms as text: the fastest, then every row. */
final class StudyText {
    /** Different ties that the verdict names, the most frequent first. */
    private static final int MOST_TIES = 3;

    /** Algorithms of a tie that the verdict names. */
    private static final int MOST_NAMES = 4;

    private StudyText() {}

    static void write(StudyOutput output, PrintWriter out) {
        List<CollectiveRow> rows = output.rows();
        out.print(verdict(rows) + "\n\n");
        out.print("  platform " + output.platformName() + ", " + nodes(rows) + "\n");
        out.print("  sharing " + output.model() + ", cost " + output.cost() + ", loss " + output.loss() + "\n\n");
        out.print(table(output));
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

    /** Returns how many nodes have how many ranks: {@code 4 to 256 nodes, 1 rank a node}. */
    private static String nodes(List<CollectiveRow> rows) {
        IntSummaryStatistics nodes = rows.stream()
                .mapToInt(row -> (row.ranks() + row.ranksPerNode() - 1) / row.ranksPerNode())
                .summaryStatistics();
        IntSummaryStatistics each =
                rows.stream().mapToInt(CollectiveRow::ranksPerNode).summaryStatistics();
        return range(nodes, "node") + ", " + range(each, "rank") + " a node";
    }

    private static String range(IntSummaryStatistics of, String noun) {
        return (of.getMin() == of.getMax() ? "" : of.getMin() + " to ") + Words.count(of.getMax(), noun);
    }

    static String verdict(List<CollectiveRow> rows) {
        Map<CollectiveRow.Contest, List<CollectiveRow>> cases = new LinkedHashMap<>();
        rows.forEach(row ->
                cases.computeIfAbsent(row.contest(), key -> new ArrayList<>()).add(row));
        long late = rows.stream().filter(row -> row.late().hits() > 0).count();
        String timeouts = late == 0
                ? "no retransmission timeouts"
                : late == rows.size()
                        ? "retransmission timeouts in all"
                        : "retransmission timeouts in " + late + " of " + rows.size() + " rows";
        Map<String, Integer> wins = new TreeMap<>();
        Map<List<String>, Integer> ties = new LinkedHashMap<>();
        for (List<CollectiveRow> of : cases.values()) {
            List<String> fastest = Crossover.fastest(of);
            if (fastest.size() == 1) {
                wins.merge(fastest.get(0), 1, Integer::sum);
            } else {
                ties.merge(fastest, 1, Integer::sum);
            }
        }
        boolean several = cases.values().stream().anyMatch(of -> of.size() > 1);
        if (!several) {
            CollectiveRow first = rows.get(0);
            return (rows.size() == 1
                            ? first.algorithm() + " takes "
                                    + Readable.seconds(first.time()) + " on "
                                    + Words.count(first.ranks(), "rank")
                            : Words.count(rows.size(), "prediction"))
                    + "; " + timeouts;
        }
        List<String> parts = new ArrayList<>();
        wins.forEach((name, count) ->
                parts.add(name + " is fastest in " + count + " of " + Words.count(cases.size(), "case")));
        List<String> tied = new ArrayList<>();
        ties.entrySet().stream()
                .sorted(Map.Entry.<List<String>, Integer>comparingByValue().reversed())
                .limit(MOST_TIES)
                .forEach(tie -> tied.add(names(tie.getKey()) + " tie in " + tie.getValue() + " of "
                        + Words.count(cases.size(), "case")));
        if (ties.size() > MOST_TIES) {
            tied.add("others tie in "
                    + ties.values().stream()
                            .sorted(Comparator.reverseOrder())
                            .skip(MOST_TIES)
                            .mapToInt(count -> count)
                            .sum());
        }
        List<String> sentences = new ArrayList<>(parts.isEmpty() ? List.of() : List.of(String.join(", ", parts)));
        sentences.addAll(tied);
        return String.join("; ", sentences) + "; " + timeouts;
    }

    /** Returns the names of two or more algorithms: {@code A and B}, {@code A, B and C}, {@code A, B, C and 4 more}. */
    private static String names(List<String> names) {
        List<String> shown =
                names.size() <= MOST_NAMES ? names.subList(0, names.size() - 1) : names.subList(0, MOST_NAMES - 1);
        return String.join(", ", shown) + " and "
                + (shown.size() == names.size() - 1
                        ? names.get(names.size() - 1)
                        : names.size() - shown.size() + " more");
    }

    private static boolean sharesNodes(List<CollectiveRow> rows) {
        return rows.stream().anyMatch(row -> row.ranksPerNode() > 1);
    }

    private static boolean several(List<CollectiveRow> rows, Function<CollectiveRow, Object> property) {
        return rows.stream().map(property).distinct().count() > 1;
    }

    private static TextTable table(StudyOutput output) {
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
                .addIf(spread, ">5 %", row -> Readable.seconds(row.quantile05()))
                .addIf(spread, ">median", row -> Readable.seconds(row.median()))
                .addIf(spread, ">95 %", row -> Readable.seconds(row.quantile95()))
                .addIf(spread, ">runs with timeouts", row -> Words.percent(row.timeoutProbability()))
                .addIf(!spread, ">timeouts", CollectiveRow::retransmissionTimeouts);
        for (String name : output.formulas()) {
            columns.add(">" + name, row -> {
                Double time = row.closedForm().get(name);
                return time == null ? "-" : Readable.seconds(time);
            });
        }
        return columns.table(rows);
    }
}
