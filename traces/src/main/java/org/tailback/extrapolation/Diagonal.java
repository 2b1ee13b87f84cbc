package org.tailback.extrapolation;

import java.util.List;

/**
 * Diagonal of a multipartition. A cube of N points per direction is divided into q x q x q cells on q x q ranks. Each
 * rank has the q cells of a diagonal, so every rank has work in each stage of a sweep along any direction. Cell t of
 * the rank at (x1, x2) is at (x1 + first t, x2 + second t, t), modulo the sides. If q does not divide N, the first N
 * mod q cells of a direction have one more point.
 *
 * @param first step along the first side per cell, 1 or -1
 * @param second step along the second side per cell, 1 or -1
 */
record Diagonal(int first, int second) {
    static final List<Diagonal> ALL =
            List.of(new Diagonal(1, -1), new Diagonal(-1, 1), new Diagonal(1, 1), new Diagonal(-1, -1));

    /** Length of a cell as a function of the number of points. */
    enum Length {
        BLOCK,
        /** Length of a cell without the outermost points of the cube. */
        INNER,
        LONGEST,
        /** Length of an array for any cell; the array has one unused point if all cells have the same length. */
        LONGER;

        int of(int points, int side, int cell) {
            int block = points / side + (cell < points % side ? 1 : 0);
            return switch (this) {
                case BLOCK -> block;
                case INNER -> block - (cell == 0 ? 1 : 0) - (cell == side - 1 ? 1 : 0);
                case LONGEST -> (points + side - 1) / side;
                case LONGER -> points / side + 1;
            };
        }
    }

    /**
     * Cell of a rank in a stage of a sweep along a direction. The stage is a constant, or a constant plus an iteration,
     * counted from the first or from the last iteration.
     *
     * @param direction direction of the sweep, 0, 1 or 2
     * @param iteration 1 if iterations are counted from the first, -1 if they are counted from the last, 0 for a
     *     constant stage
     * @param loop loop to which the iteration belongs
     */
    record Stage(Diagonal diagonal, int direction, int iteration, int constant, int loop) {
        private int cell(Context context) {
            int index = context.index().length == 0 ? 0 : context.index()[loop];
            int stage =
                    constant + (iteration == 0 ? 0 : iteration > 0 ? index : context.iterations()[loop] - 1 - index);
            int side = side(context);
            return switch (direction) {
                case 0 -> diagonal.first * (stage - context.rank() % side);
                case 1 -> diagonal.second * (stage - context.rank() / side);
                default -> stage;
            };
        }

        /**
         * Returns the number of the cell in the plane perpendicular to the direction, counted along one of the plane's
         * sides.
         */
        long number(Context context, boolean other) {
            int cell = cell(context);
            int u = diagonal.at(context, direction == 0 ? 1 : 0, cell);
            int v = diagonal.at(context, direction == 2 ? 1 : 2, cell);
            return other ? v + (long) side(context) * u : u + (long) side(context) * v;
        }

        /** Returns the number of points of the cell in the plane perpendicular to the direction. */
        long surface(Context context, Length length, int points) {
            return diagonal.surface(context, direction, cell(context), length, points);
        }

        @Override
        public String toString() {
            return "the cell at stage " + (iteration == 0 ? "" : iteration > 0 ? "i + " : "j + ") + constant
                    + " along x" + (direction + 1);
        }
    }

    private static int side(Context context) {
        return context.grid().sides()[0];
    }

    private int at(Context context, int direction, int cell) {
        int side = side(context);
        int at = switch (direction) {
            case 0 -> context.rank() % side + first * cell;
            case 1 -> context.rank() / side + second * cell;
            default -> cell;
        };
        return Math.floorMod(at, side);
    }

    private long surface(Context context, int direction, int cell, Length length, int points) {
        long surface = 1;
        for (int d = 0; d < 3; d++) {
            surface *= d == direction ? 1 : length.of(points, side(context), at(context, d, cell));
        }
        return surface;
    }

    /**
     * Returns the number of points that a rank exchanges in a direction: the total surface of its cells, except the
     * cell at one end.
     *
     * @param last whether the last cell is excluded instead of the first
     */
    long surfaces(Context context, int direction, boolean last, int points) {
        long sum = 0;
        for (int cell = 0; cell < side(context); cell++) {
            if (at(context, direction, cell) != (last ? side(context) - 1 : 0)) {
                sum += surface(context, direction, cell, Length.BLOCK, points);
            }
        }
        return sum;
    }
}
