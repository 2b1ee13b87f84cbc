package org.tailback.cli.render;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text for people in lines of at most {@value #WIDTH} columns. */
public final class TextLines {
    public static final int WIDTH = 100;

    /** The beginning of a line that later ones are indented by: spaces, and a label with spaces after it. */
    private static final Pattern LABEL = Pattern.compile("^ *(?:\\S+(?: \\S+){0,2} {2,})?");

    private TextLines() {}

    /** Returns what is written, with line feeds instead of spaces where lines are longer, apart from tables. */
    public static String wrapped(Consumer<PrintWriter> text) {
        StringWriter whole = new StringWriter();
        PrintWriter out = new PrintWriter(whole);
        text.accept(out);
        out.flush();
        StringBuilder lines = new StringBuilder();
        whole.toString().lines().forEach(line -> wrap(line, lines));
        return lines.toString();
    }

    private static void wrap(String line, StringBuilder lines) {
        Matcher label = LABEL.matcher(line);
        int indent = label.find() ? label.end() : 0;
        boolean isRow = line.indexOf("  ", indent) >= 0;
        String rest = line;
        String before = "";
        while (!isRow && before.length() + rest.length() > WIDTH) {
            int space = rest.lastIndexOf(' ', WIDTH - before.length());
            if (rest.startsWith(" %", space)) {
                space = rest.lastIndexOf(' ', space - 1);
            }
            if (space <= (before.isEmpty() ? indent : 0)) {
                space = rest.indexOf(' ', Math.max(space, indent) + 1);
            }
            if (space < 0) {
                break;
            }
            lines.append(before).append(rest, 0, space).append('\n');
            rest = rest.substring(space + 1);
            before = " ".repeat(indent);
        }
        lines.append(before).append(rest).append('\n');
    }
}
