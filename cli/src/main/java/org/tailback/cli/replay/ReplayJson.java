package org.tailback.cli.replay;

import java.io.Writer;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.render.Json;
import org.tailback.model.loggops.LogGops;
import org.tailback.platform.Platform;
import org.tailback.replay.Conflicts;
import org.tailback.replay.ReplayResult;
import org.tailback.study.replication.Sample;
import org.tailback.study.workload.Sensitivity;
import org.tailback.trace.measured.MeasuredRun;
import org.tailback.units.Nanoseconds;

/** A replay as one JSON object: times in seconds, sizes in bytes. */
final class ReplayJson {
    /** Most pairs that are listed, those that lost most. */
    private static final int PAIRS = 1000;

    private ReplayJson() {}

    static void write(ReplayReport report, CommonOptions common, Writer out) {
        ReplayResult result = report.result();
        Json.write(out, json -> {
            json.number("makespan", result.makespan());
            json.objects(
                    "ranks",
                    result.ranks(),
                    (item, rank) -> item.number("rank", rank.rank())
                            .number("finish", rank.finish())
                            .number("compute", rank.compute())
                            .number("blocked", rank.blocked())
                            .number("messages", rank.messages())
                            .number("bytesSent", rank.bytesSent())
                            .number("averagePenalty", rank.averagePenalty())
                            .number("lostToContention", rank.lostToContention())
                            .number("lostToTimeouts", rank.lostToTimeouts()));
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
                            result.pairs()
                                    .subList(0, Math.min(PAIRS, result.pairs().size())),
                            (item, pair) -> item.number("sender", pair.sender())
                                    .number("receiver", pair.receiver())
                                    .number("messages", pair.messages())
                                    .number("bytes", pair.bytes())
                                    .number("lostToContention", pair.lostToContention())
                                    .number("lostToTimeouts", pair.lostToTimeouts()))
                    .number("pairsInAll", result.pairs().size())
                    .objects(
                            "timeouts",
                            result.timeouts(),
                            (item, timeout) -> item.number("sender", timeout.sender())
                                    .number("receiver", timeout.receiver())
                                    .number("at", timeout.at())
                                    .number("seconds", timeout.seconds()))
                    .number("timeoutsInAll", result.retransmissionTimeouts())
                    .number("started", result.started())
                    .number("duration", result.duration())
                    .text("version", CommonOptions.programVersion())
                    .text("command", common.commandLine())
                    .text("trace", report.trace())
                    .text("format", report.format())
                    .text("platform", report.platformName())
                    .text("placement", placement(report.platform()));
            LogGops logGops = report.logGops();
            if (logGops != null) {
                json.object("logGops", item -> parameters(logGops, item));
            }
            if (report.hasUncontended()) {
                json.number("uncontendedMakespan", report.uncontended());
            }
            Sensitivity sensitivity = report.sensitivity();
            if (sensitivity != null) {
                json.object(
                        "sensitivity",
                        item -> item.number("disturbance", sensitivity.disturbance())
                                .number("relativeSpread", sensitivity.relativeSpread()));
            }
            MeasuredRun measured = report.measured();
            if (measured != null) {
                json.object("measured", item -> MeasuredOutput.json(measured, item));
            }
            Sample spread = report.replications();
            if (spread != null) {
                json.object(
                        "replications",
                        item -> item.number("count", spread.count())
                                .number("mean", spread.mean())
                                .number("low", spread.low())
                                .number("high", spread.high())
                                .number("minimum", spread.minimum())
                                .number("maximum", spread.maximum()));
            }
        });
    }

    /** LogGOPS alone has no network in which messages could meet: its conflicts are null. */
    private static void conflicts(ReplayReport report, Json item) {
        Conflicts conflicts = report.result().conflicts();
        boolean known = report.logGops() == null;
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

    private static @Nullable String placement(@Nullable Platform platform) {
        return platform == null ? null : platform.placement().name();
    }
}
