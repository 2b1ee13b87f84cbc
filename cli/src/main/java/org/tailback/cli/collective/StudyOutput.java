package org.tailback.cli.collective;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.tailback.chart.Chart;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.verdict.Verdict;
import org.tailback.output.Fields;
import org.tailback.output.Output;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.report.StudyPage;
import org.tailback.report.StudyPage.Unit;
import org.tailback.study.collective.CollectiveCharts;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.study.collective.Crossover;
import org.tailback.study.rules.DecisionRules;
import org.tailback.study.rules.RuleCell;
import org.tailback.table.ShortNames;
import org.tailback.table.ShortestNumbers;

/**
 * Predictions for algorithms as JSON, CSV and a page: times in seconds, sizes in bytes.
 *
 * @param rows a prediction for each algorithm, number of ranks and size that did not fail
 * @param failed the rows without a prediction, which results list behind the others
 * @param warnings what was assumed or approximated
 * @param kind the operation
 * @param seed of everything random
 * @param crossovers where another algorithm becomes the fastest; empty if not asked for
 */
@Fields({"allRows", "warnings", "kind", "model", "cost", "loss", "seed", "crossovers", "decisions"})
record StudyOutput(
        List<CollectiveRow> rows,
        List<CollectiveRow> failed,
        List<String> warnings,
        @Output(name = "operation") Kind kind,
        long seed,
        List<Crossover> crossovers,
        DecisionRules rules,
        String platformName,
        String validity,
        Platform platform,
        Verdict verdict) {
    /** Returns a prediction, or an error, for each algorithm, number of ranks and size. */
    @Output(name = "rows")
    List<CollectiveRow> allRows() {
        return Stream.concat(rows.stream(), failed.stream()).toList();
    }

    String model() {
        return platform.sharing().name();
    }

    String cost() {
        return platform.cost().name();
    }

    String loss() {
        return platform.loss().name();
    }

    /** Returns the decision for each number of ranks and size; empty if not asked for. */
    @Output(name = "rules")
    List<RuleCell> decisions() {
        return rules.cells();
    }

    void csv(PrintWriter out) {
        TableColumns.of(CollectiveRow.class, rows)
                .without("timeoutProbabilityLow", "timeoutProbabilityHigh", "error")
                .addIf(!failed.isEmpty(), "error", row -> Objects.requireNonNullElse(row.error(), ""))
                .csv(out, allRows());
    }

    Set<String> formulas() {
        Set<String> formulas = new LinkedHashSet<>();
        rows.forEach(row -> formulas.addAll(row.closedForm().keySet()));
        return formulas;
    }

    private static double formula(CollectiveRow row, String name) {
        return row.closedForm().getOrDefault(name, Double.NaN);
    }

    boolean isRepeated() {
        return rows.stream().anyMatch(row -> row.replications() > 1);
    }

    boolean hasIntervals() {
        return rows.stream().anyMatch(row -> row.coverage() > 0);
    }

    Chart timeouts() {
        return CollectiveCharts.timeouts(subject(), rows);
    }

    private String subject() {
        return kind.label() + " on " + ShortNames.stem(platformName);
    }

    StudyPage.Content page(CommonOptions common) {
        List<Chart> charts = new ArrayList<>(List.of(CollectiveCharts.times(subject(), rows)));
        if (rows.stream().anyMatch(row -> row.late().hits() > 0)) {
            charts.add(timeouts());
        }
        StudyPage.Table<CollectiveRow> table = new StudyPage.Table<>(rows)
                .column("algorithm", Unit.TEXT, CollectiveRow::algorithm)
                .column("ranks", Unit.COUNT, CollectiveRow::ranks)
                .column("ranks per node", Unit.COUNT, CollectiveRow::ranksPerNode)
                .column("size", Unit.SIZES, CollectiveRow::bytes)
                .column("loss", Unit.TEXT, CollectiveRow::variant)
                .column("jitter", Unit.TEXT, row -> ShortestNumbers.shortest(row.jitterScale()))
                .column("time", Unit.SECONDS, CollectiveRow::time);
        if (isRepeated() || hasIntervals()) {
            table.column("low", Unit.SECONDS, CollectiveRow::low).column("high", Unit.SECONDS, CollectiveRow::high);
        }
        if (isRepeated()) {
            table.column("median", Unit.SECONDS, CollectiveRow::median)
                    .column("runs", Unit.COUNT, CollectiveRow::replications);
        }
        table.column("runs with timeouts", Unit.PERCENT, CollectiveRow::timeoutProbability);
        formulas().forEach(name -> table.column("formula " + name, Unit.SECONDS, row -> formula(row, name)));
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
        facts.put("operation", kind.label());
        facts.put("platform", platformName);
        facts.put("platform's validity", validity);
        facts.put("sharing", model());
        facts.put("message cost", cost());
        facts.put("seed", Long.toString(seed));
        return new StudyPage.Content(charts.get(0).title(), verdict.opening(), charts, table, facts, warnings);
    }
}
