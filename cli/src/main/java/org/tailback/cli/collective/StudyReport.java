package org.tailback.cli.collective;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tailback.chart.Chart;
import org.tailback.cli.option.CommonOptions;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.report.StudyPage;
import org.tailback.report.StudyPage.Column;
import org.tailback.report.StudyPage.Unit;
import org.tailback.study.collective.CollectiveCharts;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.table.Numbers;

/** The rows as a page: {@code --report}. */
final class StudyReport {
    private final Kind kind;
    private final StudyOptions options;

    StudyReport(Kind kind, StudyOptions options) {
        this.kind = kind;
        this.options = options;
    }

    /** What the page shows. */
    StudyPage.Content content(
            List<CollectiveRow> rows, Platform platform, CommonOptions common, List<String> warnings) {
        List<Chart> charts = new ArrayList<>();
        charts.add(CollectiveCharts.times("Times", rows));
        if (rows.stream().anyMatch(row -> row.late().hits() > 0)) {
            charts.add(CollectiveCharts.timeouts("Retransmission timeouts", rows));
        }
        Set<String> formulas = new LinkedHashSet<>();
        rows.forEach(row -> formulas.addAll(row.closedForm().keySet()));
        boolean repeated = rows.stream().anyMatch(row -> row.times().count() > 1);
        List<List<Object>> table = new ArrayList<>();
        for (CollectiveRow row : rows) {
            List<Object> cells = new ArrayList<>(List.of(
                    row.algorithm(),
                    row.ranks(),
                    row.bytes(),
                    row.variant(),
                    Numbers.shortest(row.jitterScale()),
                    row.times().mean()));
            if (repeated) {
                cells.addAll(List.of(
                        row.times().low(),
                        row.times().high(),
                        row.times().quantile(0.5),
                        row.times().count()));
            }
            cells.add(row.late().value());
            formulas.forEach(name -> cells.add(row.closedForm().getOrDefault(name, Double.NaN)));
            table.add(cells);
        }
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
        facts.put("operation", kind.label());
        facts.put("platform", options.platformName());
        facts.put("sharing", platform.sharing().name());
        facts.put("message cost", platform.cost().name());
        facts.put("seed", Long.toString(common.seed()));
        return new StudyPage.Content(
                kind.label() + " on " + options.shortPlatformName(),
                StudyText.verdict(rows),
                charts,
                columns(repeated, formulas),
                table,
                facts,
                warnings);
    }

    private static List<Column> columns(boolean repeated, Set<String> formulas) {
        List<Column> columns = new ArrayList<>(List.of(
                new Column("algorithm", Unit.TEXT),
                new Column("ranks", Unit.COUNT),
                new Column("size", Unit.SIZES),
                new Column("loss", Unit.TEXT),
                new Column("jitter", Unit.TEXT),
                new Column("time", Unit.SECONDS)));
        if (repeated) {
            columns.addAll(List.of(
                    new Column("low", Unit.SECONDS),
                    new Column("high", Unit.SECONDS),
                    new Column("median", Unit.SECONDS),
                    new Column("runs", Unit.COUNT)));
        }
        columns.add(new Column("runs with timeouts", Unit.PERCENT));
        formulas.forEach(name -> columns.add(new Column("formula " + name, Unit.SECONDS)));
        return columns;
    }
}
