package org.tailback.cli.compare;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.tailback.chart.Chart;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.output.NoOutput;
import org.tailback.platform.Interval;
import org.tailback.report.StudyPage;
import org.tailback.report.StudyPage.Unit;
import org.tailback.study.comparison.Comparison;
import org.tailback.study.comparison.ComparisonCharts;
import org.tailback.study.efficiency.Efficiencies;
import org.tailback.table.ShortNames;
import org.tailback.table.ShortestNumbers;
import org.tailback.units.Readable;

/**
 * A comparison as text, JSON, CSV and a page, best first.
 *
 * @param trace its name
 * @param rows best first
 * @param modelError relative error of ratios of predicted times, as {@code --model-error} gives it; NaN without it
 * @param validity for each platform: what its numbers hold for
 * @param warnings of all replays
 */
record CompareOutput(
        @NoOutput String trace,
        List<Comparison.Row> rows,
        double modelError,
        @NoOutput Map<String, String> validity,
        List<String> warnings) {
    private static final int RANKS_SHOWN = 3;

    private TableColumns<Comparison.Row> table() {
        return new TableColumns<Comparison.Row>()
                .add(">makespan", row -> Readable.seconds(row.makespan()))
                .addIf(
                        rows.stream().anyMatch(row -> row.interval() != null),
                        "interval",
                        row -> Words.interval(row.interval()).strip())
                .add(">relative", row -> Words.ratio(row.relative()))
                .add(">contention", CompareOutput::contention)
                .add(">penalty", row -> Words.ratio(row.averagePenalty()))
                .add(">timeouts", Comparison.Row::retransmissionTimeouts)
                .add("platform", Comparison.Row::platform)
                .add("placement", Comparison.Row::placement)
                .add("model", Comparison.Row::model)
                .addIf(
                        severalRuns(),
                        "run",
                        row -> ShortNames.different(rows.stream()
                                        .map(Comparison.Row::workload)
                                        .toList())
                                .apply(row.workload()))
                .addIf(
                        rows.stream().map(Comparison.Row::basis).distinct().count() > 1,
                        "basis",
                        row -> row.basis().label())
                .add("ranks that lose most", CompareOutput::worstRanks)
                .add("tenth of the run", CompareOutput::worstPhase);
    }

    private boolean severalRuns() {
        return rows.stream().map(Comparison.Row::workload).distinct().count() > 1;
    }

    void text(PrintWriter out) {
        out.print(verdict() + "\n\n" + table().table(rows) + "\n");
        if (hasPrices()) {
            out.print(prices().table(rows) + "\n"
                    + "run price: price times makespan, of the cheapest run; the price of all nodes that ranks use.\n");
        }
        out.print(uncertainty() + "\n"
                + "contention: its part of the makespan; other shares are of the time that all messages"
                + " together lose.\n");
        List<Comparison.Row> measured =
                rows.stream().filter(row -> row.efficiencies() != null).toList();
        if (!measured.isEmpty()) {
            out.print("\n" + efficiencies().table(measured));
        }
    }

    private boolean hasPrices() {
        return rows.stream().noneMatch(row -> Double.isNaN(row.price()));
    }

    private TableColumns<Comparison.Row> prices() {
        return new TableColumns<Comparison.Row>()
                .add(">nodes", Comparison.Row::nodes)
                .add(">price", row -> ShortestNumbers.shortest(row.price()))
                .add(">run price", row -> Words.ratio(relativeRunPrice(row)))
                .add("platform", Comparison.Row::platform)
                .add("placement", Comparison.Row::placement)
                .add("model", Comparison.Row::model);
    }

    /** Returns price times makespan, divided by the smallest of all rows. */
    private double relativeRunPrice(Comparison.Row row) {
        return row.runPrice()
                / rows.stream().mapToDouble(Comparison.Row::runPrice).min().orElse(Double.NaN);
    }

    /** Returns the rows that the error of the models does not distinguish from the best. */
    private String uncertainty() {
        List<Comparison.Row> outside = rows.stream()
                .filter(row -> !row.outside().isEmpty() && row.interval() == null)
                .toList();
        if (!outside.isEmpty()) {
            Comparison.Row first = outside.get(0);
            return "uncertainty: cannot tell which is best, because "
                    + (rows.size() == outside.size() ? "all" : outside.size() + " of " + rows.size())
                    + " runs are extrapolated, such as " + first.platform() + ": "
                    + first.outside().get(0) + ".";
        }
        boolean known = !Double.isNaN(modelError);
        if (!known && rows.stream().anyMatch(row -> row.interval() == null)) {
            return "uncertainty: not known of all platforms; with --model-error, ties are named.";
        }
        Interval best = rows.get(0).interval();
        long ties = rows.stream()
                .filter(row -> known
                        ? row.relative() <= 1 + modelError
                        : row == rows.get(0) || !Interval.areApart(row.interval(), best))
                .count();
        String error = known ? "the error of " + Words.percent(modelError) : "their intervals";
        return ties == 1
                ? "uncertainty: the best is ahead by more than " + error + "."
                : "uncertainty: the first " + ties + " differ by less than " + error + ": a tie.";
    }

    private static TableColumns<Comparison.Row> efficiencies() {
        return new TableColumns<Comparison.Row>()
                .add(">parallel", row -> percent(row, Efficiencies::parallel))
                .add(">balance", row -> percent(row, Efficiencies::loadBalance))
                .add(">serialisation", row -> percent(row, Efficiencies::serialisation))
                .add(">transfer", row -> percent(row, Efficiencies::transfer))
                .add(">latency", row -> percent(row, Efficiencies::latency))
                .add(">bandwidth", row -> percent(row, Efficiencies::bandwidth))
                .add(">contention", row -> percent(row, Efficiencies::contention))
                .add(">timeouts", row -> percent(row, Efficiencies::timeouts))
                .add("platform", Comparison.Row::platform)
                .add("placement", Comparison.Row::placement)
                .add("model", Comparison.Row::model);
    }

    private static String percent(Comparison.Row row, ToDoubleFunction<Efficiencies> factor) {
        Efficiencies efficiencies = row.efficiencies();
        return efficiencies == null ? "-" : Words.percent(factor.applyAsDouble(efficiencies));
    }

    /** Returns the best and the worst. */
    private String verdict() {
        return trace + " takes " + described(rows.get(0), "best")
                + (rows.size() == 1 ? "" : " and " + described(rows.get(rows.size() - 1), "worst"));
    }

    private String described(Comparison.Row row, String place) {
        return Readable.seconds(row.makespan()) + " at " + place + " (" + row.platform() + ", " + row.placement() + ", "
                + row.model() + (severalRuns() ? ", " + row.workload() : "") + ")";
    }

    /** Returns the part of the makespan that would not be there without contention and losses. */
    private static String contention(Comparison.Row row) {
        return row.makespan() > 0 ? Words.percent(1 - row.uncontended() / row.makespan()) : "-";
    }

    private static String worstRanks(Comparison.Row row) {
        return row.ranks().isEmpty()
                ? "-"
                : row.ranks().stream()
                        .limit(RANKS_SHOWN)
                        .map(rank -> rank.rank() + " ("
                                + Words.percent(rank.lostToContention() / row.lostToContention()) + ")")
                        .collect(Collectors.joining(" "));
    }

    private static String worstPhase(Comparison.Row row) {
        int worst = -1;
        double most = 0;
        for (int i = 0; i < row.phases().size(); i++) {
            double lost = row.phases().get(i).lostToContention();
            if (lost > most) {
                worst = i;
                most = lost;
            }
        }
        return worst < 0 ? "-" : (worst + 1) + ". (" + Words.percent(most / row.lostToContention()) + ")";
    }

    void csv(PrintWriter out) {
        TableColumns.of(Comparison.Row.class)
                .add("outside", row -> String.join("; ", row.outside()))
                .csv(out, rows);
    }

    StudyPage.Content page(CommonOptions common) {
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
        facts.put("trace", trace);
        facts.put("seed", Long.toString(common.seed()));
        facts.putAll(validity);
        StudyPage.Table<Comparison.Row> table = new StudyPage.Table<>(rows)
                .column("platform", Unit.TEXT, Comparison.Row::platform)
                .column("placement", Unit.TEXT, Comparison.Row::placement)
                .column("model", Unit.TEXT, Comparison.Row::model)
                .column("run", Unit.TEXT, Comparison.Row::workload)
                .column("basis", Unit.TEXT, row -> row.basis().label())
                .column("makespan", Unit.SECONDS, Comparison.Row::makespan)
                .column("relative", Unit.PENALTY, Comparison.Row::relative)
                .column("uncontended", Unit.SECONDS, Comparison.Row::uncontended)
                .column("penalty", Unit.PENALTY, Comparison.Row::averagePenalty)
                .column("timeouts", Unit.COUNT, Comparison.Row::retransmissionTimeouts)
                .column("lost to contention, all messages", Unit.SECONDS, Comparison.Row::lostToContention);
        List<Chart> charts = new ArrayList<>(List.of(
                ComparisonCharts.makespans(trace, rows),
                ComparisonCharts.contention("When messages lose time to contention", rows)));
        if (hasPrices()) {
            table.column("nodes", Unit.COUNT, Comparison.Row::nodes)
                    .column("price", Unit.TEXT, row -> ShortestNumbers.shortest(row.price()))
                    .column("run price", Unit.PENALTY, this::relativeRunPrice);
            charts.add(1, ComparisonCharts.runPrices("Price times makespan, of the cheapest run", rows));
        }
        return new StudyPage.Content(
                trace + " on " + rows.size() + (rows.size() == 1 ? " network" : " networks and placements"),
                verdict() + "; " + uncertainty(),
                charts,
                table,
                facts,
                warnings);
    }
}
