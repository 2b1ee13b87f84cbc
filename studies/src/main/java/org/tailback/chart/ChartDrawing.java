package org.tailback.chart;

import java.util.List;
import org.tailback.chart.Canvas.Anchor;

/**
 * Layout and drawing of a chart: title, one panel or several with common axes, and a legend that shows every entry, at
 * the right or, if it is wide, below.
 */
final class ChartDrawing implements Drawing {
    private static final double LEFT = 86;
    private static final double PLOT_HEIGHT = 362;
    private static final double PANEL_HEIGHT = 170;
    /** Distance between neighbouring panels, and above each for its title, in pixels. */
    private static final double GAP = 26;

    private static final int MOST_COLUMNS = 3;
    private static final double TEXT = 13;

    private final Chart chart;
    private final double width;
    private final SeriesStyles styles;
    private final Legend legend;
    private final int columns;
    private final int rows;
    private final double right;
    private final double top;
    private final double bottom;
    private final double below;
    private final double height;
    private final double panelWidth;
    private final boolean legendBelow;

    ChartDrawing(Chart chart, double width) {
        this.chart = chart;
        this.width = width;
        styles = new SeriesStyles(chart.series());
        legend = new Legend(chart, styles);
        int panels = styles.panels().size();
        legendBelow = width < WIDTH || legend.width() > width * (panels > 1 ? 0.2 : 0.35);
        right = width - 22 - (legendBelow ? 0 : legend.width());
        double title = styles.panels().stream()
                .mapToDouble(each -> 6.6 * each.length())
                .max()
                .orElse(0);
        int fitting = (int) Math.max(1, (right - LEFT + GAP) / (title + 6 + GAP));
        columns = Math.min(fitting, panels <= 1 ? 1 : panels <= 4 ? 2 : MOST_COLUMNS);
        rows = (panels + columns - 1) / columns;
        top = 16 + Headline.height(chart, width);
        panelWidth = (right - LEFT - GAP * (columns - 1)) / columns;
        bottom = top + (panels == 1 ? PLOT_HEIGHT : rows * (PANEL_HEIGHT + GAP));
        below = bottom + 58;
        double entries = Legend.LINE * legend.lines();
        height = legendBelow ? below + entries + 8 : Math.max(below, top + 16 + entries);
    }

    @Override
    public double height() {
        return height;
    }

    @Override
    public void on(Canvas canvas) {
        Headline.on(canvas, chart, width);
        Scale.ValueRange xs = Scale.ValueRange.ofX(chart);
        Scale.ValueRange ys = Scale.ValueRange.ofY(chart);
        List<String> panels = styles.panels();
        for (int i = 0; i < panels.size(); i++) {
            new Plot(chart, styles, panels.get(i), frame(i, panels.size()), xs, ys)
                    .on(canvas, width, legendBelow ? top : top + Legend.LINE * legend.lines());
        }
        canvas.text((LEFT + right) / 2, below - 14, chart.x().label(), Anchor.MIDDLE, TEXT);
        canvas.upwards(18, (top + bottom) / 2, chart.y().label(), Anchor.MIDDLE, TEXT);
        legend.on(canvas, legendBelow ? LEFT : right + 12, legendBelow ? below : top);
    }

    private Plot.Frame frame(int panel, int panels) {
        double left = LEFT + panel % columns * (panelWidth + GAP);
        boolean lowest = panel + columns >= panels;
        if (panels == 1) {
            return new Plot.Frame(left, top, right, bottom, true, true);
        }
        double under = top + (panel / columns + 1) * (PANEL_HEIGHT + GAP);
        return new Plot.Frame(left, under - PANEL_HEIGHT, left + panelWidth, under, lowest, panel % columns == 0);
    }
}
