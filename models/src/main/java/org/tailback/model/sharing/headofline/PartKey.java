package org.tailback.model.sharing.headofline;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;

/**
 * The numbers that the rates of a {@link PacketPart} depend on. Equal content is equal.
 *
 * @param shape hash of all but capacities and paces
 * @param hash of all
 */
record PartKey(int[] numbers, int shape, int hash) {
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PartKey that && hash == that.hash && Arrays.equals(numbers, that.numbers);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** Collects the numbers of a key; capacities and paces are the numbers that are no integers. */
    static final class Builder {
        private int[] numbers = new int[64];
        private int count;
        private int shape;

        void clear() {
            count = 0;
            shape = 0;
        }

        void add(int number) {
            shape = 31 * shape + number;
            append(number);
        }

        void add(double number) {
            long bits = Double.doubleToRawLongBits(number);
            append((int) (bits >>> Integer.SIZE));
            append((int) bits);
        }

        private void append(int number) {
            numbers = Columns.fit(numbers, count);
            numbers[count++] = number;
        }

        PartKey key() {
            int[] copy = Arrays.copyOf(numbers, count);
            return new PartKey(copy, shape, Arrays.hashCode(copy));
        }
    }
}
