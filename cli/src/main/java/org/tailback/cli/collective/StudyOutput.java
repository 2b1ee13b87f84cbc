package org.tailback.cli.collective;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.Json;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.study.collective.Crossover;

/** Predictions for algorithms for programs: JSON and CSV, times in seconds, sizes in bytes. */
final class StudyOutput {
    private StudyOutput() {}

    static void json(
            Kind kind,
            List<CollectiveRow> rows,
            List<Crossover> crossovers,
            List<String> warnings,
            Platform platform,
            long seed,
            PrintWriter out) {
        Json.write(
                out,
                json -> json.objects("rows", rows, StudyOutput::row)
                        .texts("warnings", warnings)
                        .text("operation", kind.label())
                        .text("model", platform.sharing().name())
                        .text("cost", platform.cost().name())
                        .text("loss", platform.loss().name())
                        .number("seed", seed)
                        .objects("crossovers", crossovers, StudyOutput::crossover));
    }

    private static void row(Json item, CollectiveRow row) {
        item.text("algorithm", row.algorithm())
                .number("ranks", row.ranks())
                .number("bytes", row.bytes())
                .number("time", row.times().mean())
                .number("low", row.times().low())
                .number("high", row.times().high())
                .number("retransmissionTimeouts", row.retransmissionTimeouts())
                .numbers("closedForm", row.closedForm())
                .text("loss", row.variant())
                .number("jitterScale", row.jitterScale())
                .number("replications", row.times().count())
                .number("minimum", row.times().minimum())
                .number("quantile05", row.times().quantile(0.05))
                .number("median", row.times().quantile(0.5))
                .number("quantile95", row.times().quantile(0.95))
                .number("maximum", row.times().maximum())
                .number("timeoutProbability", row.late().value())
                .number("timeoutProbabilityLow", row.late().low())
                .number("timeoutProbabilityHigh", row.late().high());
    }

    private static void crossover(Json item, Crossover crossover) {
        item.text("loss", crossover.variant())
                .number("jitterScale", crossover.jitterScale())
                .number("ranks", crossover.ranks())
                .text("from", crossover.from())
                .text("to", crossover.to())
                .number("bytes", crossover.bytes());
    }

    static void csv(List<CollectiveRow> rows, PrintWriter out) {
        Set<String> formulas = new LinkedHashSet<>();
        rows.forEach(row -> formulas.addAll(row.closedForm().keySet()));
        List<String> header = new ArrayList<>(
                List.of("algorithm", "ranks", "bytes", "time", "low", "high", "retransmissionTimeouts"));
        header.addAll(formulas);
        header.addAll(List.of(
                "loss",
                "jitterScale",
                "replications",
                "minimum",
                "quantile05",
                "median",
                "quantile95",
                "maximum",
                "timeoutProbability"));
        Csv csv = Csv.with(out, header);
        for (CollectiveRow row : rows) {
            List<Object> fields = new ArrayList<>(List.of(
                    row.algorithm(),
                    row.ranks(),
                    row.bytes(),
                    row.times().mean(),
                    row.times().low(),
                    row.times().high(),
                    row.retransmissionTimeouts()));
            formulas.forEach(name -> fields.add(row.closedForm().getOrDefault(name, Double.NaN)));
            fields.addAll(List.of(
                    row.variant(),
                    row.jitterScale(),
                    row.times().count(),
                    row.times().minimum(),
                    row.times().quantile(0.05),
                    row.times().quantile(0.5),
                    row.times().quantile(0.95),
                    row.times().maximum(),
                    row.late().value()));
            csv.row(fields.toArray());
        }
    }
}
