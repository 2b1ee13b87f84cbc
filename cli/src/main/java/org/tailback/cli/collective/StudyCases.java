package org.tailback.cli.collective;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.units.SizeUnits;

/**
 * Rows of a study by case. The rows of a case have the same number of ranks, size and conditions, but different
 * algorithms.
 *
 * @param all rows of each case
 */
record StudyCases(List<CollectiveRow> rows, Collection<List<CollectiveRow>> all) {
    static StudyCases of(List<CollectiveRow> rows) {
        return new StudyCases(rows, CollectiveRow.contests(rows).values());
    }

    /** Range of neighbouring cases with at least one common fastest algorithm. */
    record Piece(CollectiveRow first, CollectiveRow last, Set<String> best) {}

    /** Returns whether all algorithms take the same time in a case. */
    static boolean isTie(List<CollectiveRow> of) {
        return fastest(of).size() == of.size();
    }

    /** Returns the algorithms with the least time of a case. */
    static Set<String> fastest(List<CollectiveRow> of) {
        return best(of, row -> CollectiveRow.ROUNDING);
    }

    /** Returns the algorithms that are not slower than another algorithm by more than the error, the fastest first. */
    static Set<String> best(List<CollectiveRow> of, ToDoubleFunction<CollectiveRow> error) {
        return CollectiveRow.best(of, error).stream()
                .map(CollectiveRow::algorithm)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the least time of a case, seconds. */
    static double leastTime(List<CollectiveRow> of) {
        return of.stream().mapToDouble(CollectiveRow::time).min().orElse(Double.NaN);
    }

    /** Returns the ratio of an algorithm's time to the least time, summed over all cases. */
    double behind(String algorithm) {
        return all.stream()
                .mapToDouble(of -> of.stream()
                                .filter(row -> row.algorithm().equals(algorithm))
                                .mapToDouble(CollectiveRow::time)
                                .sum()
                        / leastTime(of))
                .sum();
    }

    /**
     * Returns the smallest number of ranges of cases, in their order, such that one algorithm is best in all cases of a
     * range.
     */
    List<Piece> pieces(ToDoubleFunction<CollectiveRow> error) {
        List<Piece> pieces = new ArrayList<>();
        for (List<CollectiveRow> of : all) {
            CollectiveRow here = of.get(0);
            Set<String> best = best(of, error);
            Piece before = pieces.isEmpty() ? new Piece(here, here, Set.of()) : pieces.get(pieces.size() - 1);
            Set<String> both = new LinkedHashSet<>(before.best());
            both.retainAll(best);
            if (both.isEmpty()) {
                pieces.add(new Piece(here, here, best));
            } else {
                pieces.set(pieces.size() - 1, new Piece(before.first(), here, both));
            }
        }
        return pieces;
    }

    /** Returns {@code A up to 32 KiB, B from 64 KiB}; counts of cases if the cases differ in more than their size. */
    String taken(List<Piece> pieces) {
        if (pieces.size() == 1) {
            return pieces.get(0).best().iterator().next();
        }
        boolean sizesOnly =
                rows.stream().map(row -> row.contest().ofAnySize()).distinct().count() == 1;
        if (!sizesOnly || pieces.size() > 4) {
            Map<String, Long> wins = all.stream()
                    .collect(Collectors.groupingBy(
                            of -> fastest(of).iterator().next(), LinkedHashMap::new, Collectors.counting()));
            return wins.entrySet().stream()
                    .map(win -> win.getKey() + " in " + win.getValue() + " of " + all.size())
                    .collect(Collectors.joining(", "));
        }
        SizeUnits units = SizeUnits.of(rows.stream().mapToDouble(CollectiveRow::bytes));
        Piece largest = pieces.get(pieces.size() - 1);
        return pieces.stream()
                .map(piece -> piece.best().iterator().next()
                        + (piece == largest
                                ? " from " + units.text(piece.first().bytes())
                                : " up to " + units.text(piece.last().bytes())))
                .collect(Collectors.joining(", "));
    }
}
