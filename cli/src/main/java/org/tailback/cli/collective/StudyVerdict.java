package org.tailback.cli.collective;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.render.Words;
import org.tailback.cli.verdict.Setting;
import org.tailback.cli.verdict.Verdict;
import org.tailback.loss.NoLoss;
import org.tailback.platform.StatedError;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.table.ShortNames;
import org.tailback.units.Readable;
import org.tailback.units.SizeUnits;

/**
 * Which algorithm to take: for a single case the fastest if it is ahead beyond the error; for several one that is
 * nowhere slower beyond it, otherwise one for each range of sizes.
 */
final class StudyVerdict {
    /** Times that differ by less are equal. */
    private static final double ROUNDING = 1e-12;

    private final String operation;
    private final Setting setting;
    private final ToDoubleFunction<CollectiveRow> errors;
    private final double timeout;
    private final List<CollectiveRow> rows;
    private final Map<CollectiveRow.Contest, List<CollectiveRow>> cases = new LinkedHashMap<>();

    /** Neighbouring cases that one algorithm wins. */
    private record Piece(CollectiveRow first, CollectiveRow last, Set<String> best) {}

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
        rows.forEach(row ->
                cases.computeIfAbsent(row.contest(), key -> new ArrayList<>()).add(row));
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
        if ((!doubt.isEmpty() || isCoarse) && cases.values().stream().anyMatch(of -> of.size() > 1)) {
            Verdict byTimeouts = byTimeouts();
            if (byTimeouts != null && !(isCoarse && byTimeouts.choice() == null)) {
                return byTimeouts;
            }
        }
        if (cases.size() == 1) {
            return Verdict.between(
                    opening(),
                    rows.stream()
                            .map(row -> bound != null && isByBound
                                    ? Verdict.Candidate.ofRatio(row.algorithm(), row.time(), bound)
                                    : new Verdict.Candidate(row.algorithm(), row.time()))
                            .toList(),
                    isByBound ? Double.NaN : error,
                    doubt);
        }
        if (cases.values().stream().allMatch(of -> of.size() == 1)) {
            return Verdict.of(opening());
        }
        List<Piece> pieces = pieces(doubt.isEmpty() ? errors : row -> ROUNDING);
        String taken = taken(pieces);
        if (!doubt.isEmpty()) {
            return cases.values().stream().allMatch(StudyVerdict::isTie)
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
                .min(Comparator.comparingDouble(this::behind))
                .orElseThrow();
        boolean isBeyond =
                cases.values().stream().allMatch(of -> best(of, errors).equals(best(of, row -> ROUNDING)));
        return new Verdict(
                opening(),
                "take " + name + ": "
                        + (isBeyond
                                ? "fastest in all " + cases.size() + " cases," + beyond
                                : "in none of " + cases.size() + " cases is another faster" + beyond),
                name,
                isBeyond);
    }

    /**
     * Returns the verdict where the error of contention is unknown but rows differ by retransmission timeouts: in some
     * cases every algorithm but one waits for a timeout and takes longer by at least half of it. Null if there is no
     * such case, or if the algorithm is not always the same.
     */
    private @Nullable Verdict byTimeouts() {
        int decided = 0;
        int ties = 0;
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        Set<String> winners = new LinkedHashSet<>();
        Set<String> losers = new LinkedHashSet<>();
        Set<String> elsewhere = new LinkedHashSet<>();
        for (List<CollectiveRow> of : cases.values()) {
            CollectiveRow best = of.stream()
                    .min(Comparator.comparingDouble(CollectiveRow::time))
                    .orElseThrow();
            List<CollectiveRow> others = of.stream().filter(row -> row != best).toList();
            if (isTie(of)) {
                ties++;
                continue;
            }
            if (best.late().hits() > 0
                    || others.stream().anyMatch(row -> !waits(row) || row.time() - best.time() < timeout / 2)) {
                elsewhere.add(best.algorithm());
                continue;
            }
            decided++;
            winners.add(best.algorithm());
            for (CollectiveRow row : others) {
                losers.add(row.algorithm());
                least = Math.min(least, row.time() / best.time());
                most = Math.max(most, row.time() / best.time());
            }
        }
        if (decided == 0 || winners.size() > 1) {
            return null;
        }
        String winner = winners.iterator().next();
        Verdict all = Verdict.byTimeout(opening(), winner, List.copyOf(losers), least, most, timeout);
        if (decided == cases.size()) {
            return all;
        }
        String same = ties == 0 ? "" : " (in " + ties + " all take the same time)";
        if (decided + ties == cases.size()) {
            return new Verdict(
                    opening(),
                    all.sentence() + " in " + decided + " of " + cases.size() + " cases" + same,
                    winner,
                    true);
        }
        return new Verdict(
                opening(),
                all.sentence() + " in " + decided + " of " + cases.size() + " cases" + same
                        + ". No verdict in the others: " + setting.unknown()
                        + (elsewhere.size() == 1
                                ? ". Nominally " + elsewhere.iterator().next() + " is the fastest there"
                                : ""),
                null,
                false);
    }

    private static boolean isTie(List<CollectiveRow> of) {
        double least = of.stream().mapToDouble(CollectiveRow::time).min().orElse(0);
        return of.stream().allMatch(row -> row.time() <= least * (1 + ROUNDING));
    }

    private static boolean waits(CollectiveRow row) {
        return row.late().hits() == row.late().runs();
    }

    /** Returns the sum over all cases of an algorithm's time over the least. */
    private double behind(String algorithm) {
        return cases.values().stream()
                .mapToDouble(of -> of.stream()
                                .filter(row -> row.algorithm().equals(algorithm))
                                .mapToDouble(CollectiveRow::time)
                                .sum()
                        / of.stream().mapToDouble(CollectiveRow::time).min().orElse(1))
                .sum();
    }

    /** Returns as few ranges of cases as possible, in their order, each with an algorithm that is best in all. */
    private List<Piece> pieces(ToDoubleFunction<CollectiveRow> error) {
        List<Piece> pieces = new ArrayList<>();
        for (List<CollectiveRow> of : cases.values()) {
            Set<String> best = best(of, error);
            CollectiveRow here = of.get(0);
            if (!pieces.isEmpty()) {
                Piece before = pieces.get(pieces.size() - 1);
                Set<String> both = new LinkedHashSet<>(before.best());
                both.retainAll(best);
                if (!both.isEmpty()) {
                    pieces.set(pieces.size() - 1, new Piece(before.first(), here, both));
                    continue;
                }
            }
            pieces.add(new Piece(here, here, best));
        }
        return pieces;
    }

    /** Returns the algorithms that none is faster than by more than the error, the fastest first. */
    private static Set<String> best(List<CollectiveRow> of, ToDoubleFunction<CollectiveRow> error) {
        double least = of.stream().mapToDouble(CollectiveRow::time).min().orElse(0);
        return of.stream()
                .filter(row -> row.time() <= least * (1 + error.applyAsDouble(row)))
                .sorted((a, b) -> Double.compare(a.time(), b.time()))
                .map(CollectiveRow::algorithm)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns {@code A up to 32 KiB, B from 64 KiB}; counts of cases where not only sizes differ. */
    private String taken(List<Piece> pieces) {
        boolean sizesOnly = Stream.<Function<CollectiveRow, Object>>of(
                        CollectiveRow::ranks,
                        CollectiveRow::ranksPerNode,
                        CollectiveRow::variant,
                        CollectiveRow::jitterScale)
                .allMatch(property -> rows.stream().map(property).distinct().count() == 1);
        if (pieces.size() == 1) {
            return pieces.get(0).best().iterator().next();
        }
        if (!sizesOnly || pieces.size() > 4) {
            Map<String, Integer> wins = new LinkedHashMap<>();
            cases.values()
                    .forEach(of ->
                            wins.merge(best(of, row -> ROUNDING).iterator().next(), 1, Integer::sum));
            return wins.entrySet().stream()
                    .map(win -> win.getKey() + " in " + win.getValue() + " of " + cases.size())
                    .collect(Collectors.joining(", "));
        }
        SizeUnits units = SizeUnits.of(rows.stream().mapToDouble(CollectiveRow::bytes));
        List<String> words = new ArrayList<>();
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            String name = piece.best().iterator().next();
            words.add(name
                    + (i == pieces.size() - 1
                            ? " from " + units.text(piece.first().bytes())
                            : " up to " + units.text(piece.last().bytes())));
        }
        return String.join(", ", words);
    }

    private String opening() {
        DoubleStream best = cases.values().stream()
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
