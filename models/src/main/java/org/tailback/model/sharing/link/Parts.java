package org.tailback.model.sharing.link;

import java.util.Arrays;

/**
 * What flows take of their links per unit of level, as numbers of 64 bits before and 64 behind the point. There are few different ones,
 * so they are numbered from 0 and kept once. They are never forgotten.
 */
final class Parts {
    private double[] value = new double[16];
    /** By number: whole part, and 2^64 times the rest. */
    long[] whole = new long[16];

    long[] fraction = new long[16];
    private int count;
    /** By hash: number + 1, or 0; open addressing. */
    private int[] numbers = new int[64];

    /** The number of a part that is finite and > 0. O(1). */
    int numberOf(double part) {
        // on most networks there are two
        if (value[0] == part) {
            return 0;
        }
        return value[1] == part ? 1 : search(part);
    }

    private int search(double part) {
        int mask = numbers.length - 1;
        int at = hash(part) & mask;
        while (numbers[at] != 0) {
            if (value[numbers[at] - 1] == part) {
                return numbers[at] - 1;
            }
            at = (at + 1) & mask;
        }
        return add(part);
    }

    private int add(double part) {
        if (count == value.length) {
            value = Arrays.copyOf(value, 2 * count);
            whole = Arrays.copyOf(whole, 2 * count);
            fraction = Arrays.copyOf(fraction, 2 * count);
            numbers = new int[8 * count];
            for (int number = 0; number < count; number++) {
                enter(number);
            }
        }
        value[count] = part;
        whole[count] = (long) part;
        // exact: a double has 53 digits, so the rest below 2^-64 is dropped only where the part itself is tiny
        fraction[count] = fractionOf(part - (long) part);
        enter(count);
        return count++;
    }

    private static long fractionOf(double rest) {
        double upper = Math.floor(rest * 0x1p32);
        return ((long) upper << 32) + (long) ((rest * 0x1p32 - upper) * 0x1p32);
    }

    private void enter(int number) {
        int mask = numbers.length - 1;
        int at = hash(value[number]) & mask;
        while (numbers[at] != 0) {
            at = (at + 1) & mask;
        }
        numbers[at] = number + 1;
    }

    private static int hash(double part) {
        long bits = Double.doubleToRawLongBits(part) * 0x9e3779b97f4a7c15L;
        return (int) (bits >>> 32);
    }
}
