package org.tailback.cli.place;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.cli.option.CommonOptions;
import org.tailback.report.StudyPage;
import org.tailback.report.StudyPage.Column;
import org.tailback.report.StudyPage.Unit;
import org.tailback.study.placement.PlacementChart;
import org.tailback.study.placement.PlacementResult;
import org.tailback.units.Readable;

/** What a search found, as a page: its progress, and the node of every rank. */
final class PlaceReport {
    private PlaceReport() {}

    static StudyPage.Content content(String trace, String platform, PlacementResult result, CommonOptions common) {
        List<List<Object>> rows = new ArrayList<>();
        for (int rank = 0; rank < result.placement().ranks(); rank++) {
            rows.add(List.of(rank, result.cluster().nodeName(result.placement().nodeOf(rank))));
        }
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
        facts.put("trace", trace);
        facts.put("platform", platform);
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
                PlaceText.headline(trace, result),
                List.of(PlacementChart.search("Placement of " + trace, result)),
                List.of(new Column("rank", Unit.COUNT), new Column("node", Unit.TEXT)),
                rows,
                facts,
                result.warnings());
    }

    private static String seconds(double value) {
        return value == Double.POSITIVE_INFINITY
                ? "never ends"
                : Double.isNaN(value) ? "not computed" : Readable.seconds(value);
    }
}
