package org.tailback.cli.alltoall;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.Json;
import org.tailback.platform.Platform;

/** Predictions for all-to-all algorithms for programs: JSON and CSV, times in seconds, sizes in bytes. */
final class AlltoallOutput {
    private AlltoallOutput() {}

    static void json(List<AlltoallRow> rows, List<String> warnings, Platform platform, long seed, PrintWriter out) {
        Json.write(
                out,
                json -> json.objects(
                                "rows",
                                rows,
                                (item, row) -> item.text("algorithm", row.algorithm())
                                        .number("ranks", row.ranks())
                                        .number("bytes", row.bytes())
                                        .number("time", row.times().mean())
                                        .number("low", row.times().low())
                                        .number("high", row.times().high())
                                        .number("retransmissionTimeouts", row.retransmissionTimeouts())
                                        .numbers("closedForm", row.closedForm()))
                        .texts("warnings", warnings)
                        .text("model", platform.sharing().name())
                        .text("cost", platform.cost().name())
                        .text("loss", platform.loss().name())
                        .number("seed", seed));
    }

    static void csv(List<AlltoallRow> rows, PrintWriter out) {
        Set<String> formulas = new LinkedHashSet<>();
        rows.forEach(row -> formulas.addAll(row.closedForm().keySet()));
        List<String> header = new ArrayList<>(
                List.of("algorithm", "ranks", "bytes", "time", "low", "high", "retransmissionTimeouts"));
        header.addAll(formulas);
        Csv csv = Csv.with(out, header);
        for (AlltoallRow row : rows) {
            List<Object> fields = new ArrayList<>(List.of(
                    row.algorithm(),
                    row.ranks(),
                    row.bytes(),
                    row.times().mean(),
                    row.times().low(),
                    row.times().high(),
                    row.retransmissionTimeouts()));
            formulas.forEach(name -> fields.add(row.closedForm().getOrDefault(name, Double.NaN)));
            csv.row(fields.toArray());
        }
    }
}
