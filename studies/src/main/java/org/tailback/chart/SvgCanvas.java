package org.tailback.chart;

/**
 * Draws as SVG: a few kilobytes, text stays text, the same bytes on every machine. Text and quiet lines take the colour
 * of the page ({@code currentColor}), so that a chart inside a page follows its light or dark.
 */
final class SvgCanvas implements Canvas {
    private final StringBuilder svg = new StringBuilder();

    /** @param paper whether the chart stands alone, on white or in dark mode on black, or inside a page, on its background */
    SvgCanvas(double width, double height, String title, boolean paper) {
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
        svg.append(round(width)).append(' ').append(round(height)).append("\" ");
        if (paper) {
            svg.append("width=\"")
                    .append(round(width))
                    .append("\" height=\"")
                    .append(round(height))
                    .append("\" ");
        }
        svg.append("role=\"img\" font-family=\"sans-serif\" color=\"")
                .append(paper ? Palette.color(Ink.TEXT) : "currentColor")
                .append("\">\n<title>")
                .append(escaped(title))
                .append("</title>\n");
        if (paper) {
            svg.append("<style>@media (prefers-color-scheme: dark) {svg {color: #dddddd} #paper {fill: #16191d}}"
                    + "</style>\n<rect id=\"paper\" width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        }
    }

    @Override
    public void line(double[] x, double[] y, int points, Ink ink, double width, double[] dash) {
        svg.append("<polyline fill=\"none\" stroke=\"").append(color(ink)).append('"');
        if (ink.kind() == Ink.Kind.QUIET) {
            svg.append(" stroke-opacity=\"0.25\"");
        }
        svg.append(" stroke-width=\"").append(round(width)).append('"');
        if (dash.length > 0) {
            svg.append(" stroke-dasharray=\"");
            for (int i = 0; i < dash.length; i++) {
                svg.append(i == 0 ? "" : " ").append(round(dash[i]));
            }
            svg.append('"');
        }
        points(x, y, points);
        svg.append("/>\n");
    }

    @Override
    public void area(double[] x, double[] y, int points, Ink ink, String tip) {
        svg.append("<polygon fill=\"").append(color(ink)).append('"');
        points(x, y, points);
        close("polygon", tip);
    }

    @Override
    public void circle(double x, double y, double radius, Ink ink, String tip) {
        svg.append("<circle fill=\"").append(color(ink)).append('"');
        svg.append(" cx=\"")
                .append(round(x))
                .append("\" cy=\"")
                .append(round(y))
                .append("\" r=\"");
        svg.append(round(radius)).append('"');
        close("circle", tip);
    }

    @Override
    public void text(double x, double y, String text, Anchor anchor, double size, boolean upwards) {
        svg.append("<text fill=\"currentColor\" x=\"")
                .append(round(x))
                .append("\" y=\"")
                .append(round(y));
        svg.append("\" font-size=\"").append(round(size)).append('"');
        switch (anchor) {
            case START -> {}
            case MIDDLE -> svg.append(" text-anchor=\"middle\"");
            case END -> svg.append(" text-anchor=\"end\"");
        }
        if (upwards) {
            svg.append(" transform=\"rotate(-90 ")
                    .append(round(x))
                    .append(' ')
                    .append(round(y))
                    .append(")\"");
        }
        svg.append('>').append(escaped(text)).append("</text>\n");
    }

    /** Returns the whole document. */
    String document() {
        return svg + "</svg>\n";
    }

    private void points(double[] x, double[] y, int points) {
        svg.append(" points=\"");
        for (int i = 0; i < points; i++) {
            svg.append(i == 0 ? "" : " ").append(round(x[i])).append(',').append(round(y[i]));
        }
        svg.append('"');
    }

    private void close(String element, String tip) {
        if (tip.isEmpty()) {
            svg.append("/>\n");
        } else {
            svg.append("><title>")
                    .append(escaped(tip))
                    .append("</title></")
                    .append(element)
                    .append(">\n");
        }
    }

    private static String color(Ink ink) {
        return ink.kind() == Ink.Kind.SERIES ? Palette.color(ink) : "currentColor";
    }

    /** Returns a coordinate with two digits after the point, finer than any screen. */
    private static String round(double value) {
        long hundredths = Math.round(value * 100);
        String text = Long.toString(hundredths / 100);
        if (hundredths < 0 && hundredths > -100) {
            text = "-0";
        }
        long rest = Math.abs(hundredths % 100);
        return rest == 0 ? text : text + "." + rest / 10 + (rest % 10 == 0 ? "" : Long.toString(rest % 10));
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.append(c >= ' ' || c == '\t' ? c : ' ');
            }
        }
        return escaped.toString();
    }
}
