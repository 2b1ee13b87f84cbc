package org.tailback.trace.dumpi;

import java.util.Arrays;
import java.util.BitSet;

/** Groups of ranks, each the world ranks in its order, and what MPI's functions make of them. */
final class RankGroups {
    static final int[] EMPTY = new int[0];

    private RankGroups() {}

    /**
     * Returns the group that a function makes of others.
     *
     * @param second empty if the function has only one
     */
    static int[] made(CommunicatorCall call, int[] first, int[] second) {
        return switch (call.function()) {
            case "Group_union" -> union(first, second);
            case "Group_intersection" -> filter(first, set(second), true);
            case "Group_difference" -> filter(first, set(second), false);
            case "Group_incl" -> at(first, call.list());
            case "Group_excl" -> filter(first, set(at(first, call.list())), false);
            case "Group_range_incl" -> at(first, expanded(call.list(), first.length));
            default -> filter(first, set(at(first, expanded(call.list(), first.length))), false);
        };
    }

    static boolean contains(int[] group, int rank) {
        return Arrays.stream(group).anyMatch(member -> member == rank);
    }

    private static BitSet set(int[] group) {
        BitSet set = new BitSet();
        Arrays.stream(group).forEach(set::set);
        return set;
    }

    private static int[] filter(int[] group, BitSet set, boolean kept) {
        return Arrays.stream(group).filter(member -> set.get(member) == kept).toArray();
    }

    /** Returns the first group, and those of the second that are not in it. */
    static int[] union(int[] first, int[] second) {
        int[] added = filter(second, set(first), false);
        int[] union = Arrays.copyOf(first, first.length + added.length);
        System.arraycopy(added, 0, union, first.length, added.length);
        return union;
    }

    private static int[] at(int[] group, int[] positions) {
        return Arrays.stream(positions)
                .filter(position -> position >= 0 && position < group.length)
                .map(position -> group[position])
                .toArray();
    }

    /** Returns the positions that ranges of first, last and stride name, as far as there are so many. */
    private static int[] expanded(int[] ranges, int positions) {
        BitSet taken = new BitSet();
        int[] all = new int[positions];
        int count = 0;
        for (int i = 0; i + 2 < ranges.length; i += 3) {
            long stride = ranges[i + 2];
            for (long at = ranges[i];
                    at >= 0 && at < positions && (stride > 0 ? at <= ranges[i + 1] : at >= ranges[i + 1]);
                    at += stride) {
                if (!taken.get((int) at)) {
                    taken.set((int) at);
                    all[count++] = (int) at;
                }
                if (stride == 0) {
                    break;
                }
            }
        }
        return Arrays.copyOf(all, count);
    }
}
