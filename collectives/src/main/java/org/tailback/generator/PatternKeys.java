package org.tailback.generator;

import org.tailback.error.InputException;
import org.tailback.program.ParallelProgram;
import org.tailback.settings.Settings;

/** Reader of the keys shared by several generated programs; error messages contain the whole text. */
record PatternKeys(Settings settings) {
    private static final int MOST_RANKS = 1 << 30;
    private static final int BYTES_OF_COMPLEX = 16;

    int ranks() {
        return settings.integer("ranks", 1, MOST_RANKS);
    }

    long bytes(String key) {
        double bytes = settings.bytes(key);
        if (bytes != Math.rint(bytes) || bytes >= 0x1p62) {
            throw settings.problem(
                    key, "'" + key + "' must be a whole number below 2^62, found '" + settings.text(key) + "'", "");
        }
        return (long) bytes;
    }

    /** Returns a whole number of at least 1. */
    int count(String key) {
        return settings.integer(key, 1, Integer.MAX_VALUE);
    }

    int count(String key, int defaultValue) {
        return settings.has(key) ? count(key) : defaultValue;
    }

    int iterations() {
        return count("iterations", 1);
    }

    double seconds(String key) {
        return settings.seconds(key, 0);
    }

    IteratedExchange exchange() {
        return exchange(ranks());
    }

    private IteratedExchange exchange(int ranks) {
        return new IteratedExchange(ranks, iterations(), bytes("bytes"), seconds("compute"));
    }

    /**
     * Returns three-dimensional transforms on the squarest grid of ranks that divides the cells, or on the given
     * columns.
     */
    ParallelProgram transforms() {
        int[] cells = extents(3, Long.MAX_VALUE, "cells");
        if (cells.length != 3) {
            throw settings.problem(
                    "grid",
                    "expected three dimensions, such as 1024x1024x1024, found '" + settings.text("grid") + "'",
                    "");
        }
        int ranks = ranks();
        int columns = settings.integer("columns", 1, ranks, squareColumns(cells, ranks));
        if (ranks % columns != 0) {
            throw settings.problem("columns", "'columns' must divide the " + ranks + " ranks, found " + columns, "");
        }
        long bytesPerCell = settings.has("bytes-per-cell") ? bytes("bytes-per-cell") : BYTES_OF_COMPLEX;
        return FftProgram.of(cells, ranks / columns, columns, iterations(), bytesPerCell, seconds("compute-per-cell"));
    }

    private static int squareColumns(int[] cells, int ranks) {
        for (int columns = (int) Math.sqrt(ranks); columns > 1; columns--) {
            if (ranks % columns == 0 && FftProgram.divides(cells, ranks / columns, columns)) {
                return columns;
            }
        }
        return 1;
    }

    /** Returns a halo exchange on {@code grid=64x32}, or on the squarest possible grid of {@code ranks}. */
    ParallelProgram halo() {
        if (settings.has("grid") == settings.has("ranks")) {
            throw InputException.at(settings.place(), "expected either 'ranks' or 'grid' in " + settings.name(), "");
        }
        if (settings.has("grid")) {
            int[] grid = extents(2, MOST_RANKS, "ranks");
            return Patterns.halo(grid[0], exchange(grid[0] * (grid.length == 1 ? 1 : grid[1])));
        }
        IteratedExchange exchange = exchange();
        return Patterns.halo(exchange.ranks() / GridOfRanks.rowsOfSquare(exchange.ranks()), exchange);
    }

    /** Returns the ranks of a grid of cells, {@code grid=4000x4000}, in two dimensions. */
    GridOfRanks gridOfRanks() {
        int[] cells = extents(2, Long.MAX_VALUE, "cells");
        return GridOfRanks.of(cells[0], cells.length == 2 ? cells[1] : 1, ranks());
    }

    StencilProgram.Work stencilWork() {
        return new StencilProgram.Work(
                seconds("compute-per-cell"), seconds("pack-per-message"), seconds("pack-per-cell"));
    }

    private int[] extents(int most, long limit, String what) {
        String text = settings.text("grid");
        String[] words = text.split("x", -1);
        int[] extents = new int[words.length];
        double product = 1;
        for (int i = 0; i < words.length; i++) {
            if (words[i].matches("0+")) {
                throw settings.problem("grid", "each dimension of 'grid' must be 1 or more, found '" + text + "'", "");
            }
            boolean isNumber = words[i].matches("[1-9][0-9]{0,8}");
            product = isNumber ? product * Integer.parseInt(words[i]) : 0;
            if (words.length > most || product < 1 || product > limit) {
                throw settings.problem(
                        "grid",
                        "expected a grid of up to " + most + " dimensions"
                                + (limit == MOST_RANKS ? " and 2^30 " + what : " of " + what)
                                + ", such as 64x32, found '" + text + "'",
                        "");
            }
            extents[i] = Integer.parseInt(words[i]);
        }
        return extents;
    }
}
