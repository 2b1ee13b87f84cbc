package org.tailback.generator;

import org.tailback.program.Program;

/**
 * A stencil computation on a periodic grid of columns x rows ranks: in every iteration each rank receives from and
 * sends to its four neighbours, computes meanwhile, and waits for everything. Rank = row * columns + column. In a
 * direction with one rank only, the neighbour is the rank itself; with two, both neighbours are the same rank: tags 0
 * to 3 distinguish the directions. Cannot deadlock: no rank waits before it has posted all sides.
 */
public final class HaloProgram extends IteratedProgram {
    private static final int NEIGHBOURS = 4;
    private static final int[] ALL = {0, 1, 2, 3, 4, 5, 6, 7};

    private final int columns;
    private final int rows;

    /**
     * @param columns >= 1
     * @param rows >= 1
     * @param iterations >= 0
     * @param bytes size of every message, >= 0
     * @param computeSeconds computation per iteration, seconds, finite, >= 0
     */
    public HaloProgram(int columns, int rows, long iterations, long bytes, double computeSeconds) {
        super(Math.multiplyExact(Checks.ranks(columns, 1), Checks.ranks(rows, 1)), iterations, bytes, computeSeconds);
        this.columns = columns;
        this.rows = rows;
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
    Program programOf(int rank) {
        // three parts an iteration: short parts need short buffers, and there is one for each rank
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
