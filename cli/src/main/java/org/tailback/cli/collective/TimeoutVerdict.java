package org.tailback.cli.collective;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.verdict.Verdict;
import org.tailback.study.collective.CollectiveRow;

/** Verdicts by retransmission timeouts, for results whose error of contention is unknown. */
final class TimeoutVerdict {
    private TimeoutVerdict() {}

    /**
     * Returns the verdict where the error of contention is unknown but rows differ by retransmission timeouts: in at
     * least one case every algorithm except one waits for a timeout and takes longer by at least half of it. Null if
     * there is no such case, or if the algorithm is not always the same.
     *
     * @param opening of the verdict
     * @param unknown why there is no verdict in other cases, a clause
     * @param timeout of a lost message, seconds
     */
    static @Nullable Verdict of(StudyCases cases, String opening, String unknown, double timeout) {
        int decided = 0;
        int ties = 0;
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        Set<String> winners = new LinkedHashSet<>();
        Set<String> losers = new LinkedHashSet<>();
        Set<String> elsewhere = new LinkedHashSet<>();
        for (List<CollectiveRow> of : cases.all()) {
            CollectiveRow best = of.stream()
                    .min(Comparator.comparingDouble(CollectiveRow::time))
                    .orElseThrow();
            List<CollectiveRow> others = of.stream().filter(row -> row != best).toList();
            if (StudyCases.isTie(of)) {
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
        Verdict all = Verdict.byTimeout(opening, winner, List.copyOf(losers), least, most, timeout);
        if (decided == cases.size()) {
            return all;
        }
        String same = ties == 0 ? "" : " (in " + ties + " all take the same time)";
        if (decided + ties == cases.size()) {
            return new Verdict(
                    opening, all.sentence() + " in " + decided + " of " + cases.size() + " cases" + same, winner, true);
        }
        return new Verdict(
                opening,
                all.sentence() + " in " + decided + " of " + cases.size() + " cases" + same
                        + ". No verdict in the others: " + unknown
                        + (elsewhere.size() == 1
                                ? ". Nominally " + elsewhere.iterator().next() + " is the fastest there"
                                : ""),
                null,
                false);
    }

    private static boolean waits(CollectiveRow row) {
        return row.late().hits() == row.late().runs();
    }
}
