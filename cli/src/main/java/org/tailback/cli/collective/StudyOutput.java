package org.tailback.cli.collective;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.tailback.chart.Chart;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
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

/**
 * Predictions for algorithms as JSON, CSV and a page: times in seconds, sizes in bytes.
 *
 * @param rows one successful prediction per algorithm, number of ranks and size
 * @param failed rows without a prediction, listed after the others
 * @param warnings assumptions and approximations, one sentence each
 * @param kind the operation
 * @param seed seed of all random numbers
 * @param crossovers sizes from which another algorithm is the fastest; empty if not requested
 */
@Fields("allRows warnings kind model cost loss seed crossovers decisions")
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
        return platform.model().name();
    }

    String cost() {
        return platform.cost().name();
    }

    String loss() {
        return platform.loss().name();
    }

    /** Returns the decision for each number of ranks and size; empty if not requested. */
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

    /** Returns the columns of the predictions. Optional columns are included only if rows differ in them. */
    TableColumns<CollectiveRow> columns() {
        boolean isRepeated = rows.stream().anyMatch(row -> row.replications() > 1);
        boolean isJittered = several(CollectiveRow::jitterScale);
        TableColumns<CollectiveRow> columns = new TableColumns<CollectiveRow>()
                .addIf(several(CollectiveRow::variant), "loss", CollectiveRow::variant)
                .addIf(isJittered, ">jitter", row -> Words.ratio(row.jitterScale()))
                .count("ranks", CollectiveRow::ranks)
                .addIf(sharesNodes(), ">per node", CollectiveRow::ranksPerNode)
                .sizes("size", CollectiveRow::bytes, rows)
                .add("algorithm", CollectiveRow::algorithm)
                .seconds("time", CollectiveRow::time);
        if (isRepeated || rows.stream().anyMatch(row -> row.coverage() > 0)) {
            columns.seconds("low", CollectiveRow::low).seconds("high", CollectiveRow::high);
        }
        if (isRepeated && !isJittered) {
            columns.seconds("5 %", CollectiveRow::quantile05);
        }
        if (isRepeated) {
            columns.seconds("median", CollectiveRow::median);
        }
        if (isRepeated && !isJittered) {
            columns.seconds("95 %", CollectiveRow::quantile95);
        }
        if (isRepeated) {
            columns.percent("timed out", CollectiveRow::timeoutProbability);
        } else if (rows.stream().anyMatch(row -> row.retransmissionTimeouts() > 0)) {
            columns.count("timeouts", CollectiveRow::retransmissionTimeouts);
        }
        rows.stream()
                .flatMap(row -> row.closedForm().keySet().stream())
                .distinct()
                .forEach(name ->
                        columns.seconds(heading(name), row -> row.closedForm().getOrDefault(name, Double.NaN)));
        return columns;
    }

    /** Returns the name of a field as words: {@code plogpt as printed} for {@code plogptAsPrinted}. */
    private static String heading(String field) {
        return field.replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    boolean sharesNodes() {
        return rows.stream().anyMatch(row -> row.ranksPerNode() > 1);
    }

    boolean several(Function<CollectiveRow, Object> property) {
        return rows.stream().map(property).distinct().count() > 1;
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
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
        facts.put("operation", kind.label());
        facts.put("platform", platformName);
        facts.put("platform's validity", validity);
        facts.put("sharing", model());
        facts.put("message cost", cost());
        facts.put("seed", Long.toString(seed));
        return new StudyPage.Content(
                charts.get(0).title(),
                verdict.forPage(),
                charts,
                columns()
                        .onPage("runs", Unit.COUNT, CollectiveRow::replications)
                        .page(rows),
                facts,
                warnings);
    }
}
