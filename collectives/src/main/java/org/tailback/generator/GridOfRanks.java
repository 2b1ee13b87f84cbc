package org.tailback.generator;

import org.tailback.error.InputException;

/**
 * A grid of cells in chunks, one per rank, divided as in TeaLeaf: columns x rows of ranks as near to a square as can be
 * with columns >= rows (MPI_Dims_create), rank = column * rows + row (MPI_Cart_create), the first columns and rows one
 * cell longer where the cells do not divide. The edges have no neighbours.
 */
final class GridOfRanks {
    private final int cellsAcross;
    private final int cellsDown;
    private final int columns;
    private final int rows;

    /**
     * @param cellsAcross cells in x, >= 1
     * @param cellsDown cells in y, >= 1
     * @param ranks >= 1
     * @throws InputException if a chunk would have no cell
     */
    public GridOfRanks(int cellsAcross, int cellsDown, int ranks) {
        int fewer = (int) Math.sqrt(Checks.ranks(ranks, 1));
        while (ranks % fewer != 0) {
            fewer--;
        }
        this.cellsAcross = cellsAcross;
        this.cellsDown = cellsDown;
        rows = fewer;
        columns = ranks / fewer;
        if (columns > cellsAcross || rows > cellsDown) {
            throw new InputException("A grid of " + cellsAcross + " x " + cellsDown + " cells does not give each of "
                    + columns + " x " + rows + " ranks a cell. Use fewer ranks or a larger grid");
        }
    }

    /** Returns the number of ranks, columns x rows. */
    public int ranks() {
        return columns * rows;
    }

    /** Returns the cells of a rank in x. */
    public int across(int rank) {
        return share(cellsAcross, columns, rank / rows);
    }

    /** Returns the cells of a rank in y. */
    public int down(int rank) {
        return share(cellsDown, rows, rank % rows);
    }

    private static int share(int cells, int parts, int part) {
        return cells / parts + (part < cells % parts ? 1 : 0);
    }

    /** Returns the rank to the left (0), right (1), below (2) or above (3) of a rank, -1 at the edge. */
    public int neighbour(int rank, int direction) {
        int column = rank / rows + (direction == 0 ? -1 : direction == 1 ? 1 : 0);
        int row = rank % rows + (direction == 2 ? -1 : direction == 3 ? 1 : 0);
        return column < 0 || column >= columns || row < 0 || row >= rows ? -1 : column * rows + row;
    }
}
