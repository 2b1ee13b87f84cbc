package org.tailback.chart;

/**
 * A dashed line that values are compared with, such as a threshold or the diagonal of predicted over measured times.
 *
 * @param label written at its end; may be empty
 * @param x1 where it begins on the horizontal axis; infinite for the axis's end
 * @param y1 where it begins on the vertical axis; infinite for the axis's end
 * @param x2 where it ends on the horizontal axis; infinite for the axis's end
 * @param y2 where it ends on the vertical axis; infinite for the axis's end
 */
public record Guide(String label, double x1, double y1, double x2, double y2) {
    /** Returns a horizontal line from end to end. */
    public static Guide horizontal(String label, double y) {
        return new Guide(label, Double.NEGATIVE_INFINITY, y, Double.POSITIVE_INFINITY, y);
    }
}
