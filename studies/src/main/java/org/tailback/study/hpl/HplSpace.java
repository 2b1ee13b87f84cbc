package org.tailback.study.hpl;

import com.google.common.collect.Lists;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.tailback.generator.hpl.HplSettings;
import org.tailback.generator.hpl.HplSettings.Bcast;
import org.tailback.generator.hpl.HplSettings.Fact;
import org.tailback.generator.hpl.HplSettings.Swap;

/**
 * Search space of configurations of HPL. Each list contains the values of a key, at least one.
 *
 * @param n order of the matrix
 * @param grids process grids
 * @param nbs numbers of columns per block
 * @param swaps algorithms for the swap of rows
 * @param bcasts algorithms for the broadcast of panels
 * @param depths numbers of panels that are factorised in advance, 0 or more
 * @param pfacts factorisations of the innermost panels
 * @param rfacts recursive factorisations
 */
public record HplSpace(
        int n,
        List<Grid> grids,
        List<Integer> nbs,
        List<Swap> swaps,
        List<Bcast> bcasts,
        List<Integer> depths,
        List<Fact> pfacts,
        List<Fact> rfacts) {
    /** Keys of a configuration, in the order of {@link #values}. */
    public static final List<String> KEYS = List.of("grid", "nb", "swap", "bcast", "depth", "pfact", "rfact");

    private static final int MOST_ROWS = 4;
    private static final int MOST_COLUMNS = 16;

    /** Grid of process rows and columns. */
    public record Grid(int p, int q) {
        @Override
        public String toString() {
            return p + "x" + q;
        }
    }

    /**
     * Returns the grids of a number of ranks, square grids first. A grid has at most 4 times as many rows as columns,
     * and at most 16 times as many columns as rows. Without such a grid, returns all grids.
     */
    public static List<Grid> grids(int ranks) {
        List<Grid> all = IntStream.rangeClosed(1, ranks)
                .filter(p -> ranks % p == 0)
                .mapToObj(p -> new Grid(p, ranks / p))
                .sorted(Comparator.<Grid>comparingDouble(grid -> Math.abs(Math.log((double) grid.p / grid.q)))
                        .thenComparingInt(Grid::p))
                .toList();
        List<Grid> usual = all.stream()
                .filter(grid -> grid.p <= MOST_ROWS * grid.q && grid.q <= MOST_COLUMNS * grid.p)
                .toList();
        return usual.isEmpty() ? all : usual;
    }

    /** Returns the values of each key, in the order of {@link #KEYS}. */
    List<List<?>> values() {
        return List.of(grids, nbs, swaps, bcasts, depths, pfacts, rfacts);
    }

    /** Returns the number of configurations. */
    public long size() {
        return values().stream().mapToLong(List::size).reduce(1, Math::multiplyExact);
    }

    /** Returns the choice of the first value of each key. */
    static List<Integer> first() {
        return Collections.nCopies(KEYS.size(), 0);
    }

    /**
     * Returns a configuration.
     *
     * @param choice index of the value of each key
     */
    HplSettings at(List<Integer> choice) {
        Grid grid = grids.get(choice.get(0));
        int nb = nbs.get(choice.get(1));
        return new HplSettings(
                n,
                nb,
                grid.p,
                grid.q,
                bcasts.get(choice.get(3)),
                swaps.get(choice.get(2)),
                depths.get(choice.get(4)),
                pfacts.get(choice.get(5)),
                rfacts.get(choice.get(6)),
                2,
                2,
                nb,
                false);
    }

    /** Returns all choices that differ from a choice only in the given keys, with the last key varying fastest. */
    List<List<Integer>> around(List<Integer> choice, Integer... keys) {
        List<Integer> changing = List.of(keys);
        return Lists.cartesianProduct(IntStream.range(0, KEYS.size())
                .mapToObj(key -> changing.contains(key)
                        ? IntStream.range(0, values().get(key).size()).boxed().toList()
                        : List.of(choice.get(key)))
                .toList());
    }
}
