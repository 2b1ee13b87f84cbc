package org.tailback.extrapolation;

import java.util.function.LongBinaryOperator;

/** How long the numbers of an operation change regularly from iteration to iteration: by a constant, or doubling
 * or halving. */
final class Steps {
    private Steps() {}

    /**
     * Returns how many of the operations, from the first on, change regularly at all ranks.
     *
     * @param column the operation in each iteration
     */
    static int of(Columns columns, int[] column) {
        int count = column.length;
        int numbers = columns.event(column[0], columns.ranks()[0]).numbers().length;
        for (int n = 0; n < numbers; n++) {
            int number = n;
            count = Math.min(
                    count,
                    regular(
                            columns,
                            column,
                            (c, r) -> columns.event((int) c, (int) r).numbers()[number],
                            Long.MAX_VALUE));
        }
        if (columns.types().get(column[0]).hasPeer()) {
            int world = columns.world();
            int byShift = regular(
                    columns,
                    column,
                    (c, r) -> Math.floorMod(columns.event((int) c, (int) r).peer() - r, (long) world),
                    world);
            int downwards = regular(
                    columns,
                    column,
                    (c, r) -> Math.floorMod(r - columns.event((int) c, (int) r).peer(), (long) world),
                    world);
            int byExclusiveOr = doubling(columns, column);
            count = Math.min(count, Math.max(Math.max(byShift, downwards), byExclusiveOr));
        }
        return count;
    }

    /** Returns for how many iterations second differences, modulo a number, are 0, or values double. */
    private static int regular(Columns columns, int[] column, LongBinaryOperator value, long modulus) {
        int least = column.length;
        for (int rank : columns.ranks()) {
            int linear = column.length;
            int doubled = column.length;
            for (int i = 2; i < column.length; i++) {
                long a = value.applyAsLong(column[i - 2], rank);
                long b = value.applyAsLong(column[i - 1], rank);
                long c = value.applyAsLong(column[i], rank);
                if (Math.floorMod(c - b, modulus) != Math.floorMod(b - a, modulus)) {
                    linear = Math.min(linear, i);
                }
                if ((b != 2 * a || c != 2 * b) && (a != 2 * b || b != 2 * c)) {
                    doubled = Math.min(doubled, i);
                }
            }
            least = Math.min(least, Math.max(linear, doubled));
        }
        return least;
    }

    private static int doubling(Columns columns, int[] column) {
        int least = column.length;
        for (int rank : columns.ranks()) {
            for (int i = 2; i < column.length; i++) {
                int a = columns.event(column[i - 2], rank).peer() ^ rank;
                int b = columns.event(column[i - 1], rank).peer() ^ rank;
                int c = columns.event(column[i], rank).peer() ^ rank;
                if (a == 0 || (b != 2 * a || c != 2 * b) && (a != 2 * b || b != 2 * c)) {
                    least = Math.min(least, i);
                }
            }
        }
        return least;
    }
}
