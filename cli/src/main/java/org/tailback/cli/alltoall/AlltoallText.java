package org.tailback.cli.alltoall;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.platform.Platform;
import org.tailback.units.Readable;

/** Predictions for all-to-all algorithms for people: who wins, then every row. */
final class AlltoallText {
    private AlltoallText() {}

    static void write(List<AlltoallRow> rows, List<String> warnings, Platform platform, PrintWriter out) {
        out.print(verdict(rows) + "\n\n");
        out.print("  sharing " + platform.sharing().name() + ", cost "
                + platform.cost().name() + ", loss " + platform.loss().name() + "\n\n");
        out.print(table(rows));
        Words.warnings(out, warnings);
    }

    private static String verdict(List<AlltoallRow> rows) {
        Map<String, List<AlltoallRow>> cases = new LinkedHashMap<>();
        rows.forEach(row -> cases.computeIfAbsent(row.ranks() + "/" + row.bytes(), key -> new ArrayList<>())
                .add(row));
        long late =
                rows.stream().filter(row -> row.retransmissionTimeouts() > 0).count();
        String timeouts = late == 0
                ? "no retransmission timeouts"
                : late == rows.size()
                        ? "retransmission timeouts in all"
                        : "retransmission timeouts in " + late + " of " + rows.size() + " rows";
        Map<String, Integer> wins = new TreeMap<>();
        for (List<AlltoallRow> of : cases.values()) {
            wins.merge(winner(of), 1, Integer::sum);
        }
        boolean several = cases.values().stream().anyMatch(of -> of.size() > 1);
        if (!several) {
            AlltoallRow first = rows.get(0);
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

    /** The algorithm with the least mean time; empty if the least is shared. */
    private static String winner(List<AlltoallRow> rows) {
        double best = rows.stream().mapToDouble(row -> row.times().mean()).min().orElse(0);
        List<AlltoallRow> first = rows.stream()
                .filter(row -> row.times().mean() <= best * (1 + 1e-12))
                .toList();
        return first.size() == 1 ? first.get(0).algorithm() : "";
    }

    private static String table(List<AlltoallRow> rows) {
        Set<String> formulas = new LinkedHashSet<>();
        rows.forEach(row -> formulas.addAll(row.closedForm().keySet()));
        boolean spread = rows.stream().anyMatch(row -> row.times().count() > 1);
        List<String> header = new ArrayList<>(List.of(">ranks", ">size", "algorithm", ">time"));
        if (spread) {
            header.addAll(List.of(">low", ">high"));
        }
        header.add(">timeouts");
        formulas.forEach(name -> header.add(">" + name));
        TextTable table = TextTable.of(header.toArray(String[]::new));
        for (AlltoallRow row : rows) {
            List<String> cells = new ArrayList<>(List.of(
                    Integer.toString(row.ranks()),
                    Readable.bytes(row.bytes()),
                    row.algorithm(),
                    Readable.seconds(row.times().mean())));
            if (spread) {
                cells.add(Readable.seconds(row.times().low()));
                cells.add(Readable.seconds(row.times().high()));
            }
            cells.add(Long.toString(row.retransmissionTimeouts()));
            for (String name : formulas) {
                Double time = row.closedForm().get(name);
                cells.add(time == null ? "-" : Readable.seconds(time));
            }
            table.row(cells.toArray(String[]::new));
        }
        return table.toString();
    }
}
