package org.tailback.cli.collective;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.units.SizeUnits;

/** The rows of a study by case: same ranks, size and circumstances, with an algorithm each. */
final class StudyCases {
    /** Times that differ by less are equal. */
    static final double ROUNDING = 1e-12;

    private final List<CollectiveRow> rows;
    private final Map<CollectiveRow.Contest, List<CollectiveRow>> cases = new LinkedHashMap<>();

    StudyCases(List<CollectiveRow> rows) {
        this.rows = rows;
        rows.forEach(row ->
                cases.computeIfAbsent(row.contest(), key -> new ArrayList<>()).add(row));
    }

    /** Range of neighbouring cases with at least one common fastest algorithm. */
    record Piece(CollectiveRow first, CollectiveRow last, Set<String> best) {}

    List<CollectiveRow> rows() {
        return rows;
    }

    /** Returns the rows of each case. */
    Collection<List<CollectiveRow>> all() {
        return cases.values();
    }

    int size() {
        return cases.size();
    }

    /** Returns whether all algorithms take the same time in a case. */
    static boolean isTie(List<CollectiveRow> of) {
        double least = of.stream().mapToDouble(CollectiveRow::time).min().orElse(0);
        return of.stream().allMatch(row -> row.time() <= least * (1 + ROUNDING));
    }

    /** Returns the sum over all cases of an algorithm's time over the least. */
    double behind(String algorithm) {
        return cases.values().stream()
                .mapToDouble(of -> of.stream()
                                .filter(row -> row.algorithm().equals(algorithm))
                                .mapToDouble(CollectiveRow::time)
                                .sum()
                        / of.stream().mapToDouble(CollectiveRow::time).min().orElse(1))
                .sum();
    }

    /** Returns as few ranges of cases as possible, in their order, each with an algorithm that is best in all. */
    List<Piece> pieces(ToDoubleFunction<CollectiveRow> error) {
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
    static Set<String> best(List<CollectiveRow> of, ToDoubleFunction<CollectiveRow> error) {
        double least = of.stream().mapToDouble(CollectiveRow::time).min().orElse(0);
        return of.stream()
                .filter(row -> row.time() <= least * (1 + error.applyAsDouble(row)))
                .sorted((a, b) -> Double.compare(a.time(), b.time()))
                .map(CollectiveRow::algorithm)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns {@code A up to 32 KiB, B from 64 KiB}; counts of cases where not only sizes differ. */
    String taken(List<Piece> pieces) {
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
}
