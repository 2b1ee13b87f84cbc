package org.tailback.cli.render;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tailback.table.Printable;

/**
 * A table for people: columns as wide as their widest cell, texts to the left, numbers to the right. Texts of the last
 * column continue in the next line where the table is wider than a line.
 */
public final class TextTable {
    private static final String INDENT = "  ";
    private static final String GAP = "  ";
    /** Least width left on a line for a last column of texts to be wrapped. */
    private static final int LEAST_WRAPPED = 16;

    private final boolean[] right;
    private final List<String[]> rows = new ArrayList<>();

    private TextTable(boolean[] right) {
        this.right = right;
    }

    /**
     * Returns a table with a header.
     *
     * @param headings the columns' names; a name that begins with {@code >} makes its column one of numbers
     */
    public static TextTable of(String... headings) {
        boolean[] right = new boolean[headings.length];
        String[] header = new String[headings.length];
        for (int i = 0; i < headings.length; i++) {
            right[i] = headings[i].startsWith(">");
            header[i] = right[i] ? headings[i].substring(1) : headings[i];
        }
        TextTable table = new TextTable(right);
        table.rows.add(header);
        return table;
    }

    public TextTable row(String... cells) {
        if (cells.length != right.length) {
            throw new IllegalArgumentException(cells.length + " cells for " + right.length + " columns");
        }
        rows.add(Arrays.stream(cells).map(Printable::of).toArray(String[]::new));
        return this;
    }

    /** Returns the lines, indented, each with a line feed, without space at their ends. */
    @Override
    public String toString() {
        int[] widths = new int[right.length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], length(row[i]));
            }
        }
        StringBuilder text = new StringBuilder();
        int last = right.length - 1;
        int before = INDENT.length()
                + Arrays.stream(widths, 0, last)
                        .map(width -> width + GAP.length())
                        .sum();
        boolean wraps = !right[last] && TextLines.WIDTH - before >= LEAST_WRAPPED;
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder(INDENT);
            for (int i = 0; i < last; i++) {
                String space = " ".repeat(widths[i] - length(row[i]));
                line.append(right[i] ? space + row[i] : row[i] + space).append(GAP);
            }
            String cell = row[last];
            while (wraps && length(cell) > TextLines.WIDTH - before) {
                int space = cell.lastIndexOf(' ', TextLines.WIDTH - before);
                if (space <= 0) {
                    break;
                }
                text.append((line + cell.substring(0, space)).stripTrailing()).append('\n');
                line = new StringBuilder(" ".repeat(before));
                cell = cell.substring(space + 1);
            }
            line.append(right[last] ? " ".repeat(widths[last] - length(cell)) : "")
                    .append(cell);
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
