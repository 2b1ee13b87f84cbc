package org.tailback.generator;

import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * A stencil computation on a periodic grid of columns x rows ranks: in every iteration each rank receives from and
 * sends to its four neighbours, computes meanwhile, and waits for everything. Rank = row * columns + column. In a
 * direction with one rank only, the neighbour is the rank itself; with two, both neighbours are the same rank: tags 0
 * to 3 distinguish the directions. Cannot deadlock: no rank waits before it has posted all sides.
 *
 * @param columns >= 1
 * @param rows >= 1
 * @param iterations >= 0
 * @param bytes size of every message, >= 0
 * @param computeSeconds computation per iteration, seconds, finite, >= 0
 */
record HaloProgram(int columns, int rows, long iterations, long bytes, double computeSeconds)
        implements ParallelProgram {
    private static final int NEIGHBOURS = 4;
    private static final int[] ALL = {0, 1, 2, 3, 4, 5, 6, 7};

    public HaloProgram {
        int ranks = Math.multiplyExact(Checks.ranks(columns, 1), Checks.ranks(rows, 1));
        Checks.iterated(ranks, iterations, bytes, computeSeconds);
    }

    @Override
    public int ranks() {
        return columns * rows;
    }

    /** Returns the neighbour of a rank to the right (0), left (1), below (2) or above (3). */
    private int neighbour(int rank, int direction) {
        int row = rank / columns;
        int column = rank % columns;
        return switch (direction) {
            case 0 -> row * columns + (column + 1) % columns;
            case 1 -> row * columns + (column + columns - 1) % columns;
            case 2 -> (row + 1) % rows * columns + column;
            default -> (row + rows - 1) % rows * columns + column;
        };
    }

    @Override
    public Program open(int rank) {
        Checks.rank(rank, ranks());
        // three parts per iteration: short parts need short buffers, and there is one for each rank
        return new SteppedProgram(Math.multiplyExact(3, iterations), (step, sink) -> {
            switch ((int) (step % 3)) {
                case 0 -> {
                    for (int direction = 0; direction < NEIGHBOURS; direction++) {
                        // a message from one side was sent towards the other: directions differ in the last bit
                        sink.irecv(direction, neighbour(rank, direction), direction ^ 1, bytes);
                    }
                }
                case 1 -> {
                    for (int direction = 0; direction < NEIGHBOURS; direction++) {
                        sink.isend(NEIGHBOURS + direction, neighbour(rank, direction), direction, bytes);
                    }
                }
                default -> {
                    sink.compute(computeSeconds);
                    sink.awaitAll(ALL, ALL.length);
                }
            }
        });
    }
}
