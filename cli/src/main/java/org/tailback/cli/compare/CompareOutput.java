package org.tailback.cli.compare;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.render.Columns;
import org.tailback.cli.render.EfficiencyOutput;
import org.tailback.cli.render.Words;
import org.tailback.replay.RankResult;
import org.tailback.report.StudyPage;
import org.tailback.report.StudyPage.Unit;
import org.tailback.study.comparison.Comparison;
import org.tailback.study.comparison.ComparisonCharts;
import org.tailback.study.efficiency.Efficiencies;
import org.tailback.table.Json;
import org.tailback.units.Readable;

/** A comparison as text, JSON, CSV and a page, best first. */
final class CompareOutput {
    private static final int RANKS_SHOWN = 3;
    private static final int RANKS_WRITTEN = 100;

    private static final Columns<Comparison.Row> TEXT = new Columns<Comparison.Row>()
            .add(">makespan", row -> Readable.seconds(row.makespan()))
            .add(">relative", row -> Words.ratio(row.relative()))
            .add(">contention", CompareOutput::contention)
            .add(">penalty", row -> Words.ratio(row.averagePenalty()))
            .add(">timeouts", Comparison.Row::retransmissionTimeouts)
            .add("ranks that lose most", CompareOutput::worstRanks)
            .add("tenth of the run", CompareOutput::worstPhase)
            .add("platform", Comparison.Row::platform)
            .add("placement", Comparison.Row::placement)
            .add("model", Comparison.Row::model);
    private static final Columns<Comparison.Row> DATA = new Columns<Comparison.Row>()
            .add("platform", Comparison.Row::platform)
            .add("placement", Comparison.Row::placement)
            .add("model", Comparison.Row::model)
            .add("makespan", Comparison.Row::makespan)
            .add("relative", Comparison.Row::relative)
            .add("retransmissionTimeouts", Comparison.Row::retransmissionTimeouts)
            .add("averagePenalty", Comparison.Row::averagePenalty)
            .add("uncontended", Comparison.Row::uncontended)
            .add("lostToContention", Comparison.Row::lostToContention);
    private static final Columns<RankResult> RANK = new Columns<RankResult>()
            .add("rank", RankResult::rank)
            .add("lostToContention", RankResult::lostToContention)
            .add("averagePenalty", RankResult::averagePenalty);
    private static final Columns<Comparison.Phase> PHASE = new Columns<Comparison.Phase>()
            .add("from", Comparison.Phase::from)
            .add("to", Comparison.Phase::to)
            .add("lostToContention", Comparison.Phase::lostToContention);

    private CompareOutput() {}

    static void text(String trace, List<Comparison.Row> rows, PrintWriter out) {
        out.print(verdict(trace, rows) + "\n\n" + TEXT.table(rows)
                + "\n"
                + "contention: its part of the makespan; other shares are of the time that all messages"
                + " together lose.\n");
        List<Comparison.Row> measured =
                rows.stream().filter(row -> row.efficiencies() != null).toList();
        if (!measured.isEmpty()) {
            out.print("\n" + efficiencies().table(measured));
        }
    }

    private static Columns<Comparison.Row> efficiencies() {
        return new Columns<Comparison.Row>()
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
    private static String verdict(String trace, List<Comparison.Row> rows) {
        return trace + " takes " + described(rows.get(0), "best")
                + (rows.size() == 1 ? "" : " and " + described(rows.get(rows.size() - 1), "worst"));
    }

    private static String described(Comparison.Row row, String place) {
        return Readable.seconds(row.makespan()) + " at " + place + " (" + row.platform() + ", " + row.placement() + ", "
                + row.model() + ")";
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

    static void json(List<Comparison.Row> rows, List<String> warnings, Json json) {
        json.objects("rows", rows, CompareOutput::row).texts("warnings", warnings);
    }

    private static void row(Json item, Comparison.Row row) {
        DATA.json(item, row);
        List<RankResult> worst =
                row.ranks().subList(0, Math.min(RANKS_WRITTEN, row.ranks().size()));
        item.objects("ranks", worst, RANK::json).objects("phases", row.phases(), PHASE::json);
        Efficiencies efficiencies = row.efficiencies();
        if (efficiencies != null) {
            EfficiencyOutput.json(efficiencies, item);
        }
    }

    static void csv(List<Comparison.Row> rows, PrintWriter out) {
        DATA.csv(out, rows);
    }

    static StudyPage.Content page(
            String trace, List<Comparison.Row> rows, List<String> warnings, CommonOptions common) {
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
        facts.put("trace", trace);
        facts.put("seed", Long.toString(common.seed()));
        return new StudyPage.Content(
                trace + " on " + rows.size() + (rows.size() == 1 ? " network" : " networks and placements"),
                verdict(trace, rows),
                List.of(
                        ComparisonCharts.makespans(trace, rows),
                        ComparisonCharts.contention("When messages lose time to contention", rows)),
                new StudyPage.Table<>(rows)
                        .column("platform", Unit.TEXT, Comparison.Row::platform)
                        .column("placement", Unit.TEXT, Comparison.Row::placement)
                        .column("model", Unit.TEXT, Comparison.Row::model)
                        .column("makespan", Unit.SECONDS, Comparison.Row::makespan)
                        .column("relative", Unit.PENALTY, Comparison.Row::relative)
                        .column("uncontended", Unit.SECONDS, Comparison.Row::uncontended)
                        .column("penalty", Unit.PENALTY, Comparison.Row::averagePenalty)
                        .column("timeouts", Unit.COUNT, Comparison.Row::retransmissionTimeouts)
                        .column("lost to contention, all messages", Unit.SECONDS, Comparison.Row::lostToContention),
                facts,
                warnings);
    }
}
