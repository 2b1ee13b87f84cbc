package org.tailback.cli.render;

import java.util.Arrays;
import org.tailback.table.Printable;

/** Human-readable table, laid out in lines by {@link TextLines}. */
public final class TextTable {
    /** First character of the line of headings. */
    static final char HEADINGS = '\f';

    /** First character of the other lines, and separator of cells. */
    static final char CELL = '\t';

    private final int columns;
    private final StringBuilder lines = new StringBuilder();

    private TextTable(int columns) {
        this.columns = columns;
    }

    /**
     * Returns a table with a header.
     *
     * @param headings the columns' names; a name that begins with {@code >} marks a column of numbers
     */
    public static TextTable of(String... headings) {
        TextTable table = new TextTable(headings.length);
        table.lines.append(HEADINGS).append(String.join("" + CELL, headings)).append('\n');
        return table;
    }

    public TextTable row(String... cells) {
        if (cells.length != columns) {
            throw new IllegalArgumentException(cells.length + " cells for " + columns + " columns");
        }
        Arrays.stream(cells)
                .forEach(cell -> lines.append(CELL)
                        .append(Printable.of(cell).replace(CELL, ' ').replace('\n', ' ')));
        lines.append('\n');
        return this;
    }

    /** Returns the lines, for {@link TextLines}. */
    @Override
    public String toString() {
        return lines.toString();
    }
}
