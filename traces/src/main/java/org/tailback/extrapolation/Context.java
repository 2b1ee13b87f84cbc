package org.tailback.extrapolation;

/**
 * The point at which a law is evaluated: a rank of a program, in some iteration of the loops around an operation.
 *
 * @param grid all ranks
 * @param rank 0 to the grid's ranks - 1
 * @param index the iteration that each loop is in, from 0
 * @param iterations of each loop
 */
record Context(Grid grid, int rank, int[] index, int[] iterations) {
    /** Returns the same rank and iteration in a grid of two sides that are exchanged. */
    Context transposed() {
        return grid.dimensions() == 2
                ? new Context(new Grid(grid.sides()[1], grid.sides()[0]), rank, index, iterations)
                : this;
    }

    int ranks() {
        return grid.ranks();
    }
}
