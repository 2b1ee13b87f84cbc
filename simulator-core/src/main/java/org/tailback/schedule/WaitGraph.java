package org.tailback.schedule;

import java.util.Arrays;
import org.tailback.stability.Internal;

/** Graph of the waits between ranks, or between operations of one rank. */
@Internal
public final class WaitGraph {
    private static final int NONE = -1;

    private final int[][] waitsFor;
    private final int[] counts;

    /**
     * Creates a graph without waits.
     *
     * @param ranks number of ranks
     */
    public WaitGraph(int ranks) {
        waitsFor = new int[ranks][0];
        counts = new int[ranks];
    }

    /** Adds the wait of a rank for another rank or for itself. */
    public void add(int rank, int other) {
        if (counts[rank] == waitsFor[rank].length) {
            waitsFor[rank] = Arrays.copyOf(waitsFor[rank], 2 * counts[rank] + 1);
        }
        waitsFor[rank][counts[rank]++] = other;
    }

    /**
     * Returns a cycle of ranks in which each rank waits for the next; empty without a cycle. The cycle is a shortest
     * cycle through one of its ranks. O(waits).
     */
    public int[] cycle() {
        int rank = onCycle();
        return rank == NONE ? new int[0] : shortestCycle(rank);
    }

    /** Returns a rank on a cycle, found by depth-first search; {@link #NONE} without a cycle. */
    private int onCycle() {
        int ranks = counts.length;
        // number of waits that have been followed, by rank, plus 1 after the last wait
        int[] followed = new int[ranks];
        boolean[] onPath = new boolean[ranks];
        int[] path = new int[ranks];
        for (int first = 0; first < ranks; first++) {
            int depth = followed[first] == 0 ? 1 : 0;
            path[0] = first;
            onPath[first] = depth > 0;
            while (depth > 0) {
                int rank = path[depth - 1];
                int edge = followed[rank]++;
                if (edge == counts[rank]) {
                    onPath[rank] = false;
                    depth--;
                    continue;
                }
                int next = waitsFor[rank][edge];
                if (onPath[next]) {
                    return next;
                }
                if (followed[next] == 0) {
                    onPath[next] = true;
                    path[depth++] = next;
                }
            }
        }
        return NONE;
    }

    /** Returns a shortest cycle through a rank, found by breadth-first search from the rank back to itself. */
    private int[] shortestCycle(int start) {
        int ranks = counts.length;
        int[] before = new int[ranks];
        Arrays.fill(before, NONE);
        int[] queue = new int[ranks];
        int size = 1;
        queue[0] = start;
        for (int at = 0; at < size; at++) {
            for (int edge = 0; edge < counts[queue[at]]; edge++) {
                int next = waitsFor[queue[at]][edge];
                if (next == start) {
                    return path(before, start, queue[at]);
                }
                if (before[next] == NONE) {
                    before[next] = queue[at];
                    queue[size++] = next;
                }
            }
        }
        throw new IllegalStateException("rank " + start + " is not on a cycle");
    }

    private static int[] path(int[] before, int start, int last) {
        int length = 1;
        for (int rank = last; rank != start; rank = before[rank]) {
            length++;
        }
        int[] path = new int[length];
        path[0] = start;
        for (int rank = last; rank != start; rank = before[rank]) {
            path[--length] = rank;
        }
        return path;
    }
}
