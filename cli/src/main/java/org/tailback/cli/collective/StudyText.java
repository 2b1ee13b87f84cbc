package org.tailback.cli.collective;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.platform.Platform;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.study.collective.Crossover;
import org.tailback.units.Readable;

/** Predictions for algorithms for people: who wins, then every row. */
final class StudyText {
    private StudyText() {}

    static void write(
            List<CollectiveRow> rows,
            List<Crossover> crossovers,
            List<String> warnings,
            Platform platform,
            PrintWriter out) {
        out.print(verdict(rows) + "\n\n");
        out.print("  sharing " + platform.sharing().name() + ", cost "
                + platform.cost().name() + ", loss " + platform.loss().name() + "\n\n");
        out.print(table(rows));
        for (Crossover crossover : crossovers) {
            out.print("\n  " + crossover.to() + " overtakes " + crossover.from() + " on " + crossover.ranks()
                    + " ranks at " + crossover.bytes() + " B"
                    + (several(rows, CollectiveRow::variant) ? " (" + crossover.variant() + ")" : "")
                    + (several(rows, CollectiveRow::jitterScale) ? " (jitter " + crossover.jitterScale() + ")" : ""));
        }
        if (!crossovers.isEmpty()) {
            out.print("\n");
        }
        Words.warnings(out, warnings);
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
        for (List<CollectiveRow> of : cases.values()) {
            String winner = Crossover.winner(of);
            wins.merge(winner == null ? "" : winner, 1, Integer::sum);
        }
        boolean several = cases.values().stream().anyMatch(of -> of.size() > 1);
        if (!several) {
            CollectiveRow first = rows.get(0);
            return (rows.size() == 1
                            ? first.algorithm() + " takes "
                                    + Readable.seconds(first.times().mean()) + " on "
                                    + Words.count(first.ranks(), "rank")
                            : Words.count(rows.size(), "prediction"))
                    + "; " + timeouts;
        }
        List<String> parts = new ArrayList<>();
        int ties = wins.getOrDefault("", 0);
        wins.remove("");
        wins.forEach((name, count) ->
                parts.add(name + " is fastest in " + count + " of " + Words.count(cases.size(), "case")));
        if (ties > 0) {
            parts.add(Words.count(ties, "tie"));
        }
        return String.join(", ", parts) + "; " + timeouts;
    }

    private static boolean several(List<CollectiveRow> rows, Function<CollectiveRow, Object> property) {
        return rows.stream().map(property).distinct().count() > 1;
    }

    private static String table(List<CollectiveRow> rows) {
        Set<String> formulas = new LinkedHashSet<>();
        rows.forEach(row -> formulas.addAll(row.closedForm().keySet()));
        boolean spread = rows.stream().anyMatch(row -> row.times().count() > 1);
        boolean variants = several(rows, CollectiveRow::variant);
        boolean jitters = several(rows, CollectiveRow::jitterScale);
        List<String> header = new ArrayList<>();
        if (variants) {
            header.add("loss");
        }
        if (jitters) {
            header.add(">jitter");
        }
        header.addAll(List.of(">ranks", ">size", "algorithm", ">time"));
        if (spread) {
            header.addAll(List.of(">low", ">high", ">5 %", ">median", ">95 %"));
        }
        header.add(spread ? ">runs with timeouts" : ">timeouts");
        formulas.forEach(name -> header.add(">" + name));
        TextTable table = TextTable.of(header.toArray(String[]::new));
        for (CollectiveRow row : rows) {
            List<String> cells = new ArrayList<>();
            if (variants) {
                cells.add(row.variant());
            }
            if (jitters) {
                cells.add(Words.ratio(row.jitterScale()));
            }
            cells.addAll(List.of(
                    Integer.toString(row.ranks()),
                    Readable.bytes(row.bytes()),
                    row.algorithm(),
                    Readable.seconds(row.times().mean())));
            if (spread) {
                cells.add(Readable.seconds(row.times().low()));
                cells.add(Readable.seconds(row.times().high()));
                cells.add(Readable.seconds(row.times().quantile(0.05)));
                cells.add(Readable.seconds(row.times().quantile(0.5)));
                cells.add(Readable.seconds(row.times().quantile(0.95)));
            }
            cells.add(spread ? Words.percent(row.late().value()) : Long.toString(row.retransmissionTimeouts()));
            for (String name : formulas) {
                Double time = row.closedForm().get(name);
                cells.add(time == null ? "-" : Readable.seconds(time));
            }
            table.row(cells.toArray(String[]::new));
        }
        return table.toString();
    }
}
