package org.tailback.generator;

import java.util.Locale;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * Three-dimensional fast Fourier transforms of a grid of x * y * z cells on rows * columns ranks, rank = row * columns
 * + column. Each rank holds a pencil: all of x, 1 / columns of y and 1 / rows of z. A transform computes along x,
 * transposes x and y by an all-to-all among the ranks of a row, computes along y, transposes y and z by an all-to-all
 * among the ranks of a column, and computes along z. The next transform runs backwards, from z to x. One
 * column makes slabs: x and y are whole, and each transform has one all-to-all of all ranks.
 *
 * <p>With N = x * y * z cells of e bytes, a rank sends e N / (rows columns^2) bytes to each rank of its row and e N /
 * (rows^2 columns) to each of its column. Example: NPB FT class A has 256 * 256 * 128 cells of 16 bytes; 8 ranks as
 * slabs send 16 * 8,388,608 / 64 = 2,097,152 bytes to each other. The all-to-alls are collective operations, so that
 * the library of the platform chooses their algorithm.
 *
 * <p>Assumptions: blocks are equal, so that x and y must be multiples of the columns, y and z of the rows. Each of the
 * three directions takes a third of the computation.
 *
 * <p>Reference: D. Pekurovsky: P3DFFT: a framework for parallel computations of Fourier transforms in three
 * dimensions, SIAM J. Sci. Comput. 34(4), 2012, section 2.
 */
final class FftProgram implements ParallelProgram {
    private static final int STEPS = 3;

    private final int rows;
    private final int columns;
    private final long transforms;
    private final double secondsPerDirection;
    private final long bytesInRow;
    private final long bytesInColumn;
    private final int[][] ranksOfRows;
    private final int[][] ranksOfColumns;

    /**
     * @param cells of the grid in x, y and z, each >= 1
     * @param rows of ranks, >= 1
     * @param columns of ranks, >= 1; 1 for slabs
     * @param transforms number of three-dimensional transforms, >= 0
     * @param bytesPerCell size of a value, 16 for complex numbers of double precision, bytes, >= 0
     * @param secondsPerCell computation of one cell in one transform, seconds, finite, >= 0
     * @throws InputException if the grid does not divide into equal blocks, with the extent and the divisor
     * @throws ArithmeticException if a rank's data exceed 2^63 bytes
     */
    public FftProgram(int[] cells, int rows, int columns, long transforms, long bytesPerCell, double secondsPerCell) {
        this.rows = Checks.ranks(rows, 1);
        this.columns = Checks.ranks(columns, 1);
        int ranks = Math.multiplyExact(rows, columns);
        requireMultiple("x", cells[0], "columns", columns);
        requireMultiple("y", cells[1], "columns", columns);
        requireMultiple("y", cells[1], "rows", rows);
        requireMultiple("z", cells[2], "rows", rows);
        this.transforms = Checks.iterations(transforms);
        long perRank = Math.multiplyExact((long) cells[0] * (cells[1] / columns), (long) (cells[2] / rows));
        long bytes = Math.multiplyExact(Checks.size(bytesPerCell), perRank);
        bytesInRow = bytes / columns;
        bytesInColumn = bytes / rows;
        secondsPerDirection = Checks.seconds(secondsPerCell) * perRank / STEPS;
        ranksOfRows = new int[rows][columns];
        ranksOfColumns = new int[columns][rows];
        for (int rank = 0; rank < ranks; rank++) {
            ranksOfRows[rank / columns][rank % columns] = rank;
            ranksOfColumns[rank % columns][rank / columns] = rank;
        }
    }

    private static void requireMultiple(String axis, int cells, String name, int divisor) {
        if (cells < 1 || cells % divisor != 0) {
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

    /** Returns true if the grid divides into equal blocks for these numbers of ranks. */
    public static boolean divides(int[] cells, int rows, int columns) {
        return cells[0] % columns == 0 && cells[1] % columns == 0 && cells[1] % rows == 0 && cells[2] % rows == 0;
    }

    @Override
    public int ranks() {
        return rows * columns;
    }

    @Override
    public Program open(int rank) {
        Checks.rank(rank, ranks());
        int row = rank / columns;
        int column = rank % columns;
        CollectiveCall inRow = transpose(1 + row, ranksOfRows[row], bytesInRow);
        CollectiveCall inColumn = transpose(1 + rows + column, ranksOfColumns[column], bytesInColumn);
        return new SteppedProgram(Math.multiplyExact(STEPS, transforms), (step, sink) -> {
            boolean forward = step / STEPS % 2 == 0;
            sink.compute(secondsPerDirection);
            switch ((int) (step % STEPS)) {
                case 0 -> perform(forward ? inRow : inColumn, sink);
                case 1 -> perform(forward ? inColumn : inRow, sink);
                default -> {}
            }
        });
    }

    private static CollectiveCall transpose(int communicator, int[] ranks, long bytes) {
        return CollectiveCall.uniform(Kind.ALLTOALL, 0, bytes).on(communicator, ranks);
    }

    private static void perform(CollectiveCall call, OperationSink sink) {
        if (call.ranks(0) > 1) {
            sink.collective(call);
        }
    }
}
