package org.tailback.generator;

import java.util.Locale;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.ParallelProgram;

/**
 * Three-dimensional fast Fourier transforms of a grid of x * y * z cells on rows * columns ranks, rank = row * columns
 * + column. Each rank holds a pencil: all of x, 1 / columns of y and 1 / rows of z. A transform computes along x,
 * transposes x and y by an all-to-all among the ranks of a row, computes along y, transposes y and z by an all-to-all
 * among the ranks of a column, and computes along z. The next transform runs backwards, from z to x. With one column,
 * each rank holds a slab with all of x and y, and each transform has one all-to-all of all ranks.
 *
 * <p>With N = x * y * z cells of e bytes, a rank sends e N / (rows columns^2) bytes to each rank of its row and e N /
 * (rows^2 columns) bytes to each rank of its column. Example: NPB FT class A has 256 * 256 * 128 cells of 16 bytes;
 * with 8 ranks as slabs, each rank sends 16 * 8,388,608 / 64 = 2,097,152 bytes to each other rank. The all-to-alls are
 * collective operations, whose algorithm is chosen by the library of the platform.
 *
 * <p>Assumptions: blocks are equal, so x and y must be multiples of the number of columns, and y and z multiples of the
 * number of rows. Each of the three directions takes a third of the computation.
 *
 * <p>Reference: D. Pekurovsky: P3DFFT: a framework for parallel computations of Fourier transforms in three
 * dimensions, SIAM J. Sci. Comput. 34(4), 2012, section 2.
 */
final class FftProgram {
    private static final int STEPS = 3;

    private FftProgram() {}

    /**
     * Returns the transforms of a grid.
     *
     * @param cells numbers of cells of the grid in x, y and z, each >= 1
     * @param rows number of rows of ranks, >= 1
     * @param columns number of columns of ranks, >= 1; 1 for slabs
     * @param transforms number of three-dimensional transforms, >= 0
     * @param bytesPerCell size of a value, 16 for complex numbers of double precision, bytes, >= 0
     * @param secondsPerCell computation of one cell in one transform, seconds, finite, >= 0
     * @throws InputException if the grid does not divide into equal blocks, with the extent and the divisor in its
     *     message
     * @throws ArithmeticException if a rank's data exceed 2^63 bytes
     */
    static ParallelProgram of(
            int[] cells, int rows, int columns, long transforms, long bytesPerCell, double secondsPerCell) {
        requireMultiple("x", cells[0], "columns", columns);
        requireMultiple("y", cells[1], "columns", columns);
        requireMultiple("y", cells[1], "rows", rows);
        requireMultiple("z", cells[2], "rows", rows);
        long perRank = Math.multiplyExact((long) cells[0] * (cells[1] / columns), (long) (cells[2] / rows));
        long bytes = Math.multiplyExact(bytesPerCell, perRank);
        double secondsPerDirection = secondsPerCell * perRank / STEPS;
        int ranks = Math.multiplyExact(rows, columns);
        int[][] ranksOfRows = new int[rows][columns];
        int[][] ranksOfColumns = new int[columns][rows];
        for (int rank = 0; rank < ranks; rank++) {
            ranksOfRows[rank / columns][rank % columns] = rank;
            ranksOfColumns[rank % columns][rank / columns] = rank;
        }
        return new GeneratedProgram(ranks, Math.multiplyExact(STEPS, transforms), rank -> {
            int row = rank / columns;
            int column = rank % columns;
            CollectiveCall inRow = transpose(1 + row, ranksOfRows[row], bytes / columns);
            CollectiveCall inColumn = transpose(1 + rows + column, ranksOfColumns[column], bytes / rows);
            return (step, sink) -> {
                boolean forward = step / STEPS % 2 == 0;
                int direction = (int) (step % STEPS);
                sink.compute(secondsPerDirection);
                CollectiveCall call = (direction == 0) == forward ? inRow : inColumn;
                if (direction < 2 && call.ranks(0) > 1) {
                    sink.collective(call);
                }
            };
        });
    }

    private static void requireMultiple(String axis, int cells, String name, int divisor) {
        if (cells % divisor != 0) {
            throw new InputException(String.format(
                    Locale.ROOT,
                    "the %d cells in %s do not divide among %d %s of ranks. Choose 'ranks' and 'columns' so that x and"
                            + " y are multiples of the columns, y and z of the rows",
                    cells,
                    axis,
                    divisor,
                    name));
        }
    }

    /** Returns whether the grid divides into equal blocks for these numbers of rows and columns. */
    static boolean divides(int[] cells, int rows, int columns) {
        return cells[0] % columns == 0 && cells[1] % columns == 0 && cells[1] % rows == 0 && cells[2] % rows == 0;
    }

    private static CollectiveCall transpose(int communicator, int[] ranks, long bytes) {
        return CollectiveCall.uniform(Kind.ALLTOALL, 0, bytes).on(communicator, ranks);
    }
}
