package org.tailback.cli.collective;

import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.verdict.Verdict;
import org.tailback.study.collective.CollectiveRow;

/** Verdicts based on retransmission timeouts, for results whose error of contention is unknown. */
final class TimeoutVerdict {
    private TimeoutVerdict() {}

    /** Rows of a case by time: the fastest row, and the others. */
    private record Contest(CollectiveRow best, List<CollectiveRow> others) {
        static Contest of(List<CollectiveRow> rows) {
            List<CollectiveRow> sorted = rows.stream()
                    .sorted(Comparator.comparingDouble(CollectiveRow::time))
                    .toList();
            return new Contest(sorted.get(0), sorted.subList(1, sorted.size()));
        }

        boolean isDecided(double timeout) {
            return best.late().hits() == 0
                    && others.stream()
                            .allMatch(row ->
                                    row.late().hits() == row.late().runs() && row.time() - best.time() >= timeout / 2);
        }

        DoubleStream ratios() {
            return others.stream().mapToDouble(row -> row.time() / best.time());
        }
    }

    /**
     * Returns the verdict for rows with an unknown error of contention that differ by retransmission timeouts. It
     * applies if in at least one case every algorithm except one waits for a timeout and takes longer by at least half
     * the timeout. Returns null if there is no such case, or if the algorithm without a timeout differs between cases.
     *
     * @param opening of the verdict
     * @param unknown reason for a missing verdict in other cases, a clause
     * @param timeout of a lost message, seconds
     */
    static @Nullable Verdict of(StudyCases cases, String opening, String unknown, double timeout) {
        List<Contest> unequal = cases.all().stream()
                .filter(of -> !StudyCases.isTie(of))
                .map(Contest::of)
                .toList();
        List<Contest> decided =
                unequal.stream().filter(each -> each.isDecided(timeout)).toList();
        Set<String> winners = names(decided, contest -> Stream.of(contest.best()));
        if (winners.size() != 1) {
            return null;
        }
        String winner = winners.iterator().next();
        DoubleSummaryStatistics ratios =
                decided.stream().flatMapToDouble(Contest::ratios).summaryStatistics();
        Verdict all = Verdict.byTimeout(
                opening,
                winner,
                List.copyOf(names(decided, contest -> contest.others().stream())),
                ratios.getMin(),
                ratios.getMax(),
                timeout);
        int ties = cases.all().size() - unequal.size();
        if (decided.size() == cases.all().size()) {
            return all;
        }
        String inSome = all.sentence() + " in " + decided.size() + " of "
                + cases.all().size() + " cases" + (ties == 0 ? "" : " (in " + ties + " all take the same time)");
        if (decided.size() == unequal.size()) {
            return new Verdict(opening, inSome, winner, true);
        }
        Set<String> elsewhere =
                names(unequal, contest -> contest.isDecided(timeout) ? Stream.of() : Stream.of(contest.best()));
        String nominally =
                elsewhere.size() == 1 ? ". Nominally " + elsewhere.iterator().next() + " is the fastest there" : "";
        return new Verdict(opening, inSome + ". No verdict in the others: " + unknown + nominally, null, false);
    }

    private static Set<String> names(List<Contest> of, Function<Contest, Stream<CollectiveRow>> rows) {
        return of.stream()
                .flatMap(rows)
                .map(CollectiveRow::algorithm)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
