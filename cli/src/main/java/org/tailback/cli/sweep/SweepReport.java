package org.tailback.cli.sweep;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.render.Words;
import org.tailback.report.StudyPage;
import org.tailback.report.StudyPage.Column;
import org.tailback.report.StudyPage.Unit;
import org.tailback.study.sweep.SweepCharts;
import org.tailback.study.sweep.SweepRow;
import org.tailback.study.sweep.SweepSummary;

/** The rows of a sweep as a page. */
final class SweepReport {
    private static final Map<String, Column> COLUMNS = columns();

    private SweepReport() {}

    private static Map<String, Column> columns() {
        Map<String, Column> columns = new LinkedHashMap<>();
        columns.put("run", new Column("run", Unit.COUNT));
        columns.put("makespan", new Column("makespan", Unit.SECONDS));
        columns.put("averagePenalty", new Column("penalty", Unit.PENALTY));
        columns.put("retransmissionTimeouts", new Column("timeouts", Unit.COUNT));
        columns.put("workload", new Column("workload", Unit.TEXT));
        columns.put("ranks", new Column("ranks", Unit.COUNT));
        columns.put("bytes", new Column("size", Unit.SIZES));
        for (String text :
                List.of("platform", "model", "cost", "loss", "placement", "computeScale", "seed", "problem")) {
            columns.put(text, new Column(text, Unit.TEXT));
        }
        return columns;
    }

    static StudyPage.Content content(String study, SweepSummary summary, CommonOptions common) {
        List<List<Object>> rows = new ArrayList<>();
        for (SweepRow row : summary.rows()) {
            List<Object> cells = new ArrayList<>();
            COLUMNS.forEach((name, column) -> cells.add(cell(row.field(name), column.unit())));
            rows.add(cells);
        }
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
        facts.put("study", study);
        return new StudyPage.Content(
                study,
                summary.rows().size() == summary.runs()
                        ? Words.count(summary.runs(), "run")
                        : summary.rows().size() + " of " + Words.count(summary.runs(), "run"),
                SweepCharts.makespans(study, summary.rows()),
                List.copyOf(COLUMNS.values()),
                rows,
                facts,
                warnings(summary));
    }

    /** What the pictures do not show. */
    static List<String> warnings(SweepSummary summary) {
        List<String> warnings = new ArrayList<>(SweepCharts.leftOut(summary.rows()));
        if (!summary.failed().isEmpty()) {
            warnings.add(Words.count(summary.failed().size(), "run") + " failed");
        }
        return warnings;
    }

    private static Object cell(String field, Unit unit) {
        return unit == Unit.TEXT ? field : field.isEmpty() ? Double.NaN : (Object) Double.parseDouble(field);
    }
}
