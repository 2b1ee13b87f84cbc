package org.tailback.cli.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.cli.option.CommonOptions;
import org.tailback.report.StudyPage;
import org.tailback.report.StudyPage.Column;
import org.tailback.report.StudyPage.Unit;
import org.tailback.study.comparison.Comparison;
import org.tailback.study.comparison.ComparisonCharts;

/** A comparison as a page. */
final class CompareReport {
    private static final List<Column> COLUMNS = List.of(
            new Column("platform", Unit.TEXT),
            new Column("placement", Unit.TEXT),
            new Column("model", Unit.TEXT),
            new Column("makespan", Unit.SECONDS),
            new Column("relative", Unit.PENALTY),
            new Column("uncontended", Unit.SECONDS),
            new Column("penalty", Unit.PENALTY),
            new Column("timeouts", Unit.COUNT),
            new Column("lost to contention, all messages", Unit.SECONDS));

    private CompareReport() {}

    static StudyPage.Content content(
            String trace, List<Comparison.Row> rows, List<String> warnings, CommonOptions common) {
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
        facts.put("trace", trace);
        facts.put("seed", Long.toString(common.seed()));
        return new StudyPage.Content(
                trace + " on " + rows.size() + (rows.size() == 1 ? " network" : " networks and placements"),
                CompareOutput.verdict(trace, rows),
                List.of(
                        ComparisonCharts.makespans(trace, rows),
                        ComparisonCharts.contention("When messages lose time to contention", rows)),
                COLUMNS,
                rows.stream()
                        .map(row -> List.<Object>of(
                                row.platform(),
                                row.placement(),
                                row.model(),
                                row.makespan(),
                                row.relative(),
                                row.uncontended(),
                                row.averagePenalty(),
                                row.retransmissionTimeouts(),
                                row.lostToContention()))
                        .toList(),
                facts,
                warnings);
    }
}
