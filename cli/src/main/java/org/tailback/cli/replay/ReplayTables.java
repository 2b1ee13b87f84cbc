package org.tailback.cli.replay;

import java.io.Writer;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.render.Columns;
import org.tailback.model.loggops.LogGops;
import org.tailback.replay.Conflicts;
import org.tailback.replay.PairResult;
import org.tailback.replay.RankResult;
import org.tailback.replay.ReplayResult;
import org.tailback.replay.Timeout;
import org.tailback.study.efficiency.EfficiencyStudy;
import org.tailback.study.replication.Sample;
import org.tailback.study.workload.Sensitivity;
import org.tailback.table.Json;
import org.tailback.trace.measured.MeasuredRun;
import org.tailback.units.Nanoseconds;

/** A replay as one JSON object, and its ranks as CSV: times in seconds, sizes in bytes. */
final class ReplayTables {
    /** Most pairs that are listed, those that lost most. */
    private static final int PAIRS = 1000;

    private static final Columns<RankResult> RANK = new Columns<RankResult>()
            .add("rank", RankResult::rank)
            .add("finish", RankResult::finish)
            .add("compute", RankResult::compute)
            .add("blocked", RankResult::blocked)
            .add("messages", RankResult::messages)
            .add("bytesSent", RankResult::bytesSent)
            .add("averagePenalty", RankResult::averagePenalty)
            .add("lostToContention", RankResult::lostToContention)
            .add("lostToTimeouts", RankResult::lostToTimeouts);
    private static final Columns<PairResult> PAIR = new Columns<PairResult>()
            .add("sender", PairResult::sender)
            .add("receiver", PairResult::receiver)
            .add("messages", PairResult::messages)
            .add("bytes", PairResult::bytes)
            .add("lostToContention", PairResult::lostToContention)
            .add("lostToTimeouts", PairResult::lostToTimeouts);
    private static final Columns<Timeout> TIMEOUT = new Columns<Timeout>()
            .add("sender", Timeout::sender)
            .add("receiver", Timeout::receiver)
            .add("at", Timeout::at)
            .add("seconds", Timeout::seconds);
    private static final Columns<Sample> SPREAD = new Columns<Sample>()
            .add("count", Sample::count)
            .add("mean", Sample::mean)
            .add("low", Sample::low)
            .add("high", Sample::high)
            .add("minimum", Sample::minimum)
            .add("maximum", Sample::maximum);

    private ReplayTables() {}

    static void csv(ReplayReport report, Writer out) {
        Columns<RankResult> columns = new Columns<RankResult>().addAll(RANK, rank -> rank);
        MeasuredRun measured = report instanceof ReplayReport.OnPlatform run ? run.measured() : null;
        if (measured != null) {
            columns.add("recorded", rank -> measured.ranks().get(rank.rank()).recorded())
                    .add("leftOut", rank -> measured.ranks().get(rank.rank()).leftOut())
                    .add(
                            "relativeError",
                            rank -> measured.ranks().get(rank.rank()).relativeError());
        }
        columns.csv(out, report.result().ranks());
    }

    static void json(ReplayReport report, CommonOptions common, Json json) {
        ReplayResult result = report.result();
        json.number("makespan", result.makespan());
        json.objects("ranks", result.ranks(), RANK::json);
        json.number("messages", result.messages())
                .number("bytes", result.bytes())
                .number("averagePenalty", result.averagePenalty())
                .number("retransmissionTimeouts", result.retransmissionTimeouts())
                .object("conflicts", item -> conflicts(report, item))
                .text("model", result.model())
                .text("cost", result.cost())
                .text("loss", result.loss())
                .number("seed", result.seed())
                .texts("warnings", report.warnings())
                .number("messagesInsideNodes", result.messagesInsideNodes())
                .number("lostToContention", result.lostToContention())
                .number("lostToTimeouts", result.lostToTimeouts())
                .objects(
                        "pairs",
                        result.pairs().subList(0, Math.min(PAIRS, result.pairs().size())),
                        PAIR::json)
                .number("pairsInAll", result.pairs().size())
                .objects("timeouts", result.timeouts(), TIMEOUT::json)
                .number("timeoutsInAll", result.retransmissionTimeouts())
                .number("started", result.started())
                .number("duration", result.duration())
                .text("version", CommonOptions.programVersion())
                .text("command", common.commandLine())
                .text("trace", report.trace())
                .text("format", report.format())
                .text("platform", report instanceof ReplayReport.OnPlatform run ? run.platformName() : null)
                .text(
                        "placement",
                        report instanceof ReplayReport.OnPlatform run
                                ? run.platform().placement().name()
                                : null);
        if (report instanceof ReplayReport.OnPlatform run) {
            answers(run, json);
        } else if (report instanceof ReplayReport.Exact exact) {
            json.object("logGops", item -> parameters(exact.logGops(), item));
        }
    }

    private static void answers(ReplayReport.OnPlatform run, Json json) {
        if (run.hasUncontended()) {
            json.number("uncontendedMakespan", run.uncontended());
        }
        Sensitivity sensitivity = run.sensitivity();
        if (sensitivity != null) {
            json.object(
                    "sensitivity",
                    item -> item.number("disturbance", sensitivity.disturbance())
                            .number("relativeSpread", sensitivity.relativeSpread()));
        }
        MeasuredRun measured = run.measured();
        if (measured != null) {
            json.object("measured", item -> MeasuredOutput.json(measured, item));
        }
        WhyReport why = run.why();
        if (why != null) {
            json.record(why);
        }
        EfficiencyStudy efficiencies = run.efficiencies();
        if (efficiencies != null) {
            json.field("efficiencies", efficiencies);
        }
        DerivativeReport derivatives = run.derivatives();
        if (derivatives != null) {
            DerivativeOutput.json(derivatives, json);
        }
        Sample spread = run.replications();
        if (spread != null) {
            json.object("replications", item -> SPREAD.json(item, spread));
        }
    }

    /** LogGOPS alone has no network that messages share: its conflicts are null. */
    private static void conflicts(ReplayReport report, Json item) {
        Conflicts conflicts = report.result().conflicts();
        boolean known = report instanceof ReplayReport.OnPlatform;
        item.number("none", known ? conflicts.none() : Double.NaN)
                .number("outgoing", known ? conflicts.outgoing() : Double.NaN)
                .number("incoming", known ? conflicts.incoming() : Double.NaN)
                .number("incomeOutgo", known ? conflicts.incomeOutgo() : Double.NaN);
    }

    private static void parameters(LogGops parameters, Json item) {
        item.number("latency", Nanoseconds.toSeconds(parameters.latency()))
                .number("overhead", Nanoseconds.toSeconds(parameters.overhead()))
                .number("gap", Nanoseconds.toSeconds(parameters.gap()))
                .number("gapPerByte", Nanoseconds.toSeconds(parameters.gapPerByte()))
                .number("overheadPerByte", Nanoseconds.toSeconds(parameters.overheadPerByte()))
                .number("eagerLimit", parameters.eagerLimit());
    }
}
