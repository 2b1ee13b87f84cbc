package org.tailback.extrapolation;

import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Requested number of ranks. Laws that explain the recordings equally well must agree at the target.
 *
 * @param grid grid of all ranks
 * @param ranks ranks of the class, in ascending order
 * @param iterations number of iterations of each loop
 */
record Target(Grid grid, int[] ranks, int[] iterations) {
    private static final int MOST_RANKS = 256;
    private static final int MOST_ITERATIONS = 64;

    /**
     * Returns the points at which laws are compared: the first and last iterations of the given loops, on all ranks of
     * the class or on ranks spread over the class.
     */
    List<Context> contexts(List<Integer> loops) {
        List<List<Integer>> compared = loops.stream()
                .map(loop -> IntStream.range(0, iterations[loop])
                        .filter(i -> i < MOST_ITERATIONS || i > iterations[loop] - 3)
                        .boxed()
                        .toList())
                .toList();
        List<Context> contexts = new ArrayList<>();
        int step = Math.max(1, ranks.length / MOST_RANKS);
        for (List<Integer> at : Lists.cartesianProduct(compared)) {
            int[] index = new int[iterations.length];
            for (int l = 0; l < at.size(); l++) {
                index[loops.get(l)] = at.get(l);
            }
            for (int r = 0; r < ranks.length; r += step) {
                contexts.add(new Context(grid, ranks[r], index, iterations));
            }
            contexts.add(new Context(grid, ranks[ranks.length - 1], index, iterations));
        }
        return contexts;
    }
}
