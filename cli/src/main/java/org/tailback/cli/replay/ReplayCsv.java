package org.tailback.cli.replay;

import java.io.Writer;
import org.tailback.cli.render.Csv;
import org.tailback.replay.RankResult;

/** A replay as one row per rank. */
final class ReplayCsv {
    private ReplayCsv() {}

    static void write(ReplayReport report, Writer out) {
        Csv csv = Csv.with(
                out,
                "rank",
                "finish",
                "compute",
                "blocked",
                "messages",
                "bytesSent",
                "averagePenalty",
                "lostToContention");
        for (RankResult rank : report.result().ranks()) {
            csv.row(
                    rank.rank(),
                    rank.finish(),
                    rank.compute(),
                    rank.blocked(),
                    rank.messages(),
                    rank.bytesSent(),
                    rank.averagePenalty(),
                    rank.lostToContention());
        }
    }
}
