package org.tailback.cli.hpl;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.generator.hpl.HplSettings;
import org.tailback.output.Inline;
import org.tailback.output.NoOutput;
import org.tailback.study.hpl.HplSearch;
import org.tailback.study.hpl.HplSearch.Row;
import org.tailback.study.hpl.HplSearch.Sensitivity;
import org.tailback.units.Readable;

/**
 * Best configurations of HPL in each format.
 *
 * @param n order of the matrix
 * @param ranks number of processes
 * @param result of the search
 * @param warnings warnings for the user, one sentence each
 */
record HplOutput(
        @Inline HplSearch.Result result,
        int n,
        int ranks,
        @NoOutput String platform,
        List<String> warnings) {
    void text(PrintWriter out) {
        List<Row> rows = result.rows();
        if (rows.isEmpty()) {
            out.print("no configuration was run completely\n");
            return;
        }
        Row best = rows.get(0);
        Function<Row, Object> pfact = row -> row.settings().pfact();
        Function<Row, Object> rfact = row -> row.settings().rfact();
        boolean hasIntervals = rows.stream().anyMatch(row -> !Double.isNaN(row.low()));
        HplSettings settings = best.settings();
        out.print("HPL of n = " + n + " on " + Words.count(ranks, "rank") + " of " + platform + " takes "
                + Readable.seconds(best.makespan()) + ", " + gflops(best) + " Gflop/s, with nb " + settings.nb()
                + ", " + grid(settings) + ", " + settings.bcast() + ", " + settings.swap()
                + ", depth " + settings.depth() + "\n"
                + verdict(rows)
                + (result.complete() ? "" : " (the search was stopped)") + "\n\n"
                + new TableColumns<Row>()
                        .add(">makespan", row -> Readable.seconds(row.makespan()))
                        .add(">Gflop/s", HplOutput::gflops)
                        .addIf(hasIntervals, ">from", row -> Readable.seconds(row.low()))
                        .addIf(hasIntervals, ">to", row -> Readable.seconds(row.high()))
                        .add(">relative", row -> Words.ratio(row.relative()))
                        .addIf(hasIntervals, "tie", row -> row.worse() ? "" : "yes")
                        .add(">nb", row -> row.settings().nb())
                        .add("grid", row -> grid(row.settings()))
                        .add("broadcast", row -> row.settings().bcast())
                        .add("swap", row -> row.settings().swap())
                        .add(">depth", row -> row.settings().depth())
                        .addIf(several(pfact), "pfact", pfact)
                        .addIf(several(rfact), "rfact", rfact)
                        .table(rows)
                + "\nCost of a value: smallest makespan with the value / smallest makespan"
                + (result.sampled() ? ", estimated from windows of panels" : "") + "\n\n"
                + new TableColumns<Sensitivity>()
                        .add("key", Sensitivity::key)
                        .add("value", Sensitivity::value)
                        .add(">relative", value -> Words.ratio(value.relative()))
                        .table(result.sensitivity())
                + "\n" + result.tried() + " of " + result.candidates() + " configurations tried"
                + (result.sampled() ? " in three windows of panels each; complete runs of the best" : "")
                + (hasIntervals ? "; intervals contain " + Words.percent(result.coverage()) + " of runs" : "") + "\n");
    }

    private String verdict(List<Row> rows) {
        if (rows.size() == 1) {
            return result.tried() == 1 ? "no other configuration was tried" : "only one row was requested";
        }
        if (rows.stream().anyMatch(row -> Double.isNaN(row.low()))) {
            return "No verdict: the error of some rows is unknown on " + platform;
        }
        String tied = rows.stream().noneMatch(Row::worse) ? "all other rows" : result.ties() - 1 + " other rows";
        return result.ties() == 1
                ? "the runner-up is significantly slower"
                : "statistically tied with " + tied + ": their intervals overlap";
    }

    private static String grid(HplSettings settings) {
        return settings.p() + "x" + settings.q();
    }

    private boolean several(Function<Row, Object> setting) {
        return result.rows().stream().map(setting).distinct().count() > 1;
    }

    private static String gflops(Row row) {
        return String.format(Locale.ROOT, row.gflops() < 100 ? "%.2f" : "%,.0f", row.gflops());
    }

    void csv(PrintWriter out) {
        TableColumns.of(Row.class).csv(out, result.rows());
    }
}
