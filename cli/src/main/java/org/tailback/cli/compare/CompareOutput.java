package org.tailback.cli.compare;

import com.google.common.collect.Streams;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.Chart;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.option.ModelErrorOption;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.cli.verdict.Setting;
import org.tailback.cli.verdict.Verdict;
import org.tailback.cli.verdict.Verdict.Candidate;
import org.tailback.output.Fields;
import org.tailback.output.Output;
import org.tailback.platform.Interval;
import org.tailback.report.StudyPage;
import org.tailback.report.StudyPage.Unit;
import org.tailback.study.comparison.Comparison.Row;
import org.tailback.study.comparison.ComparisonCharts;
import org.tailback.study.efficiency.Efficiencies.Factor;
import org.tailback.table.ShortestNumbers;
import org.tailback.units.Readable;

/**
 * Result of a comparison as text, JSON, CSV and a page, best first.
 *
 * @param trace name of the trace
 * @param rows successful rows, best first
 * @param failed rows without a makespan, listed after the others
 * @param modelError relative error of ratios of predicted times, from {@code --model-error}; NaN without it
 * @param validity domain of each platform's numbers
 * @param warnings all warnings of the replays, each once
 */
@Fields("allRows modelError warnings")
record CompareOutput(
        String trace,
        List<Row> rows,
        List<Row> failed,
        double modelError,
        Map<String, String> validity,
        List<String> warnings) {
    private static final int SHOWN = 20;

    @Output(name = "rows")
    List<Row> allRows() {
        return Stream.concat(rows.stream(), failed.stream()).toList();
    }

    private TableColumns<Row> table(Map<Row, String> names) {
        TableColumns<Row> columns = new TableColumns<Row>().seconds("makespan", Row::makespan);
        if (rows.stream().anyMatch(row -> row.times().interval() != null)) {
            columns.seconds("low", row -> end(row.times().interval(), Interval::low))
                    .seconds("high", row -> end(row.times().interval(), Interval::high));
        }
        if (isOfDifferentWork()) {
            columns.ratio("Gflop/s", Row::gflops);
        }
        columns.ratio("relative", row -> row.times().relative())
                .percent("contention", CompareOutput::contention)
                .ratio("penalty", row -> row.times().averagePenalty());
        if (rows.stream().anyMatch(row -> row.times().retransmissionTimeouts() > 0)) {
            columns.count("timeouts", row -> row.times().retransmissionTimeouts());
        }
        if (hasPrices()) {
            columns.count("nodes", row -> row.nodes().nodes())
                    .add(">price", row -> ShortestNumbers.shortest(row.nodes().price()))
                    .ratio("run price", this::relativeRunPrice);
        }
        return columns.add("basis", row -> row.basis().label()).add("network", names::get);
    }

    private Map<Row, String> names() {
        Map<Row, String> names = new IdentityHashMap<>();
        Streams.forEachPair(rows.stream(), ComparisonCharts.names(rows).stream(), names::put);
        return names;
    }

    void text(PrintWriter out) {
        Map<Row, String> names = names();
        List<Row> shown = rows.subList(0, Math.min(SHOWN, rows.size()));
        out.print(table(names).tableOfDifferences(shown)
                + (rows.size() > SHOWN
                        ? "  (the best " + SHOWN + " of " + rows.size() + "; --format csv lists all)\n"
                        : "")
                + failed.stream()
                        .map(row -> "  " + row.platform() + ", " + row.placement() + ", " + row.model() + " failed: "
                                + row.error() + "\n")
                        .distinct()
                        .collect(Collectors.joining())
                + "  contention: its share of the makespan; penalty: message time over contention-free time"
                + (shown.stream().anyMatch(CompareOutput::isHidden)
                        ? "\n  where contention is 0 %, it is hidden behind computation"
                        : "")
                + "\n"
                + (isOfDifferentWork()
                        ? "  relative: highest Gflop/s divided by those of the run, because N differs\n"
                        : ""));
        rows.stream()
                .map(row -> row.times().interval())
                .filter(Objects::nonNull)
                .map(interval -> Words.percent(interval.coverage()))
                .distinct()
                .forEach(share -> out.print("  low and high: " + share + " of measured times lie between them\n"));
        if (hasPrices()) {
            out.print("  run price: price of the used nodes x makespan, relative to the cheapest run\n");
        }
        out.print(common("placement", Row::placement) + common("model", Row::model));
        List<Row> measured =
                shown.stream().filter(row -> row.efficiencies() != null).toList();
        if (!measured.isEmpty()) {
            out.print("\n" + efficiencies(measured, names));
        }
    }

    /** Returns a line with the value of a property if it is equal in all rows; otherwise an empty text. */
    private String common(String what, Function<Row, String> property) {
        List<String> values = rows.stream().map(property).distinct().toList();
        return values.size() == 1 ? "  " + what + ": " + values.get(0) + "\n" : "";
    }

    private static double end(@Nullable Interval interval, ToDoubleFunction<Interval> end) {
        return interval == null ? Double.NaN : end.applyAsDouble(interval);
    }

    /** Returns whether the runs perform different amounts of work; their times are then not comparable. */
    private boolean isOfDifferentWork() {
        return rows.stream().noneMatch(row -> Double.isNaN(row.flops()))
                && rows.stream().mapToDouble(Row::flops).distinct().count() > 1;
    }

    private boolean hasPrices() {
        return rows.stream().noneMatch(row -> Double.isNaN(row.nodes().price()));
    }

    private double relativeRunPrice(Row row) {
        return row.runPrice() / rows.stream().mapToDouble(Row::runPrice).min().orElse(Double.NaN);
    }

    /**
     * Returns the interval of a row's makespan: from the user's error, from residuals, or from a stated error that was
     * measured for the platform itself.
     */
    private @Nullable Interval interval(Row row) {
        if (!Double.isNaN(modelError)) {
            return ModelErrorOption.interval(row.makespan(), modelError, null);
        }
        Candidate candidate = candidate(row, "", false);
        return Setting.isCoarse(candidate.stated()) ? null : candidate.interval();
    }

    private Candidate candidate(Row row, String name, boolean isOfOnePlatform) {
        return setting(row).candidate(name, row.makespan(), row.times().interval(), isOfOnePlatform, modelError);
    }

    private Setting setting(Row row) {
        return new Setting(
                row.platform(),
                row.basis(),
                ModelErrorOption.interval(
                        row.makespan(), modelError, row.times().interval()),
                row.outside(),
                row.nodes().nodes(),
                row.nodes().ranksPerNode(),
                row.nodes().insideNodes(),
                row.stated());
    }

    Verdict verdict() {
        Map<Row, String> names = names();
        Row best = rows.get(0);
        Row worst = rows.get(rows.size() - 1);
        if (isOfDifferentWork()) {
            return Verdict.none(
                    trace + " reaches " + Words.ratio(best.gflops()) + " Gflop/s at best, " + names.get(best) + "; "
                            + Words.ratio(worst.gflops()) + " Gflop/s at worst: " + names.get(worst),
                    "runs with different N do different amounts of work; compare runs of one N",
                    "");
        }
        String opening = trace + " takes " + Readable.seconds(best.makespan())
                + Words.interval(best.times().interval())
                + (rows.size() == 1 ? ", " : " at best, ")
                + setting(best).text()
                + (rows.size() > 1 && best.makespan() == worst.makespan()
                        ? "; all " + rows.size() + " take the same time"
                        : "");
        boolean isOfOnePlatform = rows.stream().map(Row::platform).distinct().count() == 1;
        String doubt = rows.stream()
                .map(row -> setting(row).doubt())
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse("");
        boolean isCoarse = rows.stream().map(row -> setting(row).bound()).anyMatch(Setting::isCoarse);
        Verdict byTimeouts = doubt.isEmpty() && !isCoarse ? null : byTimeouts(opening, names);
        if (byTimeouts != null) {
            return byTimeouts;
        }
        return Verdict.between(
                opening,
                rows.stream()
                        .map(row -> candidate(row, String.valueOf(names.get(row)), isOfOnePlatform))
                        .toList(),
                modelError,
                doubt);
    }

    /**
     * Returns the verdict for an unknown error of contention if every run except the fastest waits for retransmission
     * timeouts and takes longer by at least half a timeout; otherwise null.
     */
    private @Nullable Verdict byTimeouts(String opening, Map<Row, String> names) {
        Row best = rows.get(0);
        List<Row> others = rows.subList(1, rows.size());
        if (others.isEmpty()
                || best.times().retransmissionTimeouts() > 0
                || others.stream()
                        .anyMatch(row -> row.times().retransmissionTimeouts() == 0
                                || !(row.makespan() - best.makespan() >= row.timeout() / 2))) {
            return null;
        }
        return Verdict.byTimeout(
                opening,
                String.valueOf(names.get(best)),
                others.stream().map(row -> String.valueOf(names.get(row))).toList(),
                others.get(0).makespan() / best.makespan(),
                others.get(others.size() - 1).makespan() / best.makespan(),
                others.stream().mapToDouble(Row::timeout).min().orElse(Double.NaN));
    }

    private static TextTable efficiencies(List<Row> measured, Map<Row, String> names) {
        TableColumns<Row> columns = new TableColumns<>();
        List<Factor> heads = factors(measured.get(0));
        for (int i = 0; i < heads.size(); i++) {
            int number = i;
            String label = heads.get(i).label();
            columns.addIf(
                    !label.equals("communication"),
                    ">" + label,
                    row -> Words.percent(factors(row).get(number).value()));
        }
        return columns.add("network", names::get).table(measured);
    }

    private static List<Factor> factors(Row row) {
        return Objects.requireNonNull(row.efficiencies()).factors();
    }

    /** Returns whether messages take long but no rank waits for them. */
    private static boolean isHidden(Row row) {
        return row.times().averagePenalty() >= 1.5 && contention(row) < 0.001;
    }

    /** Returns the fraction of the makespan caused by contention and losses; NaN if the makespan is 0. */
    private static double contention(Row row) {
        return row.makespan() > 0 ? 1 - row.times().uncontended() / row.makespan() : Double.NaN;
    }

    void csv(PrintWriter out) {
        TableColumns.of(Row.class)
                .without("error")
                .add("outside", row -> String.join("; ", row.outside()))
                .addIf(!failed.isEmpty(), "error", row -> Objects.requireNonNullElse(row.error(), ""))
                .csv(out, allRows());
    }

    StudyPage.Content page(CommonOptions common) {
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
        facts.put("trace", trace);
        facts.put("seed", Long.toString(common.seed()));
        facts.putAll(validity);
        TableColumns<Row> table = table(names())
                .onPage("run", Unit.TEXT, Row::workload)
                .onPage("placement", Unit.TEXT, Row::placement)
                .onPage("model", Unit.TEXT, Row::model)
                .onPage("uncontended", Unit.SECONDS, row -> row.times().uncontended())
                .onPage(
                        "lost to contention, all messages",
                        Unit.SECONDS,
                        row -> row.times().lostToContention());
        String meaning = Double.isNaN(modelError)
                ? "range of measured times, from the platform's error"
                : "error of " + Words.percent(modelError) + " (--model-error)";
        List<Chart> charts = new ArrayList<>(List.of(ComparisonCharts.makespans(trace, rows, this::interval, meaning)));
        if (hasPrices()) {
            charts.add(ComparisonCharts.runPrices("Price x makespan, relative to the cheapest run", rows));
        }
        return new StudyPage.Content(
                charts.get(0).title(), verdict().forPage(), charts, table.page(rows), facts, warnings);
    }
}
