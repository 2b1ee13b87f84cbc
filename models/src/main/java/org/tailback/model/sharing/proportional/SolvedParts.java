package org.tailback.model.sharing.proportional;

import java.util.Arrays;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the solutions of connected parts that were used last. A part is described by its columns and by what its
 * nodes do, in the order in which they are met: parts with the same description have the same system of equations,
 * number by number, hence the same solution to the last bit. Forgetting one costs time, never changes a result.
 *
 * <p>Describe a part by {@link #describe}, {@link #addColumn} and {@link #countInColumn}, and {@link #addNode} for
 * every node; then {@link #find} it, and if it is not there {@link #put} it.
 */
final class SolvedParts {
    /** Bounds the memory to some tens of megabytes. */
    private static final long MOST_NUMBERS = 1 << 20;

    /** Parts with longer descriptions are hardly ever met again. */
    private static final int LONGEST = 1 << 12;

    private static final int PER_COLUMN = 3;

    private final LinkedHashMap<Description, Solution> known = new LinkedHashMap<>(64, 0.75f, true);
    private long numbers;
    private int[] description = new int[64];
    private int length;
    private int columns;
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

    /** Begins a description. */
    void describe() {
        length = 0;
        columns = 0;
    }

    /** Adds a column without messages between two nodes, numbered as they will be added; returns its number. */
    int addColumn(int source, int destination) {
        add(source);
        add(destination);
        add(0);
        return columns++;
    }

    /** Counts a message in a column. */
    void countInColumn(int column) {
        description[PER_COLUMN * column + 2]++;
    }

    /** Adds what a node does, not 0: after all columns, so that these end where nodes begin. */
    void addNode(int kind) {
        add(-kind);
    }

    private void add(int number) {
        if (length == description.length) {
            description = Arrays.copyOf(description, 2 * length);
        }
        description[length++] = number;
    }

    int columns() {
        return columns;
    }

    int sourceOfColumn(int column) {
        return description[PER_COLUMN * column];
    }

    int destinationOfColumn(int column) {
        return description[PER_COLUMN * column + 1];
    }

    int messagesOfColumn(int column) {
        return description[PER_COLUMN * column + 2];
    }

    /** False if the part described is too large to be remembered. */
    boolean isRemembered() {
        return length <= LONGEST;
    }

    /** The solution of the part described, if it is known. */
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
        if (!isRemembered()) {
            return solution;
        }
        known.put(new Description(Arrays.copyOf(description, length), length, hash), solution);
        numbers += length;
        while (numbers > MOST_NUMBERS) {
            Description eldest = known.keySet().iterator().next();
            known.remove(eldest);
            numbers -= eldest.length;
        }
        return solution;
    }
}
