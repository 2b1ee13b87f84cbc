package org.tailback.chart;

import com.google.common.base.CharMatcher;
import com.google.common.escape.Escaper;
import com.google.common.escape.Escapers;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Drawing surface of a chart, written as SVG of a few kilobytes. Text remains text, and the bytes are the same on every
 * machine. Text and guide lines use the text colour of the page ({@code currentColor}), so a chart in a page follows
 * the page's light or dark mode. Lengths are in pixels; (0, 0) is the upper left corner.
 *
 * <p>Series differ by colour, and also by the dashes of the line and the shape of the mark. The first colours are from
 * the palette of Okabe and Ito, which colour-blind readers can distinguish. The combinations of twelve colours and five
 * marks repeat only after 60 series.
 */
final class Canvas {
    private static final String[] COLORS = {
        "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7a4a9e", "#5a5a5a", "#e7298a", "#8fae2e",
        "#a0342c", "#2ab5a5"
    };
    private static final Escaper ESCAPER = Escapers.builder()
            .addEscape('<', "&lt;")
            .addEscape('>', "&gt;")
            .addEscape('&', "&amp;")
            .addEscape('"', "&quot;")
            .build();
    private static final double[][] DASHES = {{}, {7, 3}, {2, 3}, {9, 3, 2, 3}};
    private static final double[][][] SHAPES = {
        {},
        {{-1, -1, 1, 1}, {-1, 1, 1, -1}},
        {{-1.2, 0, 1.2}, {1, -1.2, 1}},
        {{-1.3, 0, 1.3, 0}, {0, 1.3, 0, -1.3}},
        {{-1.2, 0, 1.2}, {-1, 1.2, -1}},
    };

    /** Position of a text relative to its point. */
    enum Anchor {
        START(""),
        MIDDLE(" text-anchor=\"middle\""),
        END(" text-anchor=\"end\"");

        private final String attribute;

        Anchor(String attribute) {
            this.attribute = attribute;
        }
    }

    /** Colour of a drawing: text, guide lines, or a series by the number of its colour. */
    record Ink(String color, boolean isQuiet) {
        static final Ink TEXT = new Ink("currentColor", false);
        static final Ink QUIET = new Ink("currentColor", true);

        static Ink series(int number) {
            return new Ink(COLORS[number % COLORS.length], false);
        }
    }

    static final double[] SOLID = {};
    private static final String PAPER =
            "<style>@media (prefers-color-scheme: dark) {svg {color: #dddddd} #paper {fill: #16191d}"
                    + " .casing {stroke: #16191d}}</style>\n<rect id=\"paper\" width=\"100%\" height=\"100%\" fill=\"white\"/>\n";

    private static final double WHISKER = 1.4;
    /** Width of the margin on each side of a cased line, in pixels. */
    private static final double CASING = 1.4;

    private final StringBuilder svg = new StringBuilder();

    /**
     * Creates an empty canvas.
     *
     * @param paper true if the chart is a separate file with its own background, white or in dark mode black; false if
     *     it is embedded in a page and uses the page's background
     */
    Canvas(double width, double height, String title, boolean paper) {
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + round(width) + " " + round(height) + '"'
                + (paper ? attribute("width", width) + attribute("height", height) : "")
                + " role=\"img\" font-family=\"sans-serif\" color=\"" + (paper ? "#222222" : "currentColor")
                + "\">\n<title>" + escaped(title) + "</title>\n" + (paper ? PAPER : ""));
    }

    void line(double x1, double y1, double x2, double y2, Ink ink, double width, double[] dash) {
        line(new double[] {x1, x2}, new double[] {y1, y2}, 2, ink, width, dash);
    }

    /** Draws a line with margins in the colour of the paper, so that the line is visible on any background. */
    private void casedLine(double x1, double y1, double x2, double y2) {
        svg.append("<polyline class=\"casing\" fill=\"none\" stroke=\"white\" stroke-linecap=\"square\""
                + attribute("stroke-width", WHISKER + 2 * CASING)
                + points(new double[] {x1, x2}, new double[] {y1, y2}, 2) + "/>\n");
        line(x1, y1, x2, y2, Ink.TEXT, WHISKER, SOLID);
    }

    /** Draws a whisker: a horizontal line with ends. */
    void whisker(double from, double to, double y) {
        casedLine(from, y, to, y);
        casedLine(from, y - 4, from, y + 4);
        casedLine(to, y - 4, to, y + 4);
    }

    /** Draws a line through the first {@code points} points. */
    void line(double[] x, double[] y, int points, Ink ink, double width, double[] dash) {
        svg.append("<polyline fill=\"none\" stroke=\"" + ink.color() + '"'
                + (ink.isQuiet() ? attribute("stroke-opacity", 0.25) : "")
                + attribute("stroke-width", width)
                + (dash.length > 0 ? " stroke-dasharray=\"" + joined(dash) + '"' : "")
                + points(x, y, points) + "/>\n");
    }

    void rectangle(double x1, double y1, double x2, double y2, Ink ink, String tip) {
        area(new double[] {x1, x2, x2, x1}, new double[] {y1, y1, y2, y2}, ink, tip);
    }

    private void area(double[] x, double[] y, Ink ink, String tip) {
        filled("polygon", ink, points(x, y, x.length), tip);
    }

    private void filled(String element, Ink ink, String attributes, String tip) {
        svg.append("<" + element + " fill=\"" + ink.color() + '"' + attributes
                + (tip.isEmpty() ? "/>\n" : "><title>" + escaped(tip) + "</title></" + element + ">\n"));
    }

    static double[] dash(int number) {
        return DASHES[number % DASHES.length];
    }

    /** Draws the mark that belongs to a colour number. */
    void mark(double x, double y, double radius, int number, String tip) {
        double[][] corners = SHAPES[number % SHAPES.length];
        Ink ink = Ink.series(number);
        if (corners.length == 0) {
            filled("circle", ink, attribute("cx", x) + attribute("cy", y) + attribute("r", radius), tip);
        } else {
            area(
                    Arrays.stream(corners[0]).map(corner -> x + radius * corner).toArray(),
                    Arrays.stream(corners[1]).map(corner -> y + radius * corner).toArray(),
                    ink,
                    tip);
        }
    }

    /** Draws a line of text with its baseline at {@code y}. */
    void text(double x, double y, String text, Anchor anchor, double size) {
        text(x, y, text, anchor, size, "");
    }

    /** Draws a line of text that reads upwards. */
    void upwards(double x, double y, String text, Anchor anchor, double size) {
        text(x, y, text, anchor, size, " transform=\"rotate(-90 " + round(x) + " " + round(y) + ")\"");
    }

    private void text(double x, double y, String text, Anchor anchor, double size, String turned) {
        svg.append("<text fill=\"currentColor\"" + attribute("x", x) + attribute("y", y) + attribute("font-size", size)
                + anchor.attribute + turned + '>' + escaped(text) + "</text>\n");
    }

    String document() {
        return svg + "</svg>\n";
    }

    private static String attribute(String name, double value) {
        return ' ' + name + "=\"" + round(value) + '"';
    }

    private static String joined(double[] lengths) {
        return Arrays.stream(lengths).mapToObj(Canvas::round).collect(Collectors.joining(" "));
    }

    private static String points(double[] x, double[] y, int points) {
        return IntStream.range(0, points)
                .mapToObj(i -> round(x[i]) + ',' + round(y[i]))
                .collect(Collectors.joining(" ", " points=\"", "\""));
    }

    /** Returns a coordinate with two digits after the decimal point, a resolution finer than any screen. */
    private static String round(double value) {
        return BigDecimal.valueOf(Math.round(value * 100), 2)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String escaped(String text) {
        return ESCAPER.escape(
                CharMatcher.inRange('\0', '\u001f').and(CharMatcher.isNot('\t')).replaceFrom(text, ' '));
    }
}
