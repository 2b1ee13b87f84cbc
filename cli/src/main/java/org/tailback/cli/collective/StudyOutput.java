package org.tailback.cli.collective;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tailback.chart.Chart;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.render.Columns;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.report.StudyPage;
import org.tailback.report.StudyPage.Unit;
import org.tailback.study.collective.CollectiveCharts;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.study.collective.Crossover;
import org.tailback.study.rules.DecisionRules;
import org.tailback.table.Json;
import org.tailback.table.ShortNames;
import org.tailback.table.ShortestNumbers;

/** Predictions for algorithms as JSON, CSV and a page: times in seconds, sizes in bytes. */
record StudyOutput(
        Kind kind,
        List<CollectiveRow> rows,
        List<Crossover> crossovers,
        DecisionRules rules,
        List<String> warnings,
        String platformName,
        String validity,
        Platform platform) {
    private static final Columns<CollectiveRow> PREDICTION = new Columns<CollectiveRow>()
            .add("algorithm", CollectiveRow::algorithm)
            .add("ranks", CollectiveRow::ranks)
            .add("bytes", CollectiveRow::bytes)
            .add("time", row -> row.times().mean())
            .add("low", row -> row.times().low())
            .add("high", row -> row.times().high())
            .add("retransmissionTimeouts", CollectiveRow::retransmissionTimeouts);
    private static final Columns<CollectiveRow> SPREAD = new Columns<CollectiveRow>()
            .add("loss", CollectiveRow::variant)
            .add("jitterScale", CollectiveRow::jitterScale)
            .add("replications", row -> row.times().count())
            .add("minimum", row -> row.times().minimum())
            .add("quantile05", row -> row.times().quantile(0.05))
            .add("median", row -> row.times().quantile(0.5))
            .add("quantile95", row -> row.times().quantile(0.95))
            .add("maximum", row -> row.times().maximum())
            .add("timeoutProbability", row -> row.late().value());

    void json(long seed, Json json) {
        json.objects("rows", rows, StudyOutput::row)
                .texts("warnings", warnings)
                .text("operation", kind.label())
                .text("model", platform.sharing().name())
                .text("cost", platform.cost().name())
                .text("loss", platform.loss().name())
                .number("seed", seed)
                .field("crossovers", crossovers)
                .field("rules", rules.cells());
    }

    private static void row(Json item, CollectiveRow row) {
        PREDICTION.json(item, row);
        item.numbers("closedForm", row.closedForm());
        SPREAD.json(item, row);
        item.number("timeoutProbabilityLow", row.late().low())
                .number("timeoutProbabilityHigh", row.late().high())
                .number("ranksPerNode", row.ranksPerNode());
    }

    void csv(PrintWriter out) {
        Columns<CollectiveRow> columns = new Columns<CollectiveRow>().addAll(PREDICTION, row -> row);
        formulas().forEach(name -> columns.add(name, row -> formula(row, name)));
        columns.addAll(SPREAD, row -> row)
                .add("ranksPerNode", CollectiveRow::ranksPerNode)
                .csv(out, rows);
    }

    /** Returns the names of the formulas that the rows have. */
    Set<String> formulas() {
        Set<String> formulas = new LinkedHashSet<>();
        rows.forEach(row -> formulas.addAll(row.closedForm().keySet()));
        return formulas;
    }

    private static double formula(CollectiveRow row, String name) {
        return row.closedForm().getOrDefault(name, Double.NaN);
    }

    /** Returns whether any row has more than one run. */
    boolean isRepeated() {
        return rows.stream().anyMatch(row -> row.times().count() > 1);
    }

    StudyPage.Content page(CommonOptions common) {
        List<Chart> charts = new ArrayList<>(List.of(CollectiveCharts.times("Times", rows)));
        if (rows.stream().anyMatch(row -> row.late().hits() > 0)) {
            charts.add(CollectiveCharts.timeouts("Retransmission timeouts", rows));
        }
        StudyPage.Table<CollectiveRow> table = new StudyPage.Table<>(rows)
                .column("algorithm", Unit.TEXT, CollectiveRow::algorithm)
                .column("ranks", Unit.COUNT, CollectiveRow::ranks)
                .column("ranks per node", Unit.COUNT, CollectiveRow::ranksPerNode)
                .column("size", Unit.SIZES, CollectiveRow::bytes)
                .column("loss", Unit.TEXT, CollectiveRow::variant)
                .column("jitter", Unit.TEXT, row -> ShortestNumbers.shortest(row.jitterScale()))
                .column("time", Unit.SECONDS, row -> row.times().mean());
        if (isRepeated()) {
            table.column("low", Unit.SECONDS, row -> row.times().low())
                    .column("high", Unit.SECONDS, row -> row.times().high())
                    .column("median", Unit.SECONDS, row -> row.times().quantile(0.5))
                    .column("runs", Unit.COUNT, row -> row.times().count());
        }
        table.column("runs with timeouts", Unit.PERCENT, row -> row.late().value());
        formulas().forEach(name -> table.column("formula " + name, Unit.SECONDS, row -> formula(row, name)));
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
        facts.put("operation", kind.label());
        facts.put("platform", platformName);
        facts.put("platform's validity", validity);
        facts.put("sharing", platform.sharing().name());
        facts.put("message cost", platform.cost().name());
        facts.put("seed", Long.toString(common.seed()));
        return new StudyPage.Content(
                kind.label() + " on " + ShortNames.stem(platformName),
                StudyText.verdict(rows),
                charts,
                table,
                facts,
                warnings);
    }
}
