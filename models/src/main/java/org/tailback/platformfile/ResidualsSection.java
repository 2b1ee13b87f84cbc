package org.tailback.platformfile;

import com.google.common.collect.Range;
import java.util.List;
import org.tailback.model.sharing.NumberParameter;
import org.tailback.platform.Residuals;
import org.tailback.platform.Use;
import org.tailback.settings.Settings;
import org.tailback.units.Percent;

/**
 * The section {@code residuals}, which {@code fit collective} writes: measured times over predicted ones, of cells that
 * the fit did not see.
 *
 * <pre>
 * residuals:
 *   coverage: 90 %
 *   per-doubling: 1.15         # intervals are wider for each doubling of nodes or sizes beyond the measured ones
 *   covered-doublings: 1       # but not for the first one of nodes
 *   factors:
 *     - {operation: allreduce, from: 0 B, low: 0.75, high: 1.71, cells: 58}
 *     - {operation: other, from: 64 KiB, low: 0.76, high: 1.13, ratio: 1.2, cells: 96}
 *   programs: [{program: hpl, nb: 128, n: 50000..500000, low: 0.96, high: 1.04, cells: 14}]   # see DomainText
 * </pre>
 */
final class ResidualsSection {
    static final String NAME = "residuals";

    private static final NumberParameter PER_DOUBLING = factor("per-doubling");
    private static final NumberParameter COVERED_DOUBLINGS =
            new NumberParameter("covered-doublings", 0, Range.atLeast(0.0), "doublings that widen nothing");
    private static final NumberParameter LOW =
            new NumberParameter("low", 1, Range.openClosed(0.0, 1.0), "measured over predicted time");
    private static final NumberParameter HIGH = factor("high");
    private static final NumberParameter RATIO = factor("ratio");

    private ResidualsSection() {}

    private static NumberParameter factor(String name) {
        return new NumberParameter(name, 1, Range.atLeast(1.0), "factor");
    }

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
        if (section.has("programs")) {
            for (Settings item : section.sections("programs")) {
                if (item.has("name") && !item.has(Use.PROGRAM)) {
                    throw item.problem(
                            "name",
                            "'name' is 'program' now",
                            "Write {program: " + item.text("name")
                                    + ", …} with the settings that the factors hold for");
                }
                item.text(Use.PROGRAM);
            }
        }
        return new Residuals(
                coverage,
                PER_DOUBLING.read(section),
                COVERED_DOUBLINGS.read(section),
                section.has("factors")
                        ? section.sections("factors").stream()
                                .map(ResidualsSection::row)
                                .toList()
                        : List.of(),
                DomainText.residuals(section, "programs", coverage));
    }

    private static Residuals.Row row(Settings item) {
        item.rejectUnknown(List.of("operation", "from", "low", "high", "ratio", "cells"));
        String label = item.text("operation");
        return new Residuals.Row(
                label.equals(Residuals.OTHER) ? null : ValiditySection.kind(item, "operation", label),
                item.has("from") ? (long) item.bytes("from") : 0,
                LOW.readRequired(item),
                HIGH.readRequired(item),
                item.has("ratio") ? RATIO.read(item) : Double.NaN);
    }
}
