package org.tailback.chart;

/** The surface of a chart. Lengths are pixels; (0, 0) is the upper left corner. */
interface Canvas {
    /** The position of a text relative to its point. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /** The colour of a drawing: text, guide lines, or series by the number of their colour. */
    record Ink(Kind kind, int number) {
        enum Kind {
            TEXT,
            QUIET,
            SERIES
        }

        static final Ink TEXT = new Ink(Kind.TEXT, 0);
        static final Ink QUIET = new Ink(Kind.QUIET, 0);

        static Ink series(int number) {
            return new Ink(Kind.SERIES, number);
        }
    }

    /** A line through points. */
    void line(double[] x, double[] y, int points, Ink ink, double width, double[] dash);

    /** A filled area with a corner at each point. */
    void area(double[] x, double[] y, int points, Ink ink, String tip);

    /** A filled circle. */
    void circle(double x, double y, double radius, Ink ink, String tip);

    /** A line of text with its baseline at {@code y}. */
    void text(double x, double y, String text, Anchor anchor, double size, boolean upwards);
}
