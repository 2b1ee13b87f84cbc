package org.tailback.fit.collective;

import java.util.Arrays;
import java.util.List;
import org.tailback.fit.measure.NumberLine;

/** A table of times in a log of benchmarks, which takes the lines after its title. */
abstract class BenchmarkTable {
    /** Names of the columns; empty before the header. */
    private List<String> columns = List.of();

    private boolean hasRows;

    /**
     * Takes a line that is no row of numbers.
     *
     * @return false if it is not of this table, and ends it if it is a comment
     * @throws org.tailback.error.InputException with the place, if it contradicts the run
     */
    abstract boolean text(String line, String place);

    /**
     * Takes a row of numbers under a header.
     *
     * @return the cells; empty without data, for which libraries return at once
     * @throws LeftOut if the row cannot be used
     * @throws org.tailback.error.InputException with the place, if it is malformed
     */
    abstract List<MeasuredCollective> cells(Row row) throws LeftOut;

    /** Takes a row of numbers, as {@link #cells}. */
    final List<MeasuredCollective> row(String[] words, String place) throws LeftOut {
        if (columns.isEmpty()) {
            throw new LeftOut("without a header");
        }
        hasRows = true;
        return cells(new Row(columns, List.of(words), place));
    }

    final List<String> columns() {
        return columns;
    }

    final void header(String... names) {
        columns = Arrays.asList(names);
    }

    final boolean hasRows() {
        return hasRows;
    }

    /** Begins a new block of rows. */
    final void clearRows() {
        hasRows = false;
    }

    /**
     * A row.
     *
     * @param columns names of the columns
     * @param words in their order; there may be more or fewer
     */
    record Row(List<String> columns, List<String> words, String place) {
        /** Returns the word in a column; empty if there is none. */
        String word(String column) {
            int index = columns.indexOf(column);
            return index < 0 || index >= words.size() ? "" : words.get(index);
        }

        /** Returns the number in a column; 0 if the table has no such column. */
        double number(String column) {
            return columns.contains(column) ? NumberLine.of(word(column), place)[0] : 0;
        }

        /** Returns the first of these names that is a column; empty if none is. */
        String first(List<String> names) {
            return names.stream().filter(columns::contains).findFirst().orElse("");
        }
    }

    /** A row that is left out and counted. */
    static final class LeftOut extends Exception {
        private static final long serialVersionUID = 1;

        /** @param why completes "rows left out" */
        LeftOut(String why) {
            super(why, null, false, false);
        }

        String why() {
            return String.valueOf(getMessage());
        }
    }
}
