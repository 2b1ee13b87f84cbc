package org.tailback.columns;

import java.util.Arrays;

/** Columns that grow: arrays by a dense number, each twice as long when it has become too short. */
public final class Columns {
    private Columns() {}

    /** Returns the new length of a column that is too short for an index. */
    public static int longer(int length, int index) {
        return (int) Math.max(Math.max(16, Math.addExact(index, 1)), Math.min(2L * length, Integer.MAX_VALUE - 8));
    }

    /** Returns the column, or a longer copy if an index has no room in it; new elements are 0. */
    public static int[] fit(int[] column, int index) {
        return index < column.length ? column : Arrays.copyOf(column, longer(column.length, index));
    }

    /** Does the same as {@link #fit(int[], int)}; new elements have a value. */
    public static int[] fit(int[] column, int index, int value) {
        int[] fitting = fit(column, index);
        if (fitting != column) {
            Arrays.fill(fitting, column.length, fitting.length, value);
        }
        return fitting;
    }

    /** Does the same as {@link #fit(int[], int)}. */
    public static long[] fit(long[] column, int index) {
        return index < column.length ? column : Arrays.copyOf(column, longer(column.length, index));
    }

    /** Does the same as {@link #fit(int[], int)}. */
    public static double[] fit(double[] column, int index) {
        return index < column.length ? column : Arrays.copyOf(column, longer(column.length, index));
    }

    /** Does the same as {@link #fit(int[], int)}. */
    public static byte[] fit(byte[] column, int index) {
        return index < column.length ? column : Arrays.copyOf(column, longer(column.length, index));
    }

    /** Does the same as {@link #fit(int[], int)}. */
    public static boolean[] fit(boolean[] column, int index) {
        return index < column.length ? column : Arrays.copyOf(column, longer(column.length, index));
    }

    /** Does the same as {@link #fit(int[], int)}; new elements are null. */
    public static <E> E[] fit(E[] column, int index) {
        return index < column.length ? column : Arrays.copyOf(column, longer(column.length, index));
    }
}
