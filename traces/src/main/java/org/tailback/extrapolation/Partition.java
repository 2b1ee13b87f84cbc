package org.tailback.extrapolation;

import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Division of ranks into classes. The members of a class perform the same operations with partners at the same relative
 * positions.
 *
 * @param family family of the grid of all ranks
 * @param kind criterion for the class of a rank
 */
record Partition(GridFamily family, Kind kind) {
    private static final List<String> POSITIONS = List.of("only", "first", "inner", "last");

    /** Criteria for the class of a rank. */
    enum Kind {
        /** A single class of all ranks. */
        NONE,
        /** Two classes: rank 0, and all other ranks. */
        ROOT,
        /** Two classes: even ranks and odd ranks. */
        PARITY,
        /** Classes by the position along each side of the grid: first, inner or last. */
        POSITIONS
    }

    /** Returns the candidate divisions, the simplest first. */
    static List<Partition> all() {
        List<Partition> all = new ArrayList<>();
        GridFamily line = GridFamily.ALL.get(0);
        for (Kind kind : List.of(Kind.NONE, Kind.ROOT, Kind.POSITIONS, Kind.PARITY)) {
            all.add(new Partition(line, kind));
        }
        for (int dimensions = 2; dimensions <= 3; dimensions++) {
            for (Kind kind : List.of(Kind.NONE, Kind.POSITIONS)) {
                for (GridFamily family : GridFamily.ALL) {
                    if (family.dimensions() == dimensions) {
                        all.add(new Partition(family, kind));
                    }
                }
            }
        }
        return all;
    }

    /** Returns a description of a rank's class. */
    String classOf(Grid grid, int rank) {
        return switch (kind) {
            case NONE -> "all ranks";
            case ROOT -> rank == 0 ? "rank 0" : "ranks except 0";
            case PARITY -> rank % 2 == 0 ? "even ranks" : "odd ranks";
            case POSITIONS -> {
                StringBuilder text = new StringBuilder();
                for (int d = 0; d < grid.dimensions(); d++) {
                    int side = grid.sides()[d];
                    int at = grid.coordinate(rank, d);
                    int position = side == 1 ? 0 : at == 0 ? 1 : at == side - 1 ? 3 : 2;
                    text.append(d == 0 ? "" : ", ").append(POSITIONS.get(position));
                }
                yield text + (grid.dimensions() == 1 ? " rank" : " in the grid");
            }
        };
    }

    /** Returns the ranks of each class, in ascending order. */
    TreeMap<String, int[]> classes(int ranks) {
        Grid grid = family.of(ranks);
        return IntStream.range(0, ranks)
                .boxed()
                .collect(Collectors.groupingBy(
                        rank -> classOf(grid, rank),
                        TreeMap::new,
                        Collectors.collectingAndThen(Collectors.toList(), Ints::toArray)));
    }
}
