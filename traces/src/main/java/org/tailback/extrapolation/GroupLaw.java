package org.tailback.extrapolation;

import com.google.common.collect.ContiguousSet;
import com.google.common.collect.Lists;
import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Law for the ranks of a communicator: ranks with the same coordinates in all dimensions of a grid except the
 * dimensions along which the communicator extends.
 *
 * @param family family of the grid
 * @param along whether the communicator extends along each dimension
 */
record GroupLaw(GridFamily family, boolean[] along) {
    /** Returns the members of a rank's communicator, in ascending order. */
    int[] members(int ranks, int rank) {
        Grid grid = family.of(ranks);
        List<List<Integer>> coordinates = new ArrayList<>();
        for (int d = 0; d < along.length; d++) {
            int own = grid.coordinate(rank, d);
            coordinates.add(
                    along[d] ? ContiguousSet.closedOpen(0, grid.sides()[d]).asList() : List.of(own));
        }
        return Lists.cartesianProduct(coordinates).stream()
                .mapToInt(at -> grid.rank(Ints.toArray(at)))
                .sorted()
                .toArray();
    }

    /** Returns a law that explains the communicators of the given ranks in all recordings; empty if no law does. */
    static Optional<GroupLaw> of(List<Columns> recordings, int position) {
        for (GridFamily family : GridFamily.ALL) {
            for (int subset = 1; subset < 1 << family.dimensions(); subset++) {
                boolean[] along = new boolean[family.dimensions()];
                for (int d = 0; d < along.length; d++) {
                    along[d] = (subset >> d & 1) == 1;
                }
                GroupLaw law = new GroupLaw(family, along);
                if (recordings.stream().allMatch(columns -> law.explains(columns, position))) {
                    return Optional.of(law);
                }
            }
        }
        return Optional.empty();
    }

    private boolean explains(Columns columns, int position) {
        for (int rank : columns.ranks()) {
            List<int[]> groups = columns.recording().groups().get(rank);
            if (position >= groups.size() || !Arrays.equals(groups.get(position), members(columns.world(), rank))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return "lines of the grid";
    }
}
