package org.tailback.generator;

import org.tailback.error.InputException;

/**
 * A grid of cells in chunks, one per rank, divided as in TeaLeaf: columns x rows of ranks as close to a square as
 * possible with columns >= rows (MPI_Dims_create), and rank = column * rows + row (MPI_Cart_create). The first columns
 * and rows are one cell longer if the division leaves a remainder. There are no neighbours beyond the edges of the
 * grid.
 *
 * @param cellsAcross cells in x, >= columns
 * @param cellsDown cells in y, >= rows
 */
record GridOfRanks(int cellsAcross, int cellsDown, int columns, int rows) {
    /**
     * Returns the grid for a number of ranks.
     *
     * @param ranks number of ranks, >= 1
     * @throws InputException if a chunk would be empty
     */
    static GridOfRanks of(int cellsAcross, int cellsDown, int ranks) {
        int rows = rowsOfSquare(ranks);
        int columns = ranks / rows;
        if (columns > cellsAcross || rows > cellsDown) {
            throw new InputException("A grid of " + cellsAcross + " x " + cellsDown + " cells does not give each of "
                    + columns + " x " + rows + " ranks a cell. Use fewer ranks or a larger grid");
        }
        return new GridOfRanks(cellsAcross, cellsDown, columns, rows);
    }

    /** Returns the largest divisor of a number of ranks that is not above its square root. */
    static int rowsOfSquare(int ranks) {
        int rows = (int) Math.sqrt(ranks);
        while (ranks % rows != 0) {
            rows--;
        }
        return rows;
    }

    /** Returns the number of ranks, columns x rows. */
    int ranks() {
        return columns * rows;
    }

    /** Returns the number of cells of a rank in x. */
    int across(int rank) {
        return share(cellsAcross, columns, rank / rows);
    }

    /** Returns the number of cells of a rank in y. */
    int down(int rank) {
        return share(cellsDown, rows, rank % rows);
    }

    private static int share(int cells, int parts, int part) {
        return cells / parts + (part < cells % parts ? 1 : 0);
    }

    /** Returns the rank to the left (0), right (1), below (2) or above (3) of a rank, -1 at the edge. */
    int neighbour(int rank, int direction) {
        int column = rank / rows + (direction == 0 ? -1 : direction == 1 ? 1 : 0);
        int row = rank % rows + (direction == 2 ? -1 : direction == 3 ? 1 : 0);
        return column < 0 || column >= columns || row < 0 || row >= rows ? -1 : column * rows + row;
    }
}
