package org.tailback.fit.collective;

import java.util.Arrays;
import java.util.List;
import org.tailback.fit.measure.NumberLine;

/** A table of times in a log of benchmarks, read from the lines after its title. */
abstract class BenchmarkTable {
    /** Names of the columns; empty before the header. */
    private List<String> columns = List.of();

    private boolean hasRows;

    /**
     * Reads a line that is not a row of numbers.
     *
     * @return whether the line belongs to this table; a comment that does not belong to the table ends it
     * @throws org.tailback.error.InputException with the place, if the line contradicts the run
     */
    abstract boolean text(String line, String place);

    /**
     * Reads a row of numbers under a header.
     *
     * @return the cells; empty if there are no data, in which case libraries return at once
     * @throws LeftOut if the row cannot be used
     * @throws org.tailback.error.InputException with the place, if the row is malformed
     */
    abstract List<MeasuredCollective> cells(Row row) throws LeftOut;

    /** Reads a row of numbers, as {@link #cells} does. */
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
     * A row of a table.
     *
     * @param columns names of the columns
     * @param words of the row in the order of the columns, possibly more or fewer than columns
     */
    record Row(List<String> columns, List<String> words, String place) {
        /** Returns the word in a column; empty if the row has no such word. */
        String word(String column) {
            int index = columns.indexOf(column);
            return index < 0 || index >= words.size() ? "" : words.get(index);
        }

        /** Returns the number in a column; 0 if the table has no such column. */
        double number(String column) {
            return columns.contains(column) ? NumberLine.of(word(column), place)[0] : 0;
        }

        /** Returns the first of the given names that is a column; empty if there is no such column. */
        String first(List<String> names) {
            return names.stream().filter(columns::contains).findFirst().orElse("");
        }
    }

    /** Signal that a row is left out and counted. */
    static final class LeftOut extends Exception {
        private static final long serialVersionUID = 1;

        /** @param why reason, which completes the phrase "rows left out" */
        LeftOut(String why) {
            super(why, null, false, false);
        }

        String why() {
            return String.valueOf(getMessage());
        }
    }
}
