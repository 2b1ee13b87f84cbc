package org.tailback.model.sharing.myrinet;

import java.util.ArrayList;
import java.util.List;

/** All maximal conflict-free sets by definition: every subset is tried. */
final class MaximalSets {
    private MaximalSets() {}

    /** The sets as bit masks over the edges; edges are {source, destination}. */
    static List<Integer> of(List<int[]> edges) {
        List<Integer> sets = new ArrayList<>();
        for (int set = 1; set < 1 << edges.size(); set++) {
            if (isConflictFree(edges, set) && isMaximal(edges, set)) {
                sets.add(set);
            }
        }
        return sets;
    }

    private static boolean isConflictFree(List<int[]> edges, int set) {
        for (int i = 0; i < edges.size(); i++) {
            for (int j = 0; j < i; j++) {
                if ((set >> i & set >> j & 1) == 1 && conflict(edges.get(i), edges.get(j))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isMaximal(List<int[]> edges, int set) {
        for (int i = 0; i < edges.size(); i++) {
            if ((set >> i & 1) == 0 && isConflictFree(edges, set | 1 << i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean conflict(int[] one, int[] other) {
        return one[0] == other[0] || one[1] == other[1];
    }

    /** The penalties of section V.B, by definition over the whole graph. */
    static double[] penalties(List<int[]> edges) {
        List<Integer> sets = of(edges);
        double[] penalties = new double[edges.size()];
        for (int e = 0; e < penalties.length; e++) {
            long smallest = Long.MAX_VALUE;
            for (int j = 0; j < edges.size(); j++) {
                if (edges.get(j)[0] == edges.get(e)[0]) {
                    int bit = j;
                    smallest = Math.min(
                            smallest,
                            sets.stream().filter(set -> (set >> bit & 1) == 1).count());
                }
            }
            penalties[e] = (double) sets.size() / smallest;
        }
        return penalties;
    }
}
