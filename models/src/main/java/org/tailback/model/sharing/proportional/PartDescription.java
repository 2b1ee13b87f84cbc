package org.tailback.model.sharing.proportional;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.sharing.part.SolvedParts;

/**
 * A connected part described by its columns and by the roles of its nodes, in the order of their first visit: parts
 * with the same description have the same system of equations, number by number, hence the same solution to the last
 * bit.
 *
 * <p>{@link #describe}, {@link #addColumn} and {@link #addNode} for every node; then {@link #find} the solution, and if
 * it is not known {@link #put} it.
 */
final class PartDescription {
    /** Bounds the memory to some tens of megabytes. */
    private static final long MOST_NUMBERS = 1 << 20;

    /** Longest description that is kept: longer ones hardly ever recur. */
    private static final int LONGEST = 1 << 12;

    private final SolvedParts<Description, Solution> known = new SolvedParts<>(Description::length, MOST_NUMBERS);
    private int[] description = {};
    private int length;
    private int hash;

    /**
     * @param rate by column
     * @param price by row
     * @param converged false if the solution missed its target
     */
    record Solution(double[] rate, double[] price, boolean converged) {}

    /** Equal content is equal; the numbers are not changed once they are in the map. */
    private record Description(int[] numbers, int length, int hash) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Description that && Arrays.equals(numbers, 0, length, that.numbers, 0, that.length);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    void describe() {
        length = 0;
    }

    /** Adds the messages between two nodes, numbered as they will be added. */
    void addColumn(int source, int destination, int messages) {
        add(source);
        add(destination);
        add(messages);
    }

    /** Adds what a node does, not 0: after all columns, so that these end where nodes begin. */
    void addNode(int kind) {
        add(-kind);
    }

    private void add(int number) {
        description = Columns.fit(description, length);
        description[length++] = number;
    }

    /** False if the part described is too large to be remembered. */
    boolean isRemembered() {
        return length <= LONGEST;
    }

    @Nullable
    Solution find() {
        if (!isRemembered()) {
            return null;
        }
        hash = length;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + description[i];
        }
        return known.get(new Description(description, length, hash));
    }

    /** Remembers the solution of the part described, which was not found just now. */
    Solution put(Solution solution) {
        if (isRemembered()) {
            known.put(new Description(Arrays.copyOf(description, length), length, hash), solution);
        }
        return solution;
    }
}
