package org.tailback.cli.render;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.tailback.table.UnbrokenNumbers;

/**
 * Lines of a table: columns as wide as their widest cell, texts to the left, numbers to the right. In a table that is
 * wider than a line, headings and texts are wrapped. If the table is still too wide, the remaining columns follow below
 * in a second block. This block repeats the column of the rows' names: the first column, or the last column if it
 * contains texts.
 *
 * @param right true for columns of numbers, by column
 * @param rows cells of each row, headings first
 */
record TableLayout(boolean[] right, List<String[]> rows) {
    private static final String INDENT = "  ";
    private static final String GAP = "  ";

    /** Smallest width to which wider columns of text may be wrapped. */
    private static final int LEAST_TEXT = 16;

    /**
     * Returns the lines, each with a line feed and without trailing spaces.
     *
     * @param rows cells of each row; the first row contains the headings, which begin with {@code >} for columns of
     *     numbers
     * @param width number of characters per line
     */
    static String of(List<String[]> rows, int width) {
        String[] headings = rows.get(0).clone();
        boolean[] right = new boolean[headings.length];
        for (int i = 0; i < right.length; i++) {
            right[i] = headings[i].startsWith(">");
            headings[i] = right[i] ? headings[i].substring(1) : headings[i];
        }
        List<String[]> all = new ArrayList<>(rows);
        all.set(0, headings);
        return new TableLayout(right, all).lines(width);
    }

    private String lines(int width) {
        int end = right.length;
        int key = right[0] && !right[end - 1] ? end - 1 : 0;
        StringBuilder lines = new StringBuilder();
        int next = 0;
        while (next < end) {
            int[] block = {key};
            do {
                block = with(block, next++);
            } while (next < end && (block.length == 1 || total(least(with(block, next))) <= width));
            boolean isKeyAlone = block.length == 1 && !lines.isEmpty();
            lines.append(lines.isEmpty() || isKeyAlone ? "" : "\n").append(isKeyAlone ? "" : block(block, width));
        }
        return lines.toString();
    }

    private static int[] with(int[] block, int next) {
        return IntStream.concat(IntStream.of(block), IntStream.of(next))
                .distinct()
                .sorted()
                .toArray();
    }

    private static int total(int[] widths) {
        return INDENT.length() + Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1);
    }

    /** Returns the widths of columns without wrapping. */
    private int[] natural(int[] columns) {
        return IntStream.of(columns)
                .map(i -> rows.stream().mapToInt(row -> length(row[i])).max().orElse(0))
                .toArray();
    }

    /** Returns the smallest widths of columns at which no word or number is divided and texts remain wide enough. */
    private int[] least(int[] columns) {
        return IntStream.of(columns)
                .map(i -> Math.max(
                        longestWord(rows.get(0)[i]),
                        rows.stream()
                                .skip(1)
                                .map(row -> row[i])
                                .mapToInt(cell -> right[i]
                                        ? length(cell)
                                        : Math.max(longestWord(cell), Math.min(LEAST_TEXT, length(cell))))
                                .max()
                                .orElse(0)))
                .toArray();
    }

    private static int longestWord(String cell) {
        return Arrays.stream(UnbrokenNumbers.of(cell).split(" ", -1))
                .mapToInt(TableLayout::length)
                .max()
                .orElse(0);
    }

    private String block(int[] columns, int width) {
        int[] widths = natural(columns);
        int[] least = least(columns);
        // headings are wrapped first, because they are short, then the widest text
        for (int i = 0; i < widths.length && total(widths) > width; i++) {
            if (right[columns[i]]) {
                widths[i] = least[i];
            }
        }
        while (total(widths) > width) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                if (widths[i] > least[i] && (widest < 0 || widths[i] >= widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                break;
            }
            widths[widest]--;
        }
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            List<List<String>> cells = new ArrayList<>();
            for (int i = 0; i < columns.length; i++) {
                cells.add(TextLines.wrapped(row[columns[i]], widths[i]));
            }
            int height = cells.stream().mapToInt(List::size).max().orElse(1);
            for (int line = 0; line < height; line++) {
                StringBuilder out = new StringBuilder(INDENT);
                for (int i = 0; i < columns.length; i++) {
                    String cell = line < cells.get(i).size() ? cells.get(i).get(line) : "";
                    String space = " ".repeat(Math.max(0, widths[i] - length(cell)));
                    out.append(i == 0 ? "" : GAP).append(right[columns[i]] ? space + cell : cell + space);
                }
                text.append(out.toString().stripTrailing()).append('\n');
            }
        }
        return text.toString();
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
