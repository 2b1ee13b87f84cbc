package org.tailback.extrapolation;

import com.google.common.collect.Lists;
import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.tailback.extrapolation.Slot.Number;
import org.tailback.extrapolation.Slot.Series;

/**
 * Search for the law of a message's partner. Every form of law that explains all recordings is a candidate. Therefore
 * forms that coincide on small numbers of ranks (the next rank, the other rank of a pair, a neighbour in a grid) are
 * distinguished or reported. Laws that do not contain the number of ranks are simpler than laws that contain it.
 *
 * @param bySimplicity found laws, the simplest kind first
 * @param changing loops whose iteration affects the laws
 */
record PeerLaws(Slot slot, Search search, List<List<PeerLaw>> bySimplicity, List<Integer> changing) {
    /**
     * Returns the simplest laws; empty if no law was found.
     *
     * @param changing list that receives the loops whose iteration affects the laws
     */
    static List<PeerLaw> find(Slot slot, Search search, List<Integer> changing) {
        PeerLaws laws =
                new PeerLaws(slot, search, List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()), changing);
        laws.collect();
        if (laws.bySimplicity.stream().flatMap(List::stream).allMatch(laws::isOfOtherGrid)) {
            return List.of();
        }
        return laws.bySimplicity.stream()
                .filter(some -> !some.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /**
     * Returns whether a law refers to a different grid than the classes. Such a law is never chosen, because sizes
     * would depend on the sides of its grid; it only raises doubts about other laws.
     */
    private boolean isOfOtherGrid(PeerLaw law) {
        GridFamily family = law.family();
        return family != null && !family.equals(search.family());
    }

    private void collect() {
        boolean isGrid = search.dimensions() > 1;
        boolean hasSides = search.partition().kind() == Partition.Kind.POSITIONS;
        if (!isGrid || !hasSides || search.withRoot()) {
            number((columns, grid, event, rank) -> event.peer(), PeerLaw::fixed);
        }
        if (!isGrid || !hasSides) {
            shifts();
            if (!search.isAssumed()) {
                number((columns, grid, event, rank) -> event.peer() ^ rank, PeerLaw::exclusiveOr);
                fixed(PeerLaw.mirror());
            }
        }
        // if all ranks are in one class, a neighbour in a grid may coincide with the next rank on few ranks
        boolean isAlone = slot.seen().stream().allMatch(in -> in.columns().ranks().length == 1);
        for (GridFamily family :
                isGrid || hasSides || isAlone || search.isAssumed() ? List.of(search.family()) : GridFamily.ALL) {
            if (family.dimensions() > 1) {
                neighbours(family);
                lines(family);
                if (family.dimensions() == 2) {
                    fixed(PeerLaw.transpose(family));
                }
            }
        }
    }

    private void shifts() {
        number((columns, grid, event, rank) -> event.peer() - rank, PeerLaw::shift);
        if (search.isAssumed()) {
            return;
        }
        number((columns, grid, event, rank) -> Math.floorMod(event.peer() - rank, columns.world()), PeerLaw::shift);
        number(
                (columns, grid, event, rank) ->
                        Math.floorMod(event.peer() - rank, columns.world()) - (long) columns.world(),
                PeerLaw::shift);
    }

    private void number(Number value, Function<NumberLaw, PeerLaw> form) {
        Series series = slot.series(value);
        if (series.byRank()) {
            return;
        }
        List<Term> sizes = Term.ofDistance(search.dimensions());
        for (NumberLaw law : NumberLaws.of(series.samples(), sizes, series.variables(search), new ArrayList<>())) {
            changing.addAll(series.loops());
            PeerLaw peer = form.apply(law);
            int simplicity = law.isConstant() && peer.family() == null ? 0 : law.coefficients();
            bySimplicity.get(simplicity).add(peer);
        }
    }

    private void fixed(PeerLaw law) {
        if (partners().allMatch(seen -> law.at(seen.context()) == seen.value())) {
            bySimplicity.get(0).add(law);
        }
    }

    private Stream<Sample> partners() {
        return slot.all((columns, grid, event, rank) -> event.peer());
    }

    /**
     * Adds neighbours whose distance along each dimension is at most 1. If all ranks are in one class, the distance may
     * be up to 2 and is modulo the sides. If ranks at the sides are separate classes, distances are not modulo the
     * sides.
     */
    private void neighbours(GridFamily family) {
        Lists.cartesianProduct(Collections.nCopies(family.dimensions(), List.of(-2, -1, 0, 1, 2))).stream()
                .map(Ints::toArray)
                .filter(by -> partners().allMatch(seen -> reaches(family, seen, by)))
                .forEach(by -> bySimplicity.get(0).add(PeerLaw.neighbour(family, by)));
    }

    private boolean reaches(GridFamily family, Sample seen, int[] by) {
        Grid grid = family.of(seen.context().ranks());
        int rank = seen.context().rank();
        if (search.partition().kind() == Partition.Kind.POSITIONS) {
            for (int d = 0; d < by.length; d++) {
                int at = grid.coordinate(rank, d) + by[d];
                if (Math.abs(by[d]) > 1 || at < 0 || at >= grid.sides()[d]) {
                    return false;
                }
            }
        }
        return grid.moved(rank, by) == seen.value();
    }

    /** Adds partners along each line of the grid. */
    private void lines(GridFamily family) {
        for (int d = 0; d < family.dimensions(); d++) {
            int dimension = d;
            Number distance = (columns, grid, event, rank) -> {
                Grid own = family.of(columns.world());
                int side = own.sides()[dimension];
                int by = Math.floorMod(own.coordinate(event.peer(), dimension) - own.coordinate(rank, dimension), side);
                int[] moved = new int[own.dimensions()];
                moved[dimension] = by;
                return own.moved(rank, moved) == event.peer() ? by : -1 - rank;
            };
            Series series = slot.series(distance);
            if (!series.byRank() && series.samples().stream().allMatch(sample -> sample.value() >= 0)) {
                number(distance, law -> PeerLaw.line(family, dimension, law));
            }
        }
    }
}
