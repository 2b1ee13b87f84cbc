package org.tailback.extrapolation;

/**
 * Point at which a law is evaluated: a rank of a program in an iteration of the loops around an operation.
 *
 * @param grid grid of all ranks
 * @param rank rank, from 0 to the number of ranks of the grid - 1
 * @param index current iteration of each loop, from 0
 * @param iterations number of iterations of each loop
 */
record Context(Grid grid, int rank, int[] index, int[] iterations) {
    /** Returns the context of the same rank and iteration in a two-dimensional grid with exchanged sides. */
    Context transposed() {
        return grid.dimensions() == 2
                ? new Context(new Grid(grid.sides()[1], grid.sides()[0]), rank, index, iterations)
                : this;
    }

    int ranks() {
        return grid.ranks();
    }
}
