package org.tailback.cli.fit;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.fit.collective.CollectiveEvaluation;
import org.tailback.fit.collective.CollectiveFit;
import org.tailback.fit.collective.CollectiveFit.FittedNumber;
import org.tailback.fit.collective.MeasuredCollectivesFile;

/** A platform file fitted to collective operations, in each form. The text form is the platform file. */
final class CollectiveFitOutput {
    private CollectiveFitOutput() {}

    static void text(CollectiveFit.Result fitted, MeasuredCollectivesFile measured, PrintWriter out) {
        CollectiveEvaluation all = fitted.evaluation();
        List<String> lines = new ArrayList<>();
        lines.add((fitted.numbers().isEmpty() ? "Kept beside " : "Fitted to ")
                + Words.count(all.rows().size(), "cell") + " of " + measured.source() + ".");
        lines.addAll(("All cells, and groups of cells that were left out of the fit, beside a "
                        + CollectiveTable.legend(fitted.baseline().star()))
                .lines()
                .toList());
        Map<String, CollectiveEvaluation> platform = new LinkedHashMap<>(Map.of("all", all));
        Map<String, CollectiveEvaluation> star =
                new LinkedHashMap<>(Map.of("all", fitted.baseline().evaluation()));
        Map<String, String> covered = new HashMap<>();
        for (CollectiveFit.LeftOut each : fitted.leftOut()) {
            platform.put(each.group(), each.evaluation());
            star.put(each.group(), each.baseline().evaluation());
            covered.put(each.group(), each.covered() + " of " + each.intervals());
        }
        lines.addAll(
                CollectiveTable.of(platform, star, covered).toString().lines().toList());
        List<String> unidentified = fitted.numbers().stream()
                .filter(number -> !number.identified())
                .map(FittedNumber::path)
                .toList();
        if (!unidentified.isEmpty()) {
            lines.add("The cells say little about: " + String.join(", ", unidentified) + ".");
        }
        Set<String> before = new HashSet<>();
        for (FittedNumber number : fitted.numbers()) {
            List<String> others = number.inseparableFrom().stream()
                    .filter(path -> !before.contains(path))
                    .toList();
            if (!others.isEmpty()) {
                lines.add("The cells cannot distinguish: " + number.path() + " and " + String.join(", ", others) + ".");
            }
            before.add(number.path());
        }
        lines.addAll(fitted.numbers().isEmpty() ? List.of() : List.of("Intervals of " + CollectiveFit.LEVEL + " %:"));
        fitted.numbers()
                .forEach(number -> lines.add("  " + number.path() + ": " + number.low() + " to " + number.high()));
        lines.forEach(line -> out.print("# " + line + "\n"));
        out.print(fitted.platform());
    }

    static void csv(CollectiveFit.Result fitted, Writer out) {
        TableColumns.of(FittedNumber.class).csv(out, fitted.numbers());
    }
}
