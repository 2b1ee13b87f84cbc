package org.tailback.replay;

import org.tailback.columns.Columns;

/**
 * End times of the requests of one waitall, in ascending order. Receive overheads are charged in that order. The times
 * therefore depend neither on the order of the requests in the list nor on the order in which ends become known. The
 * object is reused for each wait, without allocation once the arrays have grown.
 */
final class ArrivalOrder {
    private double[] ends = new double[16];
    private double[] overheads = new double[16];
    private int[] postings = new int[16];
    private int[] order = new int[16];
    private int count;
    private double latest;
    private boolean hasOverheads;

    void clear() {
        count = 0;
        latest = Double.NEGATIVE_INFINITY;
        hasOverheads = false;
    }

    /**
     * Adds the end time of a posting.
     *
     * @param end in seconds
     * @param overhead in seconds, >= 0; charged from the end on, or after the previous overhead
     */
    void add(int posting, double end, double overhead) {
        ends = Columns.fit(ends, count);
        overheads = Columns.fit(overheads, count);
        postings = Columns.fit(postings, count);
        order = Columns.fit(order, count);
        ends[count] = end;
        overheads[count] = overhead;
        postings[count] = posting;
        order[count] = count;
        count++;
        latest = Math.max(latest, end);
        hasOverheads |= overhead > 0;
    }

    int count() {
        return count;
    }

    /** Returns the i-th posting in the order of ends; valid after sorting. */
    int posting(int i) {
        return postings[order[i]];
    }

    double end(int i) {
        return ends[order[i]];
    }

    double overhead(int i) {
        return overheads[order[i]];
    }

    /** Returns the time in seconds at which a wait that begins at the given time ends, including all overheads. */
    double over(double begin) {
        if (!hasOverheads) {
            return Math.max(begin, latest);
        }
        sort();
        double over = begin;
        for (int i = 0; i < count; i++) {
            over = Math.max(over, end(i)) + overhead(i);
        }
        return over;
    }

    /** Sorts by end, then overhead, then index. O(n) for sorted ends, below O(n^1.5) for others (shell sort). */
    void sort() {
        for (int gap = widest(); gap > 0; gap /= 3) {
            for (int i = gap; i < count; i++) {
                int moved = order[i];
                int to = i;
                while (to >= gap && isBefore(moved, order[to - gap])) {
                    order[to] = order[to - gap];
                    to -= gap;
                }
                order[to] = moved;
            }
        }
    }

    /** Returns the largest of 1, 4, 13, 40 … (Knuth) below a third of the number of ends. */
    private int widest() {
        int gap = 1;
        while (gap < count / 3) {
            gap = 3 * gap + 1;
        }
        return gap;
    }

    private boolean isBefore(int a, int b) {
        if (ends[a] != ends[b]) {
            return ends[a] < ends[b];
        }
        return overheads[a] != overheads[b] ? overheads[a] < overheads[b] : a < b;
    }
}
