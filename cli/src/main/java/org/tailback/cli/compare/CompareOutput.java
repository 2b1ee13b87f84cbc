package org.tailback.cli.compare;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.Json;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.replay.RankResult;
import org.tailback.study.comparison.Comparison;
import org.tailback.units.Readable;

/** A comparison in each form, best first. */
final class CompareOutput {
    private static final int RANKS_SHOWN = 3;
    private static final int RANKS_WRITTEN = 100;

    private CompareOutput() {}

    static void text(Path trace, List<Comparison.Row> rows, PrintWriter out) {
        out.print(verdict(String.valueOf(trace.getFileName()), rows) + "\n\n");
        TextTable table = TextTable.of(
                ">makespan",
                ">relative",
                ">contention",
                ">penalty",
                ">timeouts",
                "ranks that lose most",
                "tenth of the run",
                "platform",
                "placement",
                "model");
        for (Comparison.Row row : rows) {
            table.row(
                    Readable.seconds(row.makespan()),
                    Words.ratio(row.relative()),
                    contention(row),
                    Words.ratio(row.averagePenalty()),
                    Long.toString(row.retransmissionTimeouts()),
                    worstRanks(row),
                    worstPhase(row),
                    row.platform(),
                    row.placement(),
                    row.model());
        }
        out.print(table);
        out.print(
                "\ncontention: its part of the makespan; other shares are of the time that all messages together lose.\n");
    }

    /** The best and the worst. */
    static String verdict(String trace, List<Comparison.Row> rows) {
        Comparison.Row best = rows.get(0);
        Comparison.Row worst = rows.get(rows.size() - 1);
        return trace + " takes " + Readable.seconds(best.makespan()) + " at best (" + best.platform() + ", "
                + best.placement() + ", " + best.model() + ")"
                + (rows.size() == 1
                        ? ""
                        : " and " + Readable.seconds(worst.makespan()) + " at worst (" + worst.platform() + ", "
                                + worst.placement() + ", " + worst.model() + ")");
    }

    /** The part of the makespan that would not be there without contention and losses. */
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

    static void json(List<Comparison.Row> rows, List<String> warnings, PrintWriter out) {
        Json.write(
                out,
                json -> json.objects(
                                "rows",
                                rows,
                                (item, row) -> item.text("platform", row.platform())
                                        .text("placement", row.placement())
                                        .text("model", row.model())
                                        .number("makespan", row.makespan())
                                        .number("relative", row.relative())
                                        .number("retransmissionTimeouts", row.retransmissionTimeouts())
                                        .number("averagePenalty", row.averagePenalty())
                                        .number("uncontended", row.uncontended())
                                        .number("lostToContention", row.lostToContention())
                                        .objects("ranks", worst(row), CompareOutput::rank)
                                        .objects("phases", row.phases(), CompareOutput::phase))
                        .texts("warnings", warnings));
    }

    private static List<RankResult> worst(Comparison.Row row) {
        return row.ranks().subList(0, Math.min(RANKS_WRITTEN, row.ranks().size()));
    }

    private static void rank(Json json, RankResult rank) {
        json.number("rank", (long) rank.rank())
                .number("lostToContention", rank.lostToContention())
                .number("averagePenalty", rank.averagePenalty());
    }

    private static void phase(Json json, Comparison.Phase phase) {
        json.number("from", phase.from()).number("to", phase.to()).number("lostToContention", phase.lostToContention());
    }

    static void csv(List<Comparison.Row> rows, PrintWriter out) {
        Csv csv = Csv.with(
                out,
                "platform",
                "placement",
                "model",
                "makespan",
                "relative",
                "retransmissionTimeouts",
                "averagePenalty",
                "uncontended",
                "lostToContention");
        for (Comparison.Row row : rows) {
            csv.row(
                    row.platform(),
                    row.placement(),
                    row.model(),
                    row.makespan(),
                    row.relative(),
                    row.retransmissionTimeouts(),
                    row.averagePenalty(),
                    row.uncontended(),
                    row.lostToContention());
        }
    }
}
