package org.tailback.chart;

/**
 * Distinctions of series: colour (first Okabe and Ito's, which people who see fewer colours can distinguish), and
 * without colour the dashes of the line and the shape of the mark. Twelve colours and five marks repeat together after
 * 60 series only.
 */
final class Palette {
    private static final String[] COLORS = {
        "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7a4a9e", "#5a5a5a", "#e7298a", "#8fae2e",
        "#a0342c", "#2ab5a5"
    };
    private static final double[][] DASHES = {{}, {7, 3}, {2, 3}, {9, 3, 2, 3}};
    private static final double[][][] SHAPES = {
        {},
        {{-1, -1, 1, 1}, {-1, 1, 1, -1}},
        {{-1.2, 0, 1.2}, {1, -1.2, 1}},
        {{-1.3, 0, 1.3, 0}, {0, 1.3, 0, -1.3}},
        {{-1.2, 0, 1.2}, {-1, 1.2, -1}},
    };

    private Palette() {}

    static String color(int number) {
        return COLORS[number % COLORS.length];
    }

    static double[] dash(int number) {
        return DASHES[number % DASHES.length];
    }

    /** Draws the mark that belongs to a colour, by its number. */
    static void mark(Canvas canvas, double x, double y, double radius, int number, String tip) {
        double[][] shape = SHAPES[number % SHAPES.length];
        Canvas.Ink ink = Canvas.Ink.series(number);
        if (shape.length == 0) {
            canvas.circle(x, y, radius, ink, tip);
            return;
        }
        int corners = shape[0].length;
        double[] cornerX = new double[corners];
        double[] cornerY = new double[corners];
        for (int i = 0; i < corners; i++) {
            cornerX[i] = x + radius * shape[0][i];
            cornerY[i] = y + radius * shape[1][i];
        }
        canvas.area(cornerX, cornerY, ink, tip);
    }
}
