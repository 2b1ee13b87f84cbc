package org.tailback.cli.place;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.render.Columns;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.report.StudyPage;
import org.tailback.report.StudyPage.Unit;
import org.tailback.study.placement.PlacementChart;
import org.tailback.study.placement.PlacementResult;
import org.tailback.table.Json;
import org.tailback.units.Readable;

/** The result of a search as text, JSON, CSV and a page. */
final class PlaceOutput {
    private static final int NODES_SHOWN = 64;

    private final String trace;
    private final PlacementResult result;
    private final Columns<Integer> placement =
            new Columns<Integer>().add("rank", rank -> rank).add("node", this::node);

    PlaceOutput(String trace, PlacementResult result) {
        this.trace = trace;
        this.result = result;
    }

    private List<Integer> ranks() {
        return IntStream.range(0, result.placement().ranks()).boxed().toList();
    }

    private String node(int rank) {
        return result.cluster().nodeName(result.placement().nodeOf(rank));
    }

    void json(Json json) {
        json.number("makespan", result.makespan())
                .text("origin", result.origin())
                .number("roundRobinNode", result.roundRobinNode())
                .number("roundRobinProcessor", result.roundRobinProcessor())
                .number("gain", result.gain())
                .number("uncontended", result.uncontended())
                .number("lowerBound", result.lowerBound())
                .flag("lowerBoundIsExact", result.boundIsExact())
                .number("computeBound", result.computeBound())
                .number("bytesBetweenNodes", result.bytesBetweenNodes())
                .number("bytesBetweenRanks", result.bytesBetweenRanks())
                .number("replays", (long) result.replays())
                .flag("stopped", result.stopped())
                .objects("placement", ranks(), placement::json)
                .objects(
                        "starts",
                        result.starts(),
                        (item, start) -> item.text("name", start.name()).number("makespan", start.makespan()))
                .objects(
                        "improvements",
                        result.improvements(),
                        (item, step) -> item.number("replays", (long) step.replays())
                                .number("makespan", step.makespan())
                                .text("origin", step.origin()))
                .text("model", result.model())
                .text("cost", result.cost())
                .text("loss", result.loss())
                .number("seed", result.seed())
                .texts("warnings", result.warnings());
    }

    void csv(PrintWriter out) {
        placement.csv(out, ranks());
    }

    void text(@Nullable Path output, PrintWriter out) {
        TextTable table = TextTable.of(">makespan", ">relative", "");
        row(table, result.makespan(), "the placement below");
        result.starts().forEach(start -> row(table, start.makespan(), start.name()));
        row(table, result.uncontended(), "the placement below, if messages did not disturb each other");
        row(
                table,
                result.lowerBound(),
                "no placement has a shorter makespan"
                        + (result.boundIsExact() ? "" : ", if messages are matched as here"));
        row(table, result.computeBound(), "the longest computation of a rank");
        String share = result.bytesBetweenRanks() > 0
                ? Words.percent(result.bytesBetweenNodes() / result.bytesBetweenRanks())
                : "Nothing";
        out.print(headline() + "\n\n" + table + "\n" + share + " of what ranks send leaves its node.\n" + nodes()
                + (output == null ? "" : "\nUse it with --placement file:" + output + "\n"));
    }

    private String headline() {
        String tried = " (" + Words.count(result.replays(), "placement") + " replayed"
                + (result.stopped() ? ", stopped early" : "") + ")";
        String time = trace + " takes " + Readable.seconds(result.makespan());
        if (!(result.gain() > 0)) {
            return time + " at best: nothing better than round-robin was found" + tried;
        }
        return time + " with the best placement found, " + Words.percent(result.gain())
                + " less than round-robin at its best" + tried;
    }

    private void row(TextTable table, double makespan, String what) {
        if (!Double.isNaN(makespan)) {
            table.row(seconds(makespan), Words.ratio(makespan / result.makespan()), what);
        }
    }

    private static String seconds(double value) {
        return value == Double.POSITIVE_INFINITY
                ? "never ends"
                : Double.isNaN(value) ? "not computed" : Readable.seconds(value);
    }

    private String nodes() {
        Map<Integer, List<String>> ranksOfNode = new TreeMap<>();
        for (int rank : ranks()) {
            ranksOfNode
                    .computeIfAbsent(result.placement().nodeOf(rank), node -> new ArrayList<>())
                    .add(Integer.toString(rank));
        }
        TextTable table = TextTable.of("node", "ranks");
        ranksOfNode.entrySet().stream()
                .limit(NODES_SHOWN)
                .forEach(entry ->
                        table.row(result.cluster().nodeName(entry.getKey()), String.join(" ", entry.getValue())));
        int more = ranksOfNode.size() - NODES_SHOWN;
        return "\n" + table + (more > 0 ? "  and " + more + " more nodes: see --output or --format json\n" : "");
    }

    /** Returns a page: the progress of the search, and the node of every rank. */
    StudyPage.Content page(String platform, String validity, CommonOptions common) {
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
        facts.put("trace", trace);
        facts.put("platform", platform);
        facts.put("platform's validity", validity);
        facts.put("sharing", result.model());
        facts.put("message cost", result.cost());
        facts.put("loss", result.loss());
        facts.put("seed", Long.toString(result.seed()));
        facts.put("placements replayed", Integer.toString(result.replays()));
        facts.put("found by", result.origin());
        result.starts().forEach(start -> facts.put("start " + start.name(), seconds(start.makespan())));
        facts.put("uncontended", seconds(result.uncontended()));
        facts.put("lower bound of all placements", seconds(result.lowerBound()));
        facts.put("longest computation of a rank", seconds(result.computeBound()));
        facts.put("sent between nodes", Readable.bytes(result.bytesBetweenNodes()));
        facts.put("sent between ranks", Readable.bytes(result.bytesBetweenRanks()));
        return new StudyPage.Content(
                "Placement of " + trace,
                headline(),
                List.of(PlacementChart.search("Placement of " + trace, result)),
                new StudyPage.Table<>(ranks())
                        .column("rank", Unit.COUNT, rank -> rank)
                        .column("node", Unit.TEXT, this::node),
                facts,
                result.warnings());
    }
}
