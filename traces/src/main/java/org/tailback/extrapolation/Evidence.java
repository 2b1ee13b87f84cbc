package org.tailback.extrapolation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Evidence about the whole code from its recordings: points of the problem, the diagonal of a multipartition, and
 * certain laws, which are found in classes whose recordings change every side of the grid. Evidence decides between
 * laws that other operations, or classes with fewer recordings, cannot distinguish, because a code divides all its work
 * in the same way.
 */
final class Evidence {
    private final Map<String, Set<NumberLaw>> laws = new HashMap<>();
    private final List<Diagonal> diagonals = new ArrayList<>(Diagonal.ALL);
    private final Set<Integer> points = new HashSet<>();

    /** Returns the numbers of points per direction of the problem that certain laws have shown. */
    Set<Integer> points() {
        return points;
    }

    /** Returns the possible diagonals for the cells of a multipartition. */
    List<Diagonal> diagonals() {
        return diagonals;
    }

    /**
     * Keeps only the given diagonals, whose laws explain a number. Keeps all diagonals if none of the given diagonals
     * is known.
     */
    void keepDiagonals(Set<Diagonal> some) {
        if (diagonals.stream().anyMatch(some::contains)) {
            diagonals.retainAll(some);
        }
    }

    /**
     * Keeps only the diagonals along which the partners of a class are neighbours. Keeps all diagonals if no diagonal
     * qualifies.
     */
    void observePartners(Columns columns, Grid grid) {
        int side = grid.sides()[0];
        if (side < 3) {
            return;
        }
        Set<Integer> sums = new HashSet<>();
        for (int column = 0; column < columns.types().size(); column++) {
            int rank = columns.ranks()[0];
            int peer = columns.event(column, rank).peer();
            int x1 = Math.floorMod(grid.coordinate(peer, 0) - grid.coordinate(rank, 0), side);
            int x2 = Math.floorMod(grid.coordinate(peer, 1) - grid.coordinate(rank, 1), side);
            if (peer >= 0 && x1 != 0 && x2 != 0) {
                sums.add((x1 == x2 ? 1 : x1 + x2 == side ? -1 : 0));
            }
        }
        if (sums.size() == 1) {
            diagonals.removeIf(diagonal -> !sums.contains(diagonal.first() * diagonal.second()));
        }
    }

    /** Adds the number of points in the laws of one number if all these laws have the same number of points. */
    void addPoints(Set<Integer> some) {
        if (some.size() == 1) {
            points.addAll(some);
        }
    }

    /**
     * Adds the laws of a number.
     *
     * @param role role of the number in the code, such as the bytes of a receive
     */
    void add(String role, List<NumberLaw> found) {
        Set<NumberLaw> known = laws.computeIfAbsent(role, fresh -> new LinkedHashSet<>());
        for (NumberLaw law : found) {
            // values at the border of a problem are smaller by a constant; a code divides both sides of a grid in the
            // same way
            NumberLaw inner = NumberLaw.of(law.first(), law.term());
            for (NumberLaw each : law.term().grows() ? List.of(law) : List.of(law, inner)) {
                known.add(each);
                known.add(each.transposed());
            }
        }
    }

    /**
     * Returns the known laws that explain a number; the constant of a law may differ if two observations confirm it.
     */
    List<NumberLaw> explaining(String role, List<Sample> samples) {
        Set<NumberLaw> found = new LinkedHashSet<>();
        for (NumberLaw law : laws.getOrDefault(role, Set.of())) {
            Stream.of(law, shifted(law, samples))
                    .filter(tried -> tried.explains(samples))
                    .findFirst()
                    .ifPresent(found::add);
        }
        return List.copyOf(found);
    }

    private static NumberLaw shifted(NumberLaw law, List<Sample> samples) {
        NumberLaw inner = NumberLaw.of(law.first(), law.term());
        double first = inner.at(samples.get(0).context());
        boolean changes = samples.stream().anyMatch(each -> inner.at(each.context()) != first);
        return changes ? new NumberLaw(law.first(), law.term(), samples.get(0).value() - first, Term.ONE) : law;
    }
}
