package org.tailback.cli.collective;

import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;
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
 * Recommendation of an algorithm. For a single case, the fastest algorithm is recommended if its lead exceeds the
 * error. For several cases, an algorithm is recommended that is never slower than the fastest by more than the error;
 * if there is none, one algorithm is recommended per range of sizes.
 *
 * @param operation name of the operation
 * @param errors function from a row to the error of the ratio of two rows with its properties, >= 0; NaN if unknown
 * @param timeout of a lost message, seconds; NaN if no message is lost
 */
record StudyVerdict(
        String operation, Setting setting, ToDoubleFunction<CollectiveRow> errors, double timeout, StudyCases cases) {
    Verdict verdict() {
        List<CollectiveRow> rows = cases.rows();
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
        boolean isContest = cases.all().stream().anyMatch(of -> of.size() > 1);
        if (isContest && (!doubt.isEmpty() || isCoarse)) {
            Verdict byTimeouts = TimeoutVerdict.of(cases, opening(), setting.unknown(), timeout);
            if (byTimeouts != null && !(isCoarse && byTimeouts.choice() == null)) {
                return byTimeouts;
            }
        }
        if (cases.all().size() == 1) {
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
        if (!isContest) {
            return Verdict.of(opening());
        }
        List<StudyCases.Piece> pieces = cases.pieces(doubt.isEmpty() ? errors : row -> CollectiveRow.ROUNDING);
        String taken = cases.taken(pieces);
        if (!doubt.isEmpty()) {
            return cases.all().stream().allMatch(StudyCases::isTie)
                    ? new Verdict(opening(), "all algorithms take the same time in all cases", null, false)
                    : Verdict.none(opening(), doubt, "the fastest is " + taken);
        }
        String inAll = "all " + cases.all().size() + " cases";
        String beyond = " beyond "
                + (bound != null && isByBound ? Verdict.stated(bound) : "the error of up to " + Words.percent(error));
        if (pieces.size() > 1) {
            return new Verdict(
                    opening(), "no algorithm is best in " + inAll + ": take " + taken + "," + beyond, null, false);
        }
        // among the algorithms statistically tied with the fastest, the one with the smallest total time
        String name = pieces.get(0).best().stream()
                .min(Comparator.comparingDouble(cases::behind))
                .orElseThrow();
        boolean isBeyond =
                cases.all().stream().allMatch(of -> StudyCases.best(of, errors).equals(StudyCases.fastest(of)));
        return new Verdict(
                opening(),
                "take " + name + ": "
                        + (isBeyond
                                ? "fastest in " + inAll + "," + beyond
                                : "no other algorithm is faster in any of "
                                        + cases.all().size() + " cases" + beyond),
                name,
                isBeyond);
    }

    private String opening() {
        List<CollectiveRow> rows = cases.rows();
        double[] times =
                cases.all().stream().mapToDouble(StudyCases::leastTime).sorted().toArray();
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
