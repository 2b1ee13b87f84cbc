package org.tailback.platformfile;

import java.util.List;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.platform.Residuals;
import org.tailback.platform.Use;
import org.tailback.settings.Settings;
import org.tailback.units.Percent;

/**
 * Reader of the section {@code residuals}, written by {@code fit collective}: ratios of measured to predicted times of
 * cells that were not used in the fit.
 *
 * <pre>
 * residuals:
 *   coverage: 90 %
 *   per-doubling: 1.15         # intervals are wider for each doubling of nodes or sizes beyond the measurements
 *   covered-doublings: 1       # number of doublings of nodes without widening
 *   factors:
 *     - {operation: allreduce, from: 0 B, low: 0.75, high: 1.71, cells: 58}
 *     - {operation: other, from: 64 KiB, low: 0.76, high: 1.13, ratio: 1.2, cells: 96}
 *   programs: [{program: hpl, nb: 128, n: 50000..500000, low: 0.96, high: 1.04, cells: 14}]   # see DomainText
 * </pre>
 */
final class ResidualsSection {
    static final String NAME = "residuals";

    private static final ParameterTable DOUBLINGS = ParameterTable.of("""
            per-doubling | 1 | >= 1 | factor
            covered-doublings | 0 | >= 0 | doublings without wider intervals""");
    private static final ParameterTable FACTORS = ParameterTable.of("""
            low | | > 0 and <= 1 | measured over predicted time
            high | | >= 1 | factor
            ratio | 1 | >= 1 | factor""");

    private ResidualsSection() {}

    /** Returns the contents of a platform file's section; {@link Residuals#NONE} without the section. */
    static Residuals read(Settings root) {
        if (!root.has(NAME)) {
            return Residuals.NONE;
        }
        Settings section = root.section(NAME);
        section.rejectUnknown(List.of("coverage", "per-doubling", "covered-doublings", "factors", "programs"));
        double coverage = Percent.parse(section.placeOf("coverage"), section.text("coverage"));
        if (!(coverage > 0 && coverage < 1)) {
            throw section.problem("coverage", "'coverage' must be above 0 and below 100 %", "");
        }
        for (Settings item : section.sectionsIfAny("programs")) {
            if (item.has("name") && !item.has(Use.PROGRAM)) {
                throw item.problem(
                        "name",
                        "'name' is now 'program'",
                        "Write {program: " + item.text("name") + ", …} with the settings for which the factors hold");
            }
            item.text(Use.PROGRAM);
        }
        double[] doublings = DOUBLINGS.read(section);
        return new Residuals(
                coverage,
                doublings[0],
                doublings[1],
                section.sectionsIfAny("factors").stream()
                        .map(ResidualsSection::row)
                        .toList(),
                DomainText.residuals(section, "programs", coverage));
    }

    private static Residuals.Row row(Settings item) {
        item.rejectUnknown(List.of("operation", "from", "low", "high", "ratio", "cells"));
        String label = item.text("operation");
        double[] factors = FACTORS.read(item);
        return new Residuals.Row(
                label.equals(Residuals.OTHER) ? null : ValiditySection.kind(item, "operation", label),
                item.has("from") ? (long) item.bytes("from") : 0,
                factors[0],
                factors[1],
                item.has("ratio") ? factors[2] : Double.NaN);
    }
}
