package org.tailback.cli.place;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.study.placement.PlacementResult;
import org.tailback.units.Readable;

/** What a search found, for people. */
final class PlaceText {
    private static final int NODES_SHOWN = 64;

    private PlaceText() {}

    static void write(Path trace, PlacementResult result, @Nullable Path output, PrintWriter out) {
        out.print(headline(String.valueOf(trace.getFileName()), result) + "\n\n");
        TextTable table = TextTable.of(">makespan", ">relative", "");
        row(table, result, result.makespan(), "the placement below");
        for (PlacementResult.Start start : result.starts()) {
            row(table, result, start.makespan(), start.name());
        }
        row(table, result, result.uncontended(), "the placement below, if messages did not disturb each other");
        row(
                table,
                result,
                result.lowerBound(),
                "no placement is shorter" + (result.boundIsExact() ? "" : ", if messages meet as here"));
        row(table, result, result.computeBound(), "the longest computation of a rank");
        out.print(table);
        out.print("\n" + share(result) + " of what ranks send leaves its node.\n");
        out.print(placement(result));
        if (output != null) {
            out.print("\nUse it with --placement file:" + output + "\n");
        }
    }

    static String headline(String trace, PlacementResult result) {
        String tried = " (" + Words.count(result.replays(), "placement") + " replayed"
                + (result.stopped() ? ", stopped early" : "") + ")";
        String time = trace + " takes " + Readable.seconds(result.makespan());
        if (!(result.gain() > 0)) {
            return time + " at best: nothing better than round-robin was found" + tried;
        }
        return time + " with the best placement found, " + Words.percent(result.gain())
                + " less than round-robin at its best" + tried;
    }

    private static void row(TextTable table, PlacementResult result, double makespan, String what) {
        if (!Double.isNaN(makespan)) {
            table.row(
                    makespan == Double.POSITIVE_INFINITY ? "never ends" : Readable.seconds(makespan),
                    Words.ratio(makespan / result.makespan()),
                    what);
        }
    }

    private static String share(PlacementResult result) {
        return result.bytesBetweenRanks() > 0
                ? Words.percent(result.bytesBetweenNodes() / result.bytesBetweenRanks())
                : "Nothing";
    }

    private static String placement(PlacementResult result) {
        Map<Integer, List<Integer>> ranksOfNode = new TreeMap<>();
        for (int rank = 0; rank < result.placement().ranks(); rank++) {
            ranksOfNode
                    .computeIfAbsent(result.placement().nodeOf(rank), node -> new ArrayList<>())
                    .add(rank);
        }
        TextTable table = TextTable.of("node", "ranks");
        ranksOfNode.entrySet().stream()
                .limit(NODES_SHOWN)
                .forEach(entry -> table.row(
                        result.cluster().nodeName(entry.getKey()),
                        entry.getValue().toString().replaceAll("[\\[\\],]", "")));
        int more = ranksOfNode.size() - NODES_SHOWN;
        return "\n" + table + (more > 0 ? "  and " + more + " nodes more: see --output or --format json\n" : "");
    }
}
