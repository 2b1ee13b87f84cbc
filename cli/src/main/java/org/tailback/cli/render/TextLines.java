package org.tailback.cli.render;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tailback.table.UnbrokenNumbers;

/** Human-readable text in lines of a given width. Lines break at spaces, but not between a number and its unit. */
public final class TextLines {
    /**
     * Beginning of a line whose length is the indentation of continuation lines: spaces, and a label with spaces after
     * it.
     */
    private static final Pattern LABEL = Pattern.compile("^ *(?:\\S+(?: \\S+){0,2} {2,})?");

    private TextLines() {}

    /** Returns a text whose lines have at most {@code width} characters, except lines of a single longer word. */
    public static String wrapped(Consumer<PrintWriter> text, int width) {
        StringWriter whole = new StringWriter();
        PrintWriter out = new PrintWriter(whole);
        text.accept(out);
        out.flush();
        StringBuilder lines = new StringBuilder();
        List<String[]> table = new ArrayList<>();
        whole.toString().lines().forEach(line -> {
            boolean isRow = line.startsWith("" + TextTable.CELL) && !table.isEmpty();
            if (!isRow && !table.isEmpty()) {
                lines.append(TableLayout.of(table, width));
                table.clear();
            }
            if (isRow || line.startsWith("" + TextTable.HEADINGS)) {
                table.add(line.substring(1).split("" + TextTable.CELL, -1));
            } else {
                wrap(line, width, lines);
            }
        });
        return lines + (table.isEmpty() ? "" : TableLayout.of(table, width));
    }

    /** Returns the lines of a text broken at a width; continuation lines are indented. */
    public static String hanging(String text, int width) {
        return text.lines()
                .map(line ->
                        String.join("\n" + " ".repeat(indentOf(line) + 2), wrapped(line, width - indentOf(line) - 2)))
                .collect(Collectors.joining("\n"));
    }

    private static void wrap(String line, int width, StringBuilder lines) {
        Matcher label = LABEL.matcher(line);
        int indent = label.find() && label.end() <= width / 2 ? label.end() : 0;
        if (line.indexOf("  ", indent) >= 0) {
            // the line is aligned by hand
            lines.append(line).append('\n');
            return;
        }
        String before = line.substring(0, indent);
        for (String part : wrapped(line.substring(indent), width - indent)) {
            lines.append((before + part).stripTrailing()).append('\n');
            before = " ".repeat(indent);
        }
    }

    /** Returns the lines of a text, at least one line; a word longer than the width is placed on a separate line. */
    static List<String> wrapped(String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = UnbrokenNumbers.of(text);
        while (rest.codePointCount(0, rest.length()) > width) {
            int space = rest.lastIndexOf(' ', rest.offsetByCodePoints(0, width));
            if (space <= 0 || rest.substring(0, space).isBlank()) {
                space = rest.indexOf(' ', indentOf(rest));
            }
            if (space < 0) {
                break;
            }
            lines.add(rest.substring(0, space).replace(UnbrokenNumbers.SPACE, ' '));
            rest = rest.substring(space + 1);
        }
        lines.add(rest.replace(UnbrokenNumbers.SPACE, ' '));
        return lines;
    }

    private static int indentOf(String text) {
        return text.length() - text.stripLeading().length();
    }
}
