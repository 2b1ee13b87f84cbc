package org.tailback.cli.collective;

import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.tailback.cli.render.Words;
import org.tailback.cli.verdict.Setting;
import org.tailback.cli.verdict.Verdict;
import org.tailback.cli.verdict.Verdict.Candidate;
import org.tailback.loss.NoLoss;
import org.tailback.platform.StatedError;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.table.ShortNames;
import org.tailback.units.Readable;

/**
 * The recommended algorithm: for a single case the fastest if it is ahead beyond the error; for several one that is
 * nowhere slower beyond it, otherwise one for each range of sizes.
 */
final class StudyVerdict {
    private final String operation;
    private final Setting setting;
    private final ToDoubleFunction<CollectiveRow> errors;
    private final double timeout;
    private final List<CollectiveRow> rows;
    private final StudyCases cases;

    private StudyVerdict(
            String operation,
            Setting setting,
            ToDoubleFunction<CollectiveRow> errors,
            double timeout,
            List<CollectiveRow> rows) {
        this.timeout = timeout;
        this.operation = operation;
        this.setting = setting;
        this.errors = errors;
        this.rows = rows;
        cases = new StudyCases(rows);
    }

    /**
     * Returns the verdict.
     *
     * @param errors of the ratio of two rows like this one, >= 0; NaN if it is not known
     * @param timeout of a lost message, seconds; NaN if none is lost
     */
    static Verdict of(
            String operation,
            Setting setting,
            ToDoubleFunction<CollectiveRow> errors,
            double timeout,
            List<CollectiveRow> rows) {
        return new StudyVerdict(operation, setting, errors, timeout, rows).verdict();
    }

    private Verdict verdict() {
        StatedError bound = setting.bound();
        double error = rows.stream().mapToDouble(errors).reduce(0, Math::max);
        boolean isByBound = bound != null && error == bound.ofRatio();
        String doubt = !Double.isNaN(error)
                ? ""
                : rows.stream().allMatch(row -> row.factors() != null)
                        ? "the error of the ratio of two algorithms was never measured on "
                                + ShortNames.stem(setting.platform())
                        : setting.unknown();
        boolean isCoarse = isByBound && Setting.isCoarse(bound);
        if ((!doubt.isEmpty() || isCoarse) && cases.all().stream().anyMatch(of -> of.size() > 1)) {
            Verdict byTimeouts = TimeoutVerdict.of(cases, opening(), setting.unknown(), timeout);
            if (byTimeouts != null && !(isCoarse && byTimeouts.choice() == null)) {
                return byTimeouts;
            }
        }
        if (cases.size() == 1) {
            return Verdict.between(
                    opening(),
                    rows.stream()
                            .map(row -> bound != null && isByBound
                                    ? Candidate.ofRatio(row.algorithm(), row.time(), bound)
                                    : new Candidate(row.algorithm(), row.time()))
                            .toList(),
                    isByBound ? Double.NaN : error,
                    doubt);
        }
        if (cases.all().stream().allMatch(of -> of.size() == 1)) {
            return Verdict.of(opening());
        }
        List<StudyCases.Piece> pieces = cases.pieces(doubt.isEmpty() ? errors : row -> StudyCases.ROUNDING);
        String taken = cases.taken(pieces);
        if (!doubt.isEmpty()) {
            return cases.all().stream().allMatch(StudyCases::isTie)
                    ? new Verdict(opening(), "all algorithms take the same time in all cases", null, false)
                    : Verdict.none(opening(), doubt, "the fastest is " + taken);
        }
        String beyond = " beyond "
                + (bound != null && isByBound ? Verdict.stated(bound) : "the error of up to " + Words.percent(error));
        if (pieces.size() > 1) {
            return new Verdict(
                    opening(),
                    "no algorithm is best in all " + cases.size() + " cases: take " + taken + "," + beyond,
                    null,
                    false);
        }
        // of those statistically tied with the fastest, the one that is least behind it
        String name = pieces.get(0).best().stream()
                .min(Comparator.comparingDouble(cases::behind))
                .orElseThrow();
        boolean isBeyond = cases.all().stream()
                .allMatch(of -> StudyCases.best(of, errors).equals(StudyCases.best(of, row -> StudyCases.ROUNDING)));
        return new Verdict(
                opening(),
                "take " + name + ": "
                        + (isBeyond
                                ? "fastest in all " + cases.size() + " cases," + beyond
                                : "in none of " + cases.size() + " cases is another faster" + beyond),
                name,
                isBeyond);
    }

    private String opening() {
        DoubleStream best = cases.all().stream()
                .mapToDouble(
                        of -> of.stream().mapToDouble(CollectiveRow::time).min().orElse(Double.NaN));
        double[] times = best.sorted().toArray();
        IntSummaryStatistics ranks =
                rows.stream().mapToInt(CollectiveRow::ranks).summaryStatistics();
        long algorithms = rows.stream().map(CollectiveRow::algorithm).distinct().count();
        long late = rows.stream().filter(row -> row.late().hits() > 0).count();
        return operation + " takes " + Readable.seconds(times[0])
                + (times.length == 1 ? "" : " to " + Readable.seconds(times[times.length - 1])) + " with "
                + (algorithms == 1 ? rows.get(0).algorithm() : "the fastest of " + algorithms + " algorithms") + " on "
                + (ranks.getMin() == ranks.getMax() ? "" : ranks.getMin() + " to ")
                + Words.count(ranks.getMax(), "rank") + ", " + setting.text()
                + (late > 0
                        ? "; retransmission timeouts in "
                                + (late == rows.size() ? "all" : late + " of " + rows.size() + " rows")
                        : rows.stream().allMatch(row -> row.variant().equals(NoLoss.NAME))
                                ? ""
                                : "; no retransmission timeouts");
    }
}
