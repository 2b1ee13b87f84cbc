package org.tailback.cli.replay;

import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.tailback.cli.render.Csv;
import org.tailback.replay.RankResult;
import org.tailback.trace.measured.MeasuredRun;

/** A replay as one row per rank. */
final class ReplayCsv {
    private static final List<String> COLUMNS = List.of(
            "rank",
            "finish",
            "compute",
            "blocked",
            "messages",
            "bytesSent",
            "averagePenalty",
            "lostToContention",
            "lostToTimeouts");
    private static final List<String> MEASURED = List.of("recorded", "leftOut", "relativeError");

    private ReplayCsv() {}

    static void write(ReplayReport report, Writer out) {
        List<String> columns = new ArrayList<>(COLUMNS);
        MeasuredRun measured = report.measured();
        if (measured != null) {
            columns.addAll(MEASURED);
        }
        Csv csv = Csv.with(out, columns);
        for (RankResult rank : report.result().ranks()) {
            List<Object> values = new ArrayList<>(List.of(
                    rank.rank(),
                    rank.finish(),
                    rank.compute(),
                    rank.blocked(),
                    rank.messages(),
                    rank.bytesSent(),
                    rank.averagePenalty(),
                    rank.lostToContention(),
                    rank.lostToTimeouts()));
            if (measured != null) {
                MeasuredRun.RankTime time = measured.ranks().get(rank.rank());
                values.addAll(List.of(time.recorded(), time.leftOut(), time.relativeError()));
            }
            csv.row(values.toArray());
        }
    }
}
