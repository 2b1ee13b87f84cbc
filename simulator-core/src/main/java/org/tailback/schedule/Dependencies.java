package org.tailback.schedule;

import java.util.Arrays;
import org.tailback.columns.Columns;

/**
 * Dependencies of one kind within one rank, collected as pairs in order of declaration and then grouped by predecessor.
 * Grouping is a stable counting sort, O(operations + pairs).
 */
final class Dependencies {
    private int[] before = new int[16];
    private int[] after = new int[16];
    private int count;
    private int[] first = new int[17];
    private int[] successors = new int[16];
    /** Number of operations by which the pairs are grouped; negative before grouping. */
    private int grouped = -1;
    /** True if the pairs were declared in the order of their predecessors, as in files; no sorting is then needed. */
    private boolean ordered = true;

    void clear() {
        count = 0;
        grouped = -1;
        ordered = true;
    }

    int count() {
        return count;
    }

    void add(int waiting, int waitedFor) {
        before = Columns.fit(before, count);
        after = Columns.fit(after, count);
        ordered &= count == 0 || before[count - 1] <= waitedFor;
        before[count] = waitedFor;
        after[count++] = waiting;
        grouped = -1;
    }

    void group(int operations) {
        if (grouped == operations) {
            return;
        }
        if (first.length <= operations + 1) {
            first = new int[Math.max(operations + 2, 2 * first.length)];
        }
        Arrays.fill(first, 0, operations + 2, 0);
        for (int i = 0; i < count; i++) {
            first[before[i] + (ordered ? 1 : 2)]++;
        }
        for (int operation = 1; operation <= operations; operation++) {
            first[operation] += first[operation - 1];
        }
        grouped = operations;
        if (ordered) {
            successors = after;
            return;
        }
        if (successors == after || successors.length < count) {
            successors = new int[before.length];
        }
        // while filling, first[b + 1] is the index of the next successor of b; at the end it is the index of the first
        // successor of b + 1
        for (int i = 0; i < count; i++) {
            successors[first[before[i] + 1]++] = after[i];
        }
    }

    /** Returns the number of successors of an operation; the pairs must be grouped. */
    int successors(int operation) {
        return first[operation + 1] - first[operation];
    }

    /** Returns the index of the first successor of an operation in the grouped list. */
    int first(int operation) {
        return first[operation];
    }

    /** Returns the operation at an index of the grouped list. */
    int at(int position) {
        return successors[position];
    }
}
