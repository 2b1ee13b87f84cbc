package org.tailback.generator;

import java.util.List;
import org.tailback.error.InputException;
import org.tailback.registry.ModelChoice;
import org.tailback.settings.Settings;

/** The keys of a generated program; errors name the whole text. */
final class PatternKeys {
    static final int MOST_RANKS = 1 << 30;
    private static final int BYTES_OF_COMPLEX = 16;

    private final Settings settings;

    /** @param known the keys that have a meaning, separated by blanks */
    PatternKeys(ModelChoice choice, String known) {
        settings = choice.settings();
        settings.rejectUnknown(List.of(known.split(" ", -1)));
    }

    int ranks() {
        int ranks = settings.integer("ranks");
        if (ranks < 1 || ranks > MOST_RANKS) {
            throw settings.problem("ranks", "'ranks' must be 1 to 2^30, found " + ranks, "");
        }
        return ranks;
    }

    long bytes() {
        return bytes("bytes");
    }

    private long bytes(String key) {
        double bytes = settings.bytes(key);
        if (bytes != Math.rint(bytes) || bytes >= 0x1p62) {
            throw settings.problem(
                    key, "'" + key + "' must be a whole number below 2^62, found '" + settings.text(key) + "'", "");
        }
        return (long) bytes;
    }

    /** Returns three-dimensional transforms: as square a grid of ranks as divides the cells, or the given columns. */
    FftProgram transforms() {
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
        return new FftProgram(cells, ranks / columns, columns, iterations(), bytesPerCell, seconds("compute-per-cell"));
    }

    private static int squareColumns(int[] cells, int ranks) {
        for (int columns = (int) Math.sqrt(ranks); columns > 1; columns--) {
            if (ranks % columns == 0 && FftProgram.divides(cells, ranks / columns, columns)) {
                return columns;
            }
        }
        return 1;
    }

    int iterations() {
        return iterations("iterations");
    }

    int iterations(String key) {
        int iterations = settings.integer(key, 1);
        if (iterations < 1) {
            throw settings.problem(key, "'" + key + "' must be 1 or more, found " + iterations, "");
        }
        return iterations;
    }

    double computeSeconds() {
        return seconds("compute");
    }

    String choice(String key, List<String> choices, String defaultValue) {
        return settings.choice(key, choices, defaultValue);
    }

    /**
     * Returns the ranks in each of up to two dimensions: {@code grid=64x32}, or as square as can be for {@code ranks}.
     */
    int[] grid() {
        if (settings.has("grid") == settings.has("ranks")) {
            throw InputException.at(settings.place(), "expected either 'ranks' or 'grid' in " + settings.name(), "");
        }
        if (!settings.has("grid")) {
            int ranks = ranks();
            int rows = (int) Math.sqrt(ranks);
            while (ranks % rows != 0) {
                rows--;
            }
            return new int[] {ranks / rows, rows};
        }
        return extents(2, MOST_RANKS, "ranks");
    }

    /** Returns the cells of {@code grid=4000x4000} in each of two dimensions. */
    int[] cells() {
        int[] cells = extents(2, Long.MAX_VALUE, "cells");
        return cells.length == 2 ? cells : new int[] {cells[0], 1};
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

    /** Returns a whole number of at least {@code least}; a default below that means that the key must be there. */
    int count(String key, int least, int defaultValue) {
        return defaultValue < least
                ? settings.integer(key, least, Integer.MAX_VALUE)
                : settings.integer(key, least, Integer.MAX_VALUE, defaultValue);
    }

    StencilProgram.Packing packing() {
        return new StencilProgram.Packing(seconds("pack-per-message"), seconds("pack-per-cell"));
    }

    double seconds(String key) {
        return settings.seconds(key, 0);
    }
}
