package org.tailback.extrapolation;

import java.util.function.LongBinaryOperator;

/** Regular changes of an operation's numbers between iterations: by a constant, by doubling or by halving. */
final class Steps {
    private Steps() {}

    /** Condition on three consecutive values. */
    private interface Rule {
        boolean holds(long first, long second, long third);
    }

    /**
     * Returns the number of leading iterations in which an operation changes regularly on all ranks.
     *
     * @param column column of the operation in each iteration, at least three
     */
    static int of(Columns columns, int[] column) {
        int count = column.length;
        int numbers = columns.event(column[0], columns.ranks()[0]).numbers().length;
        for (int n = 0; n < numbers; n++) {
            int number = n;
            LongBinaryOperator value = (c, r) -> columns.event((int) c, (int) r).numbers()[number];
            count = Math.min(count, regular(columns, column, value, constant(Long.MAX_VALUE), Steps::doubles));
        }
        if (columns.types().get(column[0]).hasPeer()) {
            int world = columns.world();
            LongBinaryOperator peer = (c, r) -> columns.event((int) c, (int) r).peer();
            LongBinaryOperator up = (c, r) -> Math.floorMod(peer.applyAsLong(c, r) - r, world);
            LongBinaryOperator down = (c, r) -> Math.floorMod(r - peer.applyAsLong(c, r), world);
            LongBinaryOperator bits = (c, r) -> peer.applyAsLong(c, r) ^ r;
            int byShift = Math.max(
                    regular(columns, column, up, constant(world), Steps::doubles),
                    regular(columns, column, down, constant(world), Steps::doubles));
            int byBits = regular(columns, column, bits, (a, b, c) -> a != 0 && doubles(a, b, c));
            count = Math.min(count, Math.max(byShift, byBits));
        }
        return count;
    }

    /** Returns the rule that differences are equal modulo a number. */
    private static Rule constant(long modulus) {
        return (a, b, c) -> Math.floorMod(c - b, modulus) == Math.floorMod(b - a, modulus);
    }

    private static boolean doubles(long a, long b, long c) {
        return b == 2 * a && c == 2 * b || a == 2 * b && b == 2 * c;
    }

    /** Returns the number of iterations in which the values of each rank satisfy one of the rules. */
    private static int regular(Columns columns, int[] column, LongBinaryOperator value, Rule... rules) {
        int least = column.length;
        for (int rank : columns.ranks()) {
            int longest = 0;
            for (Rule rule : rules) {
                int i = 2;
                while (i < least
                        && rule.holds(
                                value.applyAsLong(column[i - 2], rank),
                                value.applyAsLong(column[i - 1], rank),
                                value.applyAsLong(column[i], rank))) {
                    i++;
                }
                longest = Math.max(longest, i);
            }
            least = Math.min(least, longest);
        }
        return least;
    }
}
