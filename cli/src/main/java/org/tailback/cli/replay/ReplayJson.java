package org.tailback.cli.replay;

import java.io.Writer;
import org.tailback.cli.render.Json;
import org.tailback.cli.run.Replications;
import org.tailback.replay.ReplayResult;

/** A replay as one JSON object: times in seconds, sizes in bytes. */
final class ReplayJson {
    private ReplayJson() {}

    static void write(ReplayReport report, Writer out) {
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
                            .number("averagePenalty", rank.averagePenalty()));
            json.number("messages", result.messages())
                    .number("bytes", result.bytes())
                    .number("averagePenalty", result.averagePenalty())
                    .number("retransmissionTimeouts", result.retransmissionTimeouts())
                    .object(
                            "conflicts",
                            item -> item.number("none", result.conflicts().none())
                                    .number("outgoing", result.conflicts().outgoing())
                                    .number("incoming", result.conflicts().incoming())
                                    .number("incomeOutgo", result.conflicts().incomeOutgo()))
                    .text("model", result.model())
                    .text("cost", result.cost())
                    .text("loss", result.loss())
                    .number("seed", result.seed())
                    .texts("warnings", report.warnings())
                    .number("messagesInsideNodes", result.messagesInsideNodes())
                    .text("trace", report.trace())
                    .text("format", report.format())
                    .text("platform", report.platformName())
                    .text("placement", report.platform().placement().name());
            if (report.hasUncontended()) {
                json.number("uncontendedMakespan", report.uncontended());
            }
            Replications spread = report.replications();
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
}
