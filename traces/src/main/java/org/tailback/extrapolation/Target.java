package org.tailback.extrapolation;

import java.util.ArrayList;
import java.util.List;

/**
 * The wanted number of ranks: laws that explain the recordings equally well must agree there.
 *
 * @param grid all ranks
 * @param ranks the ranks of the class, ascending
 * @param iterations of each loop
 */
record Target(Grid grid, int[] ranks, int[] iterations) {
    private static final int MOST_RANKS = 256;
    private static final int MOST_ITERATIONS = 64;

    /**
     * Returns the points at which laws are compared: the first and last iterations of the given loops, at all ranks of
     * the class or at ranks spread over it.
     */
    List<Context> contexts(List<Integer> loops) {
        List<int[]> indices = new ArrayList<>(List.of(new int[iterations.length]));
        for (int loop : loops) {
            List<int[]> more = new ArrayList<>();
            for (int[] index : indices) {
                for (int i = 0; i < iterations[loop]; i++) {
                    if (i < MOST_ITERATIONS || i > iterations[loop] - 3) {
                        int[] with = index.clone();
                        with[loop] = i;
                        more.add(with);
                    }
                }
            }
            indices = more;
        }
        List<Context> contexts = new ArrayList<>();
        int step = Math.max(1, ranks.length / MOST_RANKS);
        for (int[] index : indices) {
            for (int r = 0; r < ranks.length; r += step) {
                contexts.add(new Context(grid, ranks[r], index, iterations));
            }
            contexts.add(new Context(grid, ranks[ranks.length - 1], index, iterations));
        }
        return contexts;
    }
}
