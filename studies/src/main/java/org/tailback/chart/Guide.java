package org.tailback.chart;

/**
 * A dashed line for comparison, such as a threshold or the diagonal of predicted over measured times.
 *
 * @param label text at the line's end; may be empty
 * @param x1 start on the horizontal axis; infinite for the axis's end
 * @param y1 start on the vertical axis; infinite for the axis's end
 * @param x2 end on the horizontal axis; infinite for the axis's end
 * @param y2 end on the vertical axis; infinite for the axis's end
 */
public record Guide(String label, double x1, double y1, double x2, double y2) {
    /** Returns a horizontal line from end to end of the axis. */
    public static Guide horizontal(String label, double y) {
        return new Guide(label, Double.NEGATIVE_INFINITY, y, Double.POSITIVE_INFINITY, y);
    }
}
