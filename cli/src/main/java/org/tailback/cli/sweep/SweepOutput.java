package org.tailback.cli.sweep;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import com.google.common.collect.Maps;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.Chart;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.output.Output;
import org.tailback.report.StudyPage;
import org.tailback.report.StudyPage.Unit;
import org.tailback.study.hpl.HplWork;
import org.tailback.study.sweep.Sweep.Summary;
import org.tailback.study.sweep.SweepCharts;
import org.tailback.study.sweep.SweepPlan;
import org.tailback.study.sweep.SweepRow;
import org.tailback.units.Readable;

/** Results of a sweep in each format, with the rows only if they are not in a file. */
final class SweepOutput {
    private static final List<String> TEXTS =
            List.of("workload", "platform", "model", "cost", "loss", "placement", "inputs", "problem", "checksum");

    private SweepOutput() {}

    static void text(Summary summary, @Nullable Path output, PrintWriter out) {
        out.print(Words.count(summary.done(), "run") + " performed"
                + (summary.found() == 0 ? "" : ", " + summary.found() + " already in the file")
                + (summary.rows().size() == summary.runs() ? "" : ", of " + summary.runs() + " in all")
                + (output == null ? "" : ": " + output) + "\n");
        if (output == null) {
            out.print("\n" + columns(summary.rows()).tableOfDifferences(summary.rows()));
        }
    }

    /**
     * Result of a sweep.
     *
     * @param runs number of runs of the plan, over all shards
     * @param found number of runs that the file of results contained
     * @param done number of runs performed by this command
     * @param failed number of runs that could not be performed
     * @param complete false if the sweep was stopped before its end
     * @param output file with the rows; null if there is none
     * @param rows fields by column, in the order of their runs; empty if they are in a file
     * @param warnings warnings for the user, one sentence each
     */
    record Data(
            int runs,
            int found,
            int done,
            int failed,
            boolean complete,
            @Output(orNull = true) @Nullable Path output,
            List<Map<String, Object>> rows,
            List<String> warnings) {}

    static Data data(Summary summary, @Nullable Path output, SweepPlan plan, List<String> outside) {
        Map<String, String> basis = plan.holdings().stream()
                .collect(Collectors.toMap(
                        SweepPlan.Holding::platform,
                        each -> each.validity().basis().label(),
                        (one, same) -> one));
        return new Data(
                summary.runs(),
                summary.found(),
                summary.done(),
                summary.failed().size(),
                summary.complete(),
                output,
                output == null
                        ? summary.rows().stream().map(row -> row(row, basis)).toList()
                        : List.of(),
                ImmutableList.copyOf(Iterables.concat(summary.warnings(), outside)));
    }

    private static Map<String, Object> row(SweepRow row, Map<String, String> basis) {
        Map<String, Object> cells = new LinkedHashMap<>(Maps.toMap(
                SweepRow.COLUMNS, column -> TEXTS.contains(column) ? row.field(column) : (Object) row.number(column)));
        double rate = rate(row);
        if (!Double.isNaN(rate)) {
            cells.put("gflops", rate);
        }
        cells.put("basis", basis.getOrDefault(row.field("platform"), ""));
        return cells;
    }

    static void csv(Summary summary, @Nullable Path output, PrintWriter out) {
        if (output == null) {
            Csv csv = Csv.with(out, SweepRow.COLUMNS);
            summary.rows().forEach(row -> csv.row(row.fields().toArray()));
        }
    }

    static StudyPage.Content page(String study, SweepPlan plan, Summary summary, CommonOptions common) {
        TableColumns<SweepRow> table =
                columns(summary.rows()).onPage("timeouts", Unit.COUNT, row -> row.number("retransmissionTimeouts"));
        for (String name : List.of("cost", "loss", "computeScale", "problem")) {
            table.onPage(name, Unit.TEXT, row -> row.field(name));
        }
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
        facts.put("study", study);
        plan.validity().forEach((platform, words) -> facts.put("validity of " + platform, words));
        List<Chart> charts = SweepCharts.makespans(study, summary.rows());
        return new StudyPage.Content(
                charts.isEmpty() ? study : charts.get(0).title(),
                summary.rows().size() == summary.runs()
                        ? Words.count(summary.runs(), "run")
                        : summary.rows().size() + " of " + Words.count(summary.runs(), "run"),
                charts,
                table.page(summary.rows()),
                facts,
                leftOut(summary));
    }

    /** Returns the parts of the result that the charts omit, one sentence each. */
    static List<String> leftOut(Summary summary) {
        List<String> warnings = new ArrayList<>(SweepCharts.leftOut(summary.rows()));
        if (!summary.failed().isEmpty()) {
            warnings.add(Words.count(summary.failed().size(), "run") + " failed");
        }
        return warnings;
    }

    private static TableColumns<SweepRow> columns(List<SweepRow> rows) {
        TableColumns<SweepRow> columns = new TableColumns<SweepRow>()
                .count("run", row -> Integer.valueOf(row.field("run")))
                .add(
                        "makespan",
                        Unit.SECONDS,
                        row -> row.number("makespan"),
                        row -> row.hasFailed() ? "failed" : Readable.seconds(row.number("makespan")));
        if (rows.stream().anyMatch(row -> !Double.isNaN(HplWork.flops(row.field("workload"))))) {
            columns.ratio("Gflop/s", SweepOutput::rate);
        }
        if (rows.stream().anyMatch(row -> !row.field("low").isEmpty())) {
            columns.seconds("low", row -> row.number("low")).seconds("high", row -> row.number("high"));
        }
        return columns.ratio("penalty", row -> row.hasFailed() ? Double.NaN : row.number("averagePenalty"))
                .add("workload", row -> row.field("workload"))
                .add(">ranks", row -> row.field("ranks"))
                .add("bytes", Unit.SIZES, row -> row.number("bytes"), row -> row.field("bytes"))
                .add("platform", row -> row.field("platform"))
                .add("model", row -> row.field("model"))
                .add("placement", row -> row.field("placement"))
                .add(">seed", row -> row.field("seed"));
    }

    /** Returns the speed of a run of HPL in 10^9 flop/s; NaN for other runs. */
    private static double rate(SweepRow row) {
        return row.hasFailed() ? Double.NaN : HplWork.flops(row.field("workload")) / row.number("makespan") / 1e9;
    }
}
