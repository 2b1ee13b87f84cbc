package org.tailback.columns;

import java.util.Arrays;

/** Growth of columns: arrays indexed by a dense number, whose length doubles when it is too small. */
public final class Columns {
    private Columns() {}

    /** Returns the new length of a column that is too short for an index. */
    public static int longer(int length, int index) {
        return (int) Math.max(Math.max(16, Math.addExact(index, 1)), Math.min(2L * length, Integer.MAX_VALUE - 8));
    }

    /** Returns the column, or a longer copy if it is too short for an index; new elements are 0. */
    public static int[] fit(int[] column, int index) {
        return index < column.length ? column : Arrays.copyOf(column, longer(column.length, index));
    }

    /** Returns the column, or a longer copy as {@link #fit(int[], int)} does; new elements have a given value. */
    public static int[] fit(int[] column, int index, int value) {
        int[] fitting = fit(column, index);
        if (fitting != column) {
            Arrays.fill(fitting, column.length, fitting.length, value);
        }
        return fitting;
    }

    /** Returns the column, or a longer copy as {@link #fit(int[], int)} does. */
    public static long[] fit(long[] column, int index) {
        return index < column.length ? column : Arrays.copyOf(column, longer(column.length, index));
    }

    /** Returns the column, or a longer copy as {@link #fit(int[], int)} does. */
    public static double[] fit(double[] column, int index) {
        return index < column.length ? column : Arrays.copyOf(column, longer(column.length, index));
    }

    /** Returns the column, or a longer copy as {@link #fit(int[], int)} does. */
    public static byte[] fit(byte[] column, int index) {
        return index < column.length ? column : Arrays.copyOf(column, longer(column.length, index));
    }

    /** Returns the column, or a longer copy as {@link #fit(int[], int)} does. */
    public static boolean[] fit(boolean[] column, int index) {
        return index < column.length ? column : Arrays.copyOf(column, longer(column.length, index));
    }

    /** Returns the column, or a longer copy as {@link #fit(int[], int)} does; new elements are null. */
    public static <E> E[] fit(E[] column, int index) {
        return index < column.length ? column : Arrays.copyOf(column, longer(column.length, index));
    }
}
